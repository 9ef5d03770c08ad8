/// A generated API: its defaults, and the client that sends its operations.
///
/// ```swift
/// let api = BlogAPI(baseURL: { currentServer }, middleware: [Retry()])
/// let test = BlogAPI(transport: .replaying(folder))
/// ```
public protocol RESTAPI: EndpointSending {
    /// The settings from the schema.
    static var defaults: APIDefaults { get }
    /// Creates the API from a client.
    init(client: APIClient)
}

extension RESTAPI {
    /// Creates the API with a transport.
    ///
    /// The base URL is looked up for each request, so it can change at run time; by default, it is the schema's.
    public init<SomeTransport: Transport>(
        baseURL: (@Sendable () async throws -> String)? = nil,
        transport: SomeTransport = URLSessionTransport.shared,
        middleware: [any Middleware] = []
    ) {
        self.init(client: APIClient(Self.defaults, baseURL: baseURL, transport: transport, middleware: middleware))
    }

    /// Returns this API with additional middleware, inside the existing one.
    public func adding(_ middleware: any Middleware...) -> Self {
        Self(client: middleware.reduce(client) { $0.adding($1) })
    }
}
