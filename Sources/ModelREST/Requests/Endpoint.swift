import HTTPTypes

/// One operation of an API as a value: what is sent, and what comes back.
///
/// ```swift
/// static func get(_ id: Post.ID) -> Endpoint<Post> {
///     Endpoint("posts.get", .get, "posts/\(id)", returns: .object)
/// }
/// let post = try await client.send(Endpoints.get(12))
/// let answer = try await client.response(for: Endpoints.get(12))
/// ```
public struct Endpoint<Value: Sendable>: Sendable {
    /// The name by which logs, errors and `Middleware.only(for:)` know it.
    public var operation: String
    /// The method.
    public var method: HTTPRequest.Method
    /// The path below the API's base.
    public var path: APIPath
    /// The parameters of the query.
    public var query: Parameters
    /// Headers beside those of the API.
    public var headers: RequestHeaders
    /// The body.
    public var body: RequestContent?
    /// What comes back, and where in the envelope it lies.
    public var returns: ResponseShape<Value>
    /// How long one attempt may take; nil is the API's default.
    public var timeout: Duration?
    /// The statuses that are a success.
    public var expected: Range<Int> = 200..<300
    /// How further pages are asked for; nil is the API's default.
    public var pagination: Pagination?
    /// Whether it may be sent again when it is not known whether the first time had an effect.
    public var repeatability = Repeatability.byMethod
    /// Whether authentication adds its credentials.
    public var credentials = CredentialUse.sent

    /// An operation.
    public init(
        _ operation: String,
        _ method: HTTPMethod,
        _ path: APIPath,
        query: Parameters = Parameters(),
        headers: RequestHeaders = RequestHeaders(),
        body: RequestContent? = nil,
        timeout: Duration? = nil,
        returns: ResponseShape<Value>
    ) {
        self.operation = operation
        self.method = method.request
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.returns = returns
    }

    /// The same operation with changes: `.with { $0.timeout = .seconds(5) }`.
    public func with(_ change: (inout Endpoint) -> Void) -> Endpoint {
        var changed = self
        change(&changed)
        return changed
    }
}
