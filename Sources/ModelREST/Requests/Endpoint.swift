import HTTPTypes

/// One operation of an API as a value: what is sent, and what comes back.
///
/// ```swift
/// static func publish(_ id: Post.ID, quietly: Bool? = nil) -> Endpoint<Post> {
///     Endpoint("posts.publish", .post, "posts/\(id)/publish", returns: .object)
///         .query("quietly", quietly)
/// }
/// let post = try await api.send(Post.publish(12))
/// let answer = try await api.response(for: Post.publish(12))
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

    /// The same operation with a parameter in its query; nil adds nothing.
    public func query<Parameter: ParameterValue>(_ key: String, _ value: Parameter?) -> Endpoint {
        with { $0.query.set(key, value) }
    }

    /// The same operation with a list in its query; nil adds nothing.
    public func query<Parameter: ParameterValue>(
        _ key: String,
        _ values: [Parameter]?,
        style: ListStyle = .repeated
    ) -> Endpoint {
        with { $0.query.set(key, values, style: style) }
    }

    /// The same operation with a header; nil adds nothing.
    public func header<Parameter: ParameterValue>(_ name: String, _ value: Parameter?) -> Endpoint {
        with { $0.headers.set(name, value) }
    }

    /// The same operation with a limit of its own on the time of one attempt.
    public func timeout(_ limit: Duration) -> Endpoint {
        with { $0.timeout = limit }
    }

    /// The same operation with a field in its form (`application/x-www-form-urlencoded`); nil adds nothing.
    public func form<Parameter: ParameterValue>(_ key: String, _ value: Parameter?) -> Endpoint {
        formed { $0.set(key, value) }
    }

    /// The same operation with a list in its form; nil adds nothing.
    public func form<Parameter: ParameterValue>(
        _ key: String,
        _ values: [Parameter]?,
        style: ListStyle = .repeated
    ) -> Endpoint {
        formed { $0.set(key, values, style: style) }
    }

    /// The same operation with a text field in its form of parts (`multipart/form-data`); nil adds nothing.
    public func part<Parameter: ParameterValue>(_ name: String, _ value: Parameter?) -> Endpoint {
        parted { $0.add(name, value) }
    }

    /// The same operation with a text field for each value of a list; nil adds nothing.
    public func part<Parameter: ParameterValue>(_ name: String, _ values: [Parameter]?) -> Endpoint {
        parted { $0.add(name, values) }
    }

    /// The same operation with a file in its form of parts; nil adds nothing.
    public func part(_ name: String, _ source: UploadSource?) -> Endpoint {
        parted { $0.add(name, source) }
    }

    private func formed(_ change: (inout Parameters) -> Void) -> Endpoint {
        with { endpoint in
            var form = Parameters()
            if case .form(let fields)? = endpoint.body?.fields { form = fields }
            change(&form)
            endpoint.body = .form(form)
        }
    }

    private func parted(_ change: (inout MultipartForm) -> Void) -> Endpoint {
        with { endpoint in
            var form = MultipartForm()
            if case .multipart(let parts)? = endpoint.body?.fields { form = parts }
            change(&form)
            endpoint.body = .multipart(form)
        }
    }
}
