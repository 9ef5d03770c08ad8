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
/// Responses with any status pass through here; statuses are checked afterwards.
public protocol Middleware: Sendable {
    /// The rest of the way to the server and back.
    typealias Next = @Sendable (APIRequest) async throws -> APIRawResponse

    /// Sends a request on, and returns its response.
    func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse
}

/// A middleware that may send a request several times. If a client has one for an operation, the schema's is not used.
package protocol RepeatingMiddleware: Middleware {
    /// Whether it repeats requests of an operation.
    func repeats(_ operation: String) -> Bool
}
