/// A generated API: its defaults, and the client that sends its operations.
///
/// ```swift
/// let api = BlogAPI(baseURL: { currentServer }, middleware: [Retry(), RequestLog(logger)])
/// let test = BlogAPI(transport: .replaying(folder))
/// ```
public protocol RESTAPI: Sendable {
    /// What the schema says about the API.
    static var defaults: APIDefaults { get }
    /// What sends its operations.
    var client: APIClient { get }
    /// The API over a client.
    init(client: APIClient)
}

extension RESTAPI {
    /// The API over a transport. The base URL is asked for at each request, so that it can change at run time; without
    /// one it is the schema's. The credential is asked for at each request as well, and sent as the schema's `auth` says.
    public init<SomeTransport: Transport>(
        baseURL: (@Sendable () async throws -> String)? = nil,
        credential: (@Sendable () async throws -> String?)? = nil,
        transport: SomeTransport = URLSessionTransport.shared,
        middleware: [any Middleware] = []
    ) {
        var middleware = middleware
        if let credential { middleware.append(Authentication(Self.defaults.auth, credential: credential)) }
        self.init(
            client: APIClient(Self.defaults, baseURL: baseURL, transport: transport, middleware: middleware)
        )
    }

    /// The same API with more middleware, inside of what it has.
    public func adding(_ middleware: any Middleware) -> Self {
        Self(client: client.adding(middleware))
    }
}
