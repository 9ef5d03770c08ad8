import HTTPTypes

extension APIClient {
    /// Makes the request that enters the middleware: `{url}/{postfix}/{path}[/{id}]` joined by single slashes, headers
    /// of the operation over those of the client, parameters of the operation over those of the API.
    func request<Value>(for endpoint: Endpoint<Value>) async throws(APIError) -> APIRequest {
        let unsent = RequestSummary(
            operation: endpoint.operation,
            method: endpoint.method.rawValue,
            url: "/\(endpoint.path.encoded)"
        )
        let shared = headers.current
        if let problem = endpoint.path.problem ?? endpoint.query.problem ?? endpoint.headers.problem ?? shared.problem {
            throw APIError(.invalidRequest(problem), unsent)
        }
        let base: BaseURL
        do {
            base = try baseURLs.read(try await baseURL())
        } catch let error as MalformedBaseURL {
            throw APIError(.invalidRequest(error.message), unsent)
        } catch {
            throw APIError(.local(error), unsent)
        }
        var request = APIRequest(
            operation: endpoint.operation,
            method: endpoint.method,
            scheme: base.scheme,
            authority: base.authority,
            path: "/" + APIPath.joined([base.path, defaults.basePath, endpoint.path.encoded]),
            query: endpoint.query,
            headers: shared.fields,
            body: .none,
            timeout: endpoint.timeout ?? defaults.timeout,
            responseLimit: defaults.responseLimit,
            repeatability: endpoint.repeatability,
            credentials: endpoint.credentials,
            expected: endpoint.expected
        )
        do {
            try request.setBody(endpoint.body)
        } catch {
            throw APIError(.local(error), request.summary)
        }
        if let accept = endpoint.returns.accept(defaults.format), request.headers[.accept] == nil {
            request.headers[.accept] = accept
        }
        for name in endpoint.headers.removed { request.headers[name] = nil }
        for field in endpoint.headers.fields { request.headers[field.name] = field.value }
        request.fillParameters(from: defaults.parameters)
        return request
    }
}

extension APIRequest {
    /// Adds parameters of the lowest priority: to the form where there is one, else to the query, and none whose key is
    /// already in either.
    public mutating func fillParameters(from parameters: Parameters) {
        guard case .form(var form) = body else {
            query.fill(from: parameters)
            return
        }
        var missing = parameters
        for entry in query.entries { missing.remove(entry.key) }
        form.fill(from: missing)
        body = .form(form)
    }

    fileprivate mutating func setBody(_ content: RequestContent?) throws {
        guard let content else { return }
        body = try content.encode()
        if let type = content.type {
            headers[.contentType] = try HTTPField(checking: "Content-Type", type).value
        }
    }
}
