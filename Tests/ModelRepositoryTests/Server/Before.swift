import ModelREST

/// Runs a closure before each request.
struct Before: Middleware {
    let body: @Sendable () async throws -> Void

    func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        try await body()
        return try await next(request)
    }
}
