import ModelREST

extension APIClient {
    /// A client without responses, for fakes. Each request fails with `APIError.Reason.unimplemented`.
    public static let unimplemented = APIClient(
        APIDefaults(baseURL: "https://unimplemented.invalid"), middleware: [Unimplemented()])
}

/// The server behind a fake: it rejects every request.
private struct Unimplemented: Middleware {
    func intercept(_ request: APIRequest, next: Next) throws -> APIRawResponse {
        throw APIError(.unimplemented, request.summary)
    }
}
