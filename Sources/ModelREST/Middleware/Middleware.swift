/// A step around every request: it can change the request, answer itself, repeat, and change the response.
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
/// Responses of every status pass through here; they are judged afterwards.
public protocol Middleware: Sendable {
    /// The rest of the way to the server and back.
    typealias Next = @Sendable (APIRequest) async throws -> APIRawResponse

    /// Sends a request on and gives its response.
    func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse
}

extension Middleware {
    /// The same step for some operations only: `Retry().only(for: "posts.list", "posts.get")`.
    public func only(for operations: String...) -> some Middleware {
        SelectiveMiddleware(step: self, operations: operations)
    }
}

/// A step that lets other operations pass.
private struct SelectiveMiddleware: Middleware {
    let step: any Middleware
    let operations: [String]

    func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        guard operations.contains(request.operation) else { return try await next(request) }
        return try await step.intercept(request, next: next)
    }
}
