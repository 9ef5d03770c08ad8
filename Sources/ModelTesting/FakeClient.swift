import ModelREST

extension APIClient {
    /// A client for fakes, which has no server. Each request fails with `APIError.Reason.unimplemented`.
    public static let unimplemented = APIClient(
        APIDefaults(baseURL: "https://unimplemented.invalid"), middleware: [Unimplemented()])

    /// Returns this client with the answers of a test's fake, which take precedence over the server's.
    func answering(_ answers: any EndpointAnswers) -> APIClient {
        APIClient(defaults, headers, baseURL, delivery, middleware, answers)
    }
}

/// Takes the place of the server, and rejects every request.
private struct Unimplemented: Middleware {
    func intercept(_ request: APIRequest, next: Next) throws -> APIRawResponse {
        throw APIError(.unimplemented, request.summary)
    }
}
