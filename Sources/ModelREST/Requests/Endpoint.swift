import HTTPTypes
import ModelRuntime

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
    /// Further statuses that are a success, 304 for one.
    public var accepted: [Int] = []
    /// What is thrown for which failure, instead of an `APIError`.
    var failures: [FailureCase] = []
    /// Whether a redirect may turn it into a GET; nil is the API's default.
    public var redirects: RedirectPolicy?
    /// How further pages are asked for; nil is the API's default.
    public var pagination: Pagination?
    /// Whether it may be sent again when it is not known whether the first time had an effect.
    public var repeatability = Repeatability.byMethod
    /// Which credentials authentication adds.
    public var credentials = CredentialUse.sent
    /// How often it is sent at most, if it may be repeated; nil is the API's default.
    public var attempts: Int?
    /// The header that holds a key of each call, by which the server knows a request that is sent again.
    public var idempotencyHeader: String?

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

    /// The same operation with what a transformer makes of a value in its query; nil adds nothing.
    public func query<Form: Transformer>(_ key: String, _ value: Form.Value?, using form: Form) -> Endpoint
    where Form.Source: ParameterValue {
        with { $0.query.set(key, value, using: form) }
    }

    /// The same operation with what a transformer makes of each value of a list in its query; nil adds nothing.
    public func query<Form: Transformer>(
        _ key: String,
        _ values: [Form.Value]?,
        style: ListStyle = .repeated,
        using form: Form
    ) -> Endpoint where Form.Source: ParameterValue {
        with { $0.query.set(key, values, style: style, using: form) }
    }

    /// The same operation with `key[name]` in its query for each value by its name; nil adds nothing.
    public func query<Parameter: ParameterValue>(_ key: String, _ values: [String: Parameter]?) -> Endpoint {
        with { $0.query.set(key, values) }
    }

    /// The same operation with `key[name]` in its query for what a transformer makes of each value by its name; nil adds
    /// nothing.
    public func query<Form: Transformer>(_ key: String, _ values: [String: Form.Value]?, using form: Form) -> Endpoint
    where Form.Source: ParameterValue {
        with { $0.query.set(key, values, using: form) }
    }

    /// The same operation, whose logs and errors do not show a parameter of its query.
    public func hiding(_ key: String) -> Endpoint {
        with { $0.query.hide(key) }
    }

    /// The same operation with what a transformer makes of a value in its form; nil adds nothing.
    public func form<Form: Transformer>(_ key: String, _ value: Form.Value?, using form: Form) -> Endpoint
    where Form.Source: ParameterValue {
        formed { $0.set(key, value, using: form) }
    }

    /// The same operation with a header; nil adds nothing.
    public func header<Parameter: ParameterValue>(_ name: String, _ value: Parameter?) -> Endpoint {
        with { $0.headers.set(name, value) }
    }

    /// The same operation with what a transformer makes of a value in a header; nil adds nothing.
    public func header<Form: Transformer>(_ name: String, _ value: Form.Value?, using form: Form) -> Endpoint
    where Form.Source: ParameterValue {
        with { $0.headers.set(name, value, using: form) }
    }

    /// The same operation with a further status that is a success.
    public func accepting(_ status: Int) -> Endpoint {
        with { $0.accepted.append(status) }
    }

    /// The same operation, which throws an error of its own for a failure with a status.
    ///
    /// ```swift
    /// .failing(404) { GetFailure.notFound(try $0.decoded(as: Problem.self)) }
    /// ```
    /// Where the body cannot be read as that, the error is the usual `APIError`.
    public func failing(_ status: Int, _ make: @escaping @Sendable (ServerFailure) throws -> any Error) -> Endpoint {
        failing(status...status, make)
    }

    /// The same operation, which throws an error of its own for a failure with one of several statuses. The first that fits
    /// counts.
    public func failing(
        _ statuses: ClosedRange<Int> = 0...599,
        _ make: @escaping @Sendable (ServerFailure) throws -> any Error
    ) -> Endpoint {
        with { $0.failures.append(FailureCase(statuses: statuses, make: make)) }
    }

    /// The same operation, of which no other status than these is a success.
    public func expecting(_ statuses: Int...) -> Endpoint {
        with { ($0.expected, $0.accepted) = (0..<0, statuses) }
    }

    /// The same operation, which may be sent again whatever its method. Each call has a key in this header, the same in
    /// every attempt; without one, to send it twice is as good as once.
    public func idempotent(key header: String? = nil) -> Endpoint {
        with { ($0.repeatability, $0.idempotencyHeader) = (.safe, header) }
    }

    /// The same operation, sent so many times at most, if it may be repeated; 1 is never again.
    public func attempts(_ attempts: Int) -> Endpoint {
        with { $0.attempts = attempts }
    }

    /// The same operation with the credentials of these names, of an API that has several.
    public func authenticated(by names: String...) -> Endpoint {
        with { $0.credentials = .named(names) }
    }

    /// The same operation without credentials.
    public func unauthenticated() -> Endpoint {
        with { $0.credentials = .withheld }
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

    /// The same operation with what a transformer makes of each value of a list in its form; nil adds nothing.
    public func form<Form: Transformer>(
        _ key: String,
        _ values: [Form.Value]?,
        style: ListStyle = .repeated,
        using form: Form
    ) -> Endpoint where Form.Source: ParameterValue {
        formed { $0.set(key, values, style: style, using: form) }
    }

    /// The same operation with `key[name]` in its form for each value by its name; nil adds nothing.
    public func form<Parameter: ParameterValue>(_ key: String, _ values: [String: Parameter]?) -> Endpoint {
        formed { $0.set(key, values) }
    }

    /// The same operation with `key[name]` in its form for what a transformer makes of each value by its name; nil adds
    /// nothing.
    public func form<Form: Transformer>(_ key: String, _ values: [String: Form.Value]?, using form: Form) -> Endpoint
    where Form.Source: ParameterValue {
        formed { $0.set(key, values, using: form) }
    }

    /// The same operation with a text field in its form of parts (`multipart/form-data`); nil adds nothing.
    public func part<Parameter: ParameterValue>(
        _ name: String,
        _ value: Parameter?,
        headers: RequestHeaders = RequestHeaders()
    ) -> Endpoint {
        parted { $0.add(name, value, headers: headers) }
    }

    /// The same operation with a text field for each value of a list; nil adds nothing.
    public func part<Parameter: ParameterValue>(
        _ name: String,
        _ values: [Parameter]?,
        headers: RequestHeaders = RequestHeaders()
    ) -> Endpoint {
        parted { $0.add(name, values, headers: headers) }
    }

    /// The same operation with what a transformer makes of a value as a text field; nil adds nothing.
    public func part<Form: Transformer>(
        _ name: String,
        _ value: Form.Value?,
        using form: Form,
        headers: RequestHeaders = RequestHeaders()
    ) -> Endpoint where Form.Source: ParameterValue {
        parted { $0.add(name, value, using: form, headers: headers) }
    }

    /// The same operation with a text field for what a transformer makes of each value of a list; nil adds nothing.
    public func part<Form: Transformer>(
        _ name: String,
        _ values: [Form.Value]?,
        using form: Form,
        headers: RequestHeaders = RequestHeaders()
    ) -> Endpoint where Form.Source: ParameterValue {
        parted { $0.add(name, values, using: form, headers: headers) }
    }

    /// The same operation with a part of JSON in its form of parts; nil adds nothing.
    public func part<Part: JSONValue>(
        _ name: String,
        json value: Part?,
        headers: RequestHeaders = RequestHeaders()
    ) -> Endpoint {
        parted { $0.add(name, json: value, headers: headers) }
    }

    /// The same operation with a file in its form of parts; nil adds nothing.
    public func part(
        _ name: String,
        _ source: UploadSource?,
        headers: RequestHeaders = RequestHeaders()
    ) -> Endpoint {
        parted { $0.add(name, source, headers: headers) }
    }

    /// The same operation with several files under one name in its form of parts; nil adds nothing.
    public func part(
        _ name: String,
        _ sources: [UploadSource]?,
        headers: RequestHeaders = RequestHeaders()
    ) -> Endpoint {
        parted { $0.add(name, sources, headers: headers) }
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

/// What is thrown for failures with certain statuses.
struct FailureCase: Sendable {
    let statuses: ClosedRange<Int>
    let make: @Sendable (ServerFailure) throws -> any Error

    func error(for failure: ServerFailure) -> (any Error)? {
        statuses.contains(failure.status) ? try? make(failure) : nil
    }
}
