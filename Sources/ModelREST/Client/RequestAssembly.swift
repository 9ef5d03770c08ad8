import Foundation
import HTTPTypes
import ModelRuntime

extension APIClient {
    /// Creates the request that enters the middleware. Its URL is `{baseURL}/{basePath}/{path}`, joined by single
    /// slashes. The operation's headers override the client's, and its parameters override the API's.
    package func request<Value>(
        for endpoint: Endpoint<Value>, transfer: (any TransferHandling)? = nil
    ) async throws(APIError) -> APIRequest {
        let shared = headers.current
        if let problem = endpoint.path.problem ?? endpoint.headers.problem ?? shared.problem {
            throw APIError(.invalidRequest(problem), endpoint.summary)
        }
        let base: BaseURL
        do { base = try BaseURL(await baseURL()) } catch { throw APIError(APIError.Reason(error), endpoint.summary) }
        var request = APIRequest(
            operation: endpoint.operation, method: endpoint.method, scheme: base.scheme, authority: base.authority,
            path: "/" + APIPath.joined([base.path, defaults.basePath, endpoint.path.encoded]), query: endpoint.query,
            headers: shared.fields, body: .none, timeout: endpoint.timeout ?? defaults.timeout,
            responseLimit: defaults.responseLimit, repeatability: endpoint.repeatability,
            credentials: endpoint.credentials, attempts: endpoint.attempts,
            expected: endpoint.expected, redirects: endpoint.redirects ?? defaults.redirects,
            secrets: endpoint.path.secrets, format: defaults.format, retry: endpoint.retry ?? defaults.retry,
            transfer: transfer)
        if endpoint.credentials == .sent, let name = defaults.credential { request.credentials = .named([name]) }
        let key: HTTPField?
        do {
            try request.setBody(endpoint.body, in: defaults.envelope.body)
            key = try endpoint.idempotencyHeader.map { try HTTPField(checking: $0, UUID().uuidString) }
        } catch {
            throw APIError(APIError.Reason(error), request.summary)
        }
        if let accept = endpoint.returns.accept(defaults.format), request.headers[.accept] == nil {
            request.headers[.accept] = accept
        }
        for name in endpoint.headers.removed { request.headers[name] = nil }
        for field in endpoint.headers.fields { request.headers[field.name] = field.value }
        if let key { request.headers[key.name] = request.headers[key.name] ?? key.value }
        defaults.filler?.fill(&request)
        // An API may declare the media type of its bodies once, such as that of JSON:API. A request without a body has
        // no media type.
        if case .none = request.body, endpoint.headers.fields[.contentType] == nil {
            request.headers[.contentType] = nil
        }
        return request
    }
}

extension APIRequest {
    fileprivate mutating func setBody(_ content: RequestContent?, in envelope: JSONPath) throws {
        guard let content else { return }
        body = try content.encode(envelope)
        isDocument = content.isDocument
        if let type = content.type, !content.isDocument || headers[.contentType] == nil {
            headers[.contentType] = try HTTPField(checking: "Content-Type", type).value
        }
    }
}
