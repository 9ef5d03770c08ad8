import Foundation
import ModelREST
import ModelRuntime

extension APIDefaults {
    /// Returns these settings with parameters that all requests have, at the lowest priority: see
    /// ``ModelREST/APIRequest/fillParameters(from:)``.
    public func filling(_ parameters: Parameters) -> APIDefaults {
        var defaults = self
        defaults.filler = DefaultParameters(parameters: parameters)
        return defaults
    }

    /// Returns these settings with an additional parameter that all requests have.
    public func setting<Value: ParameterValue>(
        _ key: String, _ value: Value, in place: ParameterPlace = .byMethod
    ) -> APIDefaults {
        var parameters = filler?.parameters ?? Parameters()
        parameters.set(key, value, in: place)
        return filling(parameters)
    }
}

private struct DefaultParameters: RequestFilling {
    let parameters: Parameters

    func fill(_ request: inout APIRequest) { request.fillParameters(from: parameters) }
}

extension Parameters {
    /// The parameters that are sent in this place.
    fileprivate func parameters(in place: ParameterPlace) -> Parameters {
        var parameters = self
        for entry in entries where entry.place != place { parameters.remove(entry.key) }
        return parameters
    }
}

extension APIRequest {
    /// Adds parameters at the lowest priority, without replacing keys of the query or the body. They are added to the
    /// query of GET, HEAD and DELETE. With other methods, they are added to the body if it is a form or a JSON object; a
    /// request without a body gets a JSON object, unless the API uses XML; otherwise, they are added to the query. A
    /// parameter that was set with `in: .query` is always added to the query.
    public mutating func fillParameters(from parameters: Parameters) {
        var missing = parameters
        for entry in query.entries { missing.remove(entry.key) }
        guard !missing.isEmpty || missing.problem != nil else { return }
        let sent = missing.parameters(in: .byMethod)
        switch body {
        case _ where [.get, .head, .delete].contains(method): break
        case .form(var form):
            form.fill(from: sent)
            body = .form(form)
            missing = missing.parameters(in: .query)
        case .none where !sent.isEmpty && format.type == BodyFormat.json.type:
            body = .data(Data("{}".utf8))
            isDocument = true
            headers[.contentType] = headers[.contentType] ?? format.type
            fillParameters(from: missing)
            return
        case .data(let data):
            // Uploaded bytes stay unchanged, even if they happen to be JSON.
            guard isDocument, let filled = data.filled(from: sent) else { break }
            body = .data(filled)
            missing = missing.parameters(in: .query)
        case .none, .stream: break
        }
        query.fill(from: missing)
    }
}

extension Data {
    /// The JSON object with missing parameters added after its own members; nil if this is not an object.
    fileprivate func filled(from parameters: Parameters) -> Data? {
        guard case .object(var members)? = try? JSON(json: self, at: []) else { return nil }
        for entry in parameters.entries where members[entry.key] == nil { members[entry.key] = entry.json }
        return try? JSON.object(members).jsonData(at: [])
    }
}
