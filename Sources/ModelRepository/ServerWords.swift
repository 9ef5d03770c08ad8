import Foundation
import HTTPTypes
import ModelREST
import ModelStoredForms

// Reads the metadata of responses, and what errors say about a model.

extension AnswerFacts {
    /// Creates metadata from the headers of a response.
    ///
    /// - Parameter request: The headers of the call, except for those that a middleware sets.
    init(_ headers: HTTPFields, to request: RequestHeaders) {
        self.init(
            validators: Validators(eTag: headers[.eTag], lastModified: headers[.lastModified]),
            lifetime: headers[.cacheControl].flatMap { Lifetime(cacheControl: $0, age: headers[.age]) },
            variant: headers[.vary].map { vary in
                let names = vary.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                return Set(names).sorted().map { Self.line($0, request) }.joined(separator: "\n")
            })
    }

    /// Whether the answer also applies to a request with these headers (RFC 9111, section 4.1).
    func isAnswer(to request: RequestHeaders) -> Bool {
        guard let variant else { return true }
        return variant.split(separator: "\n").allSatisfy { line in
            let name = String(line.prefix { $0 != ":" })
            return name != "*" && line == Self.line(name, request)
        }
    }

    /// The validators for a conditional request; nil if there are none, or if the call has conditions of its own.
    func validators(for request: RequestHeaders) -> Validators? {
        let isConditional = request.fields[.ifNoneMatch] != nil || request.fields[.ifModifiedSince] != nil
        return isConditional || !isAnswer(to: request) ? nil : validators
    }

    /// A header and a hash of its value, which may be a credential.
    private static func line(_ name: String, _ request: RequestHeaders) -> String {
        guard let value = HTTPField.Name(name).flatMap({ request.fields[$0] }) else { return "\(name):" }
        return "\(name):\(fnv1a(value.utf8))"
    }
}

extension Lifetime {
    /// Reads `max-age=60, stale-while-revalidate=300`, and subtracts the time that the answer spent in caches on the
    /// way (RFC 9111, section 4.2.3). Nil if not specified.
    init?(cacheControl: String, age: String?) {
        var seconds: [String: Double] = [:]
        // Commas and directives inside quotes do not count.
        for directive in cacheControl.lowercased().matches(of: /([^\s=,"]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^,]*))?/) {
            let name = String(directive.1)
            if name == "no-store" || name == "no-cache" {
                self.init(fresh: 0)
                return
            }
            if name == "must-revalidate" { seconds["stale-while-revalidate"] = 0 }
            guard let value = directive.2, seconds[name] == nil else { continue }
            seconds[name] = Self.seconds(value.trimmingCharacters(in: CharacterSet(charactersIn: " \t\"")))
        }
        guard let fresh = seconds["max-age"] else { return nil }
        // Of several ages, the first one counts (section 5.1).
        let spent = age.flatMap { Self.seconds($0.prefix { $0 != "," }.trimmingCharacters(in: .whitespaces)) } ?? 0
        self.init(fresh: fresh - spent, stale: seconds["stale-while-revalidate"] ?? 0)
    }

    /// Reads digits. More than 68 years count as 68 years (RFC 9111, section 1.2.2).
    private static func seconds(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Double(text).map { min($0, 2_147_483_648) }
    }
}

extension RequestHeaders {
    /// These headers, with those that make a request conditional, unless HTTP does not allow the server's validators to
    /// be sent.
    func asking(_ validators: Validators?) -> RequestHeaders {
        var headers = self
        headers.set("If-None-Match", validators?.eTag)
        headers.set("If-Modified-Since", validators?.lastModified)
        return headers.problem == nil ? headers : self
    }
}

extension Endpoint {
    /// The same operation with additional headers.
    func adding(_ more: RequestHeaders) -> Endpoint {
        with { $0.headers.add(more) }
    }
}

extension APIError {
    /// Whether the server said that nothing has changed.
    var isUnchanged: Bool { failure?.status == 304 }
    /// Whether the server said that the model does not exist.
    var isGone: Bool { failure?.status == 404 || failure?.status == 410 }
    /// Whether a success has no body although it should have one.
    var isWithoutBody: Bool { if case .decoding(is NoBody) = reason { true } else { false } }
}
