import HTTPTypes
import ModelRuntime

/// An operation of an API as a value: the request, and how to interpret the response.
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
    /// The name used by logs, errors and `Middleware.only(for:)`.
    public var operation: String
    /// The method.
    public var method: HTTPRequest.Method
    /// The path relative to the API's base.
    public var path: APIPath
    /// The parameters of the query.
    public var query: Parameters
    /// Headers in addition to those of the API.
    public var headers: RequestHeaders
    /// The body.
    public var body: RequestContent?
    /// The result, and its position in the envelope.
    public var returns: ResponseShape<Value>
    /// The timeout for one attempt; nil means the API's default.
    public var timeout: Duration?
    /// The statuses that count as success.
    public var expected = [200...299]
    /// The errors thrown for failures, instead of an `APIError`.
    package var failures: [@Sendable (ServerFailure) -> (any Error)?] = []
    /// Whether a redirect may turn the request into a GET; nil means the API's default.
    public var redirects: RedirectPolicy?
    /// How further pages are requested, for ModelPagination; nil means the API's default.
    package var pagination: (any Sendable)?
    /// Whether the request may be sent again if it is unknown whether the previous attempt had an effect.
    public var repeatability = Repeatability.byMethod
    /// The credentials that authentication adds.
    public var credentials = CredentialUse.sent
    /// The maximum number of attempts, if the request may be sent again; nil means the API's default.
    public var attempts: Int?
    /// The middleware that retries it, if the schema declares one.
    package var retry: (any Middleware)?
    /// The name of the header for the idempotency key of each call, by which the server recognizes repeated requests.
    public var idempotencyHeader: String?
    /// The arguments of the operation, from which a test's fake can answer it.
    package var input: (any Sendable)?

    /// Creates an operation.
    public init(
        _ operation: String,
        _ method: HTTPMethod,
        _ path: APIPath,
        query: Parameters = Parameters(),
        headers: RequestHeaders = RequestHeaders(),
        body: RequestContent? = nil,
        returns: ResponseShape<Value>
    ) {
        self.operation = operation
        self.method = method.request
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.returns = returns
    }

    /// A description, as far as it is known before the request is sent.
    package var summary: RequestSummary {
        RequestSummary(operation: operation, method: method.rawValue, url: "/\(path)")
    }

    /// Returns this operation with changes: `.with { $0.timeout = .seconds(5) }`.
    public func with(_ change: (inout Endpoint) -> Void) -> Endpoint {
        var changed = self
        change(&changed)
        return changed
    }

    /// Returns this operation with an additional query parameter; nil adds nothing.
    public func query(_ key: String, _ value: (some ParameterValue)?) -> Endpoint {
        with { $0.query.set(key, value) }
    }

    /// Returns this operation with additional query parameters:
    /// `.query { $0.set("tags", tags, style: .commaSeparated) }`.
    public func query(_ change: (inout Parameters) -> Void) -> Endpoint {
        with { change(&$0.query) }
    }

    /// Returns this operation with an additional header; nil adds nothing.
    public func header(_ name: String, _ value: (some ParameterValue)?) -> Endpoint {
        with { $0.headers.set(name, value) }
    }

    /// Returns this operation with additional headers: `.headers { $0.set("If-Modified-Since", date, using:
    /// DateFormat(…)) }`.
    public func headers(_ change: (inout RequestHeaders) -> Void) -> Endpoint {
        with { change(&$0.headers) }
    }

    /// Returns this operation with a form (`application/x-www-form-urlencoded`) as its body.
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

    /// Returns this operation with an additional status that counts as success.
    public func accepting(_ status: Int) -> Endpoint {
        with { $0.expected.append(status...status) }
    }

    /// Returns this operation with only these statuses counted as success.
    public func expecting(_ statuses: Int...) -> Endpoint {
        with { $0.expected = statuses.map { $0...$0 } }
    }

    /// Returns this operation, allowing it to be repeated whatever its method.
    ///
    /// - Parameter header: The header for a key that is the same in every attempt of a call, and different for each
    ///   call. If it is nil, sending the request twice must have the same effect as sending it once.
    public func idempotent(key header: String? = nil) -> Endpoint {
        with { ($0.repeatability, $0.idempotencyHeader) = (.safe, header) }
    }

    /// Returns this operation with the credentials with these names, for an API with several.
    public func authenticated(by names: String...) -> Endpoint {
        with { $0.credentials = .named(names) }
    }

    /// Returns this operation without credentials.
    public func unauthenticated() -> Endpoint {
        with { $0.credentials = .withheld }
    }

    /// Returns this operation with its own timeout for each attempt.
    public func timeout(_ limit: Duration) -> Endpoint {
        with { $0.timeout = limit }
    }
}
