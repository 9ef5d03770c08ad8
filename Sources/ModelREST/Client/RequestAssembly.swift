import Foundation
import HTTPTypes
import ModelRuntime

extension APIClient {
    /// Creates the request that enters the middleware: `{url}/{postfix}/{path}[/{id}]` joined by single slashes,
    /// headers of the operation over those of the client, parameters of the operation over those of the API.
    package func request<Value>(
        for endpoint: Endpoint<Value>, transfer: (any TransferHandling)? = nil
    ) async throws(APIError) -> APIRequest {
        let unsent = RequestSummary(
            operation: endpoint.operation, method: endpoint.method.rawValue, url: "/\(endpoint.path)"
        )
        let shared = headers.current
        if let problem = endpoint.path.problem ?? endpoint.query.problem ?? endpoint.headers.problem ?? shared.problem {
            throw APIError(.invalidRequest(problem), unsent)
        }
        let base: BaseURL
        do { base = try BaseURL(await baseURL()) } catch { throw APIError(APIError.Reason(error), unsent) }
        var request = APIRequest(
            operation: endpoint.operation, method: endpoint.method, scheme: base.scheme, authority: base.authority,
            path: "/" + APIPath.joined([base.path, defaults.basePath, endpoint.path.encoded]), query: endpoint.query,
            headers: shared.fields, body: .none, timeout: endpoint.timeout ?? defaults.timeout,
            responseLimit: defaults.responseLimit, repeatability: endpoint.repeatability,
            credentials: endpoint.credentials, attempts: endpoint.attempts ?? defaults.attempts,
            expected: endpoint.expected, accepted: endpoint.accepted,
            redirects: endpoint.redirects ?? defaults.redirects, secrets: endpoint.path.secrets,
            format: defaults.format, retry: endpoint.retry ?? defaults.retry, transfer: transfer)
        if endpoint.credentials == .sent, let name = defaults.credential { request.credentials = .named([name]) }
        do { try request.setBody(endpoint.body, in: defaults.envelope.body) } catch {
            throw APIError(APIError.Reason(error), request.summary)
        }
        if let accept = endpoint.returns.accept(defaults.format), request.headers[.accept] == nil {
            request.headers[.accept] = accept
        }
        for name in endpoint.headers.removed { request.headers[name] = nil }
        for field in endpoint.headers.fields { request.headers[field.name] = field.value }
        if let name = endpoint.idempotencyHeader.flatMap({ HTTPField.Name($0) }), request.headers[name] == nil {
            request.headers[name] = UUID().uuidString
        }
        request.fillParameters(from: defaults.parameters)
        // An API may declare the media type of its bodies once (JSON:API's, for example); a request without a body has
        // none.
        if case .none = request.body, endpoint.headers.fields[.contentType] == nil {
            request.headers[.contentType] = nil
        }
        return request
    }
}

extension APIRequest {
    /// Adds parameters with the lowest priority, without replacing keys of the query or the body: to the query of GET,
    /// HEAD and DELETE, otherwise to the body if that is a form or a JSON object. A parameter set with `in: .query` is
    /// added to the query.
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
        case .none where !sent.isEmpty && format == .json:
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

    fileprivate mutating func setBody(_ content: RequestContent?, in envelope: JSONPath) throws {
        guard let content else { return }
        body = try content.encode(envelope)
        isDocument = content.isDocument
        if let type = content.type, !content.isDocument || headers[.contentType] == nil {
            headers[.contentType] = try HTTPField(checking: "Content-Type", type).value
        }
    }
}

extension Data {
    /// A JSON object with its missing parameters added after its own members; nil if this is not an object.
    fileprivate func filled(from parameters: Parameters) -> Data? {
        guard case .object(var members)? = try? JSON(json: self, at: []) else { return nil }
        for entry in parameters.entries where members[entry.key] == nil { members[entry.key] = entry.json }
        return try? JSON.object(members).jsonData(at: [])
    }
}
