import Foundation
import HTTPTypes
import ModelREST

// What a response says about itself, and what a refusal says about a model.

extension AnswerFacts {
    /// Validators and lifetime by a response's headers.
    init(_ headers: HTTPFields) {
        self.init(
            validators: Validators(eTag: headers[.eTag], lastModified: headers[.lastModified]),
            lifetime: Lifetime(cacheControl: headers[.cacheControl] ?? "", age: headers[.age]))
    }
}

extension Lifetime {
    /// `max-age=60, stale-while-revalidate=300`, less the time that the answer lay in a cache on the way (RFC 9111,
    /// section 4.2.3). nil if it does not say, or says that it must not be used unasked.
    init?(cacheControl: String, age: String?) {
        var seconds: [String: Double] = [:]
        for directive in cacheControl.lowercased().split(separator: ",") {
            let parts = directive.split(separator: "=", maxSplits: 1)
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            if name == "no-store" || name == "no-cache" { return nil }
            guard parts.count == 2 else { continue }
            let value = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
            if let number = Int64(value), number >= 0 { seconds[name] = Double(number) }
        }
        guard let fresh = seconds["max-age"] else { return nil }
        let spent = age.flatMap { Int64($0.trimmingCharacters(in: .whitespaces)) }.map { Double(max(0, $0)) } ?? 0
        self.init(fresh: fresh - spent, stale: seconds["stale-while-revalidate"] ?? 0)
    }
}

extension RequestHeaders {
    /// These headers, and those that make a request conditional.
    func asking(_ validators: Validators?) -> RequestHeaders {
        var headers = self
        headers.set("If-None-Match", validators?.eTag)
        headers.set("If-Modified-Since", validators?.lastModified)
        return headers
    }
}

extension Endpoint {
    /// The same operation with more headers.
    func adding(_ more: RequestHeaders) -> Endpoint {
        with { endpoint in
            for field in more.fields { endpoint.headers.set(field.name.rawName, field.value) }
        }
    }
}

extension APIError {
    /// What the server said of what is kept: that nothing has changed, or nothing.
    var isUnchanged: Bool { failure?.status == 304 }
    /// Whether the server said that the model is not there.
    var isGone: Bool { failure?.status == 404 || failure?.status == 410 }
}
