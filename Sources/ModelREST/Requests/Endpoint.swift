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
    package var failures: [FailureCase] = []
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

    /// The same operation with more parameters in its query: `.query { $0.set("tags", tags, style: .bracketed) }`.
    public func query(_ change: (inout Parameters) -> Void) -> Endpoint {
        with { change(&$0.query) }
    }

    /// The same operation with a header; nil adds nothing.
    public func header<Parameter: ParameterValue>(_ name: String, _ value: Parameter?) -> Endpoint {
        with { $0.headers.set(name, value) }
    }

    /// The same operation with more headers: `.headers { $0.set("If-Modified-Since", date, using: DateFormat(…)) }`.
    public func headers(_ change: (inout RequestHeaders) -> Void) -> Endpoint {
        with { change(&$0.headers) }
    }

    /// The same operation with a form (`application/x-www-form-urlencoded`) for its body.
    ///
    /// ```swift
    /// Endpoint("posts.vote", .post, "posts/\(id)/vote", returns: .nothing)
    ///     .form { $0.set("stars", stars) }
    /// ```
    public func form(_ fill: (inout Parameters) -> Void) -> Endpoint {
        var form = Parameters()
        fill(&form)
        return with { $0.body = .form(form) }
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
}

/// What is thrown for failures with certain statuses.
package struct FailureCase: Sendable {
    let statuses: ClosedRange<Int>
    let make: @Sendable (ServerFailure) throws -> any Error

    func error(for failure: ServerFailure) -> (any Error)? {
        statuses.contains(failure.status) ? try? make(failure) : nil
    }
}
