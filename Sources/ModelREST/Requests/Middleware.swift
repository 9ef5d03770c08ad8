/// A step that wraps every request: it can change the request, answer it, repeat it, and change the response.
///
/// ```swift
/// struct Stopwatch: Middleware {
///     func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
///         let start = ContinuousClock.now
///         defer { print(request.summary, ContinuousClock.now - start) }
///         return try await next(request)
///     }
/// }
/// ```
/// Responses with any status pass through the middleware; statuses are checked afterwards.
public protocol Middleware: Sendable {
    /// The rest of the way to the server and back.
    typealias Next = @Sendable (APIRequest) async throws -> APIRawResponse

    /// Handles a request: usually sends it on with `next`, and returns the response.
    func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse
}
