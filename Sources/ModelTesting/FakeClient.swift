import ModelREST

extension APIClient {
    /// A client for fakes, which has no server. Each request fails with `APIError.Reason.unimplemented`.
    public static let unimplemented = APIClient(
        APIDefaults(baseURL: "https://unimplemented.invalid"), middleware: [Unimplemented()])
}

/// Takes the place of the server, and rejects every request.
private struct Unimplemented: Middleware {
    func intercept(_ request: APIRequest, next: Next) throws -> APIRawResponse {
        throw APIError(.unimplemented, request.summary)
    }
}
