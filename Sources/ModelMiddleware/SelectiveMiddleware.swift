import ModelREST

extension Middleware {
    /// Returns this middleware, restricted to some operations: `Retry().only(for: "posts.list", "posts.get")`.
    public func only(for operations: String...) -> some Middleware {
        Selection(step: self, operations: operations)
    }
}

/// A middleware that other operations bypass.
private struct Selection: Middleware {
    let step: any Middleware
    let operations: [String]

    func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        guard operations.contains(request.operation) else { return try await next(request) }
        return try await step.intercept(request, next: next)
    }
}
