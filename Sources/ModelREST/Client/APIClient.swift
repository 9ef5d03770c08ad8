import ModelRuntime

/// Sends the operations of an API, using its base URL, headers, middleware and transport.
///
/// ```swift
/// let post = try await client.send(Endpoint("posts.get", .get, "posts/\(id)", returns: .object))
/// ```
/// Only its headers can change. Every error that it throws is an `APIError`, unless the operation declares another.
///
/// It is a class so that, for the compiler, each generated type with a client is a single pointer, which needs no code
/// of its own to be copied.
public final class APIClient: Sendable {
    /// The API's settings from the generated code.
    public let defaults: APIDefaults
    /// The headers of all later requests.
    public let headers: SharedHeaders
    package let baseURL: @Sendable () async throws -> String
    package let delivery: Delivery
    package let middleware: [any Middleware]
    private let pipeline: Middleware.Next
    package let answers: (any EndpointAnswers)?

    /// Creates a client.
    ///
    /// The base URL is looked up for each request; by default, it is that of `defaults`. The first middleware sees a
    /// request first and its response last.
    public convenience init<SomeTransport: Transport>(
        _ defaults: APIDefaults,
        baseURL: (@Sendable () async throws -> String)? = nil,
        transport: SomeTransport = URLSessionTransport.shared,
        middleware: [any Middleware] = []
    ) {
        self.init(
            defaults, SharedHeaders(defaults.headers), baseURL ?? { defaults.baseURL }, Delivery(transport: transport),
            middleware)
    }

    package init(
        _ defaults: APIDefaults,
        _ headers: SharedHeaders,
        _ baseURL: @escaping @Sendable () async throws -> String,
        _ delivery: Delivery,
        _ middleware: [any Middleware],
        _ answers: (any EndpointAnswers)? = nil
    ) {
        self.defaults = defaults
        self.headers = headers
        self.baseURL = baseURL
        self.delivery = delivery
        self.middleware = middleware
        self.answers = answers
        let inner = middleware.reversed().reduce({ try await delivery.perform($0) } as Middleware.Next) { next, outer in
            { try await outer.intercept($0, next: next) }
        }
        pipeline = { request in
            guard let retry = request.retry else { return try await inner(request) }
            return try await retry.intercept(request, next: inner)
        }
    }

    /// Returns this client with additional middleware, inside the existing one, for a part of an API.
    public func adding(_ more: any Middleware...) -> APIClient {
        APIClient(defaults, headers, baseURL, delivery, middleware + more, answers)
    }

    /// Sends an operation. A failure is always an `APIError`, even if the operation declares another error.
    package func undeclared<Value>(_ endpoint: Endpoint<Value>) async throws -> APIResponse<Value> {
        if let answer = try await answers?.answer(to: endpoint) { return APIResponse(value: answer) }
        let request = try await request(for: endpoint)
        return try await judge(perform(request), to: request, as: endpoint)
    }

    /// Sends a request through the middleware.
    package func perform(_ request: APIRequest) async throws(APIError) -> APIRawResponse {
        do {
            return try await pipeline(request)
        } catch var error as APIError where error.failure == nil && error.request.operation == request.operation {
            // Whether this client has given up is irrelevant to a client whose middleware uses it.
            error.isFinal = false
            throw error
        } catch {
            // The error may come from another request, even of the same operation. Its 404 does not mean that the
            // object of this request does not exist: statuses are judged outside of the middleware.
            throw APIError(.init(error), request.summary)
        }
    }

    /// Decides whether a response is a success, and reads its value.
    package func judge<Value>(
        _ raw: APIRawResponse, to request: APIRequest, as endpoint: Endpoint<Value>
    ) throws -> APIResponse<Value> {
        let rule = defaults.failure
        var summary: RequestSummary { raw.sent?() ?? request.summary }
        let code = rule?.code(in: raw.body)
        let succeeded = request.expects(raw.status)
        if !succeeded || rule?.isFailure(code) == true {
            let failure = ServerFailure(raw, rule, format: defaults.format)
            var error = APIError(succeeded ? .business(failure) : .status(failure), summary)
            for declare in endpoint.failures where error.declared == nil { error.declared = declare(failure) }
            throw error
        }
        do {
            // Otherwise, the operation would ignore a failure that cannot be read.
            if Value.self == Void.self, code == nil { try rule?.check(raw.body) }
            let value = try endpoint.returns.decode(raw, defaults.envelope, defaults.format)
            return APIResponse(value: value, raw, metadataPath: defaults.envelope.meta, format: defaults.format)
        } catch {
            throw APIError(.decoding(error), summary)
        }
    }
}

/// Something that sends operations with a client: the client itself, an API, or the operations of a model.
public protocol EndpointSending: Sendable {
    /// The client that sends them.
    var client: APIClient { get }
}

extension APIClient: EndpointSending {
    /// Itself.
    public var client: APIClient { self }
}

extension EndpointSending {
    /// Sends an operation and returns its value: `api.send(Post.comments(of: 12))`.
    public func send<Value>(_ endpoint: consuming Endpoint<Value>) async throws -> Value {
        try await response(for: endpoint).value
    }

    /// Sends an operation and returns its value with status, headers, body and metadata: `api.response(for: Post.get(12))`.
    public func response<Value>(for endpoint: consuming Endpoint<Value>) async throws -> APIResponse<Value> {
        do { return try await client.undeclared(endpoint) } catch { throw error.asDeclared }
    }
}

/// Answers operations in place of a server. Implemented by a test's fake.
package protocol EndpointAnswers: Sendable {
    /// Returns the answer to an operation; nil if there is none.
    func answer<Value>(to endpoint: Endpoint<Value>) async throws -> Value?
}
