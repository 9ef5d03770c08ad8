import ModelREST

/// A generated API whose requests are authenticated.
public protocol AuthenticatedAPI: RESTAPI {
    /// How requests are authenticated: by the first of these schemes, unless an operation names others.
    static var auth: [AuthenticationScheme] { get }
}

extension AuthenticatedAPI {
    /// Creates the API with a credential. It is requested for each request, and sent as the schema's `auth` declares;
    /// nil sends none.
    ///
    /// ```swift
    /// let api = DeskAPI(credential: { session.token })
    /// ```
    public init<SomeTransport: Transport>(
        baseURL: (@Sendable () async throws -> String)? = nil,
        credential: @escaping @Sendable () async throws -> String?,
        transport: SomeTransport = URLSessionTransport.shared,
        middleware: [any Middleware] = []
    ) {
        let authentication = Authentication(Array(Self.auth.prefix(1))) { _ in try await credential() }
        self.init(baseURL: baseURL, transport: transport, middleware: middleware + [authentication])
    }
}

/// A generated API with several credentials, from which each operation selects.
///
/// It does not inherit from ``AuthenticatedAPI``, whose `init(…credential:…)` would send operations that name another
/// credential without one.
public protocol MultiCredentialAPI: RESTAPI {
    /// How requests are authenticated: by the first of these schemes, unless an operation names others.
    static var auth: [AuthenticationScheme] { get }
    /// The credentials that its requests can use.
    associatedtype Credential: RawRepresentable & Sendable where Credential.RawValue == String
}

extension MultiCredentialAPI {
    /// Creates the API with several credentials. Each one is requested by its name for every request that uses it; nil
    /// sends none.
    ///
    /// ```swift
    /// let api = DeskAPI(credentials: { $0 == .key ? apiKey : session.token })
    /// ```
    public init<SomeTransport: Transport>(
        baseURL: (@Sendable () async throws -> String)? = nil,
        credentials: @escaping @Sendable (Credential) async throws -> String?,
        transport: SomeTransport = URLSessionTransport.shared,
        middleware: [any Middleware] = []
    ) {
        let authentication = Authentication(Self.auth) { name in
            guard let credential = Credential(rawValue: name) else { return nil }
            return try await credentials(credential)
        }
        self.init(baseURL: baseURL, transport: transport, middleware: middleware + [authentication])
    }
}
