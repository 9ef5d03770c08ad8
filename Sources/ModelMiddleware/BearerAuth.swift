import Foundation
import ModelREST

/// `Authorization: Bearer …` (RFC 6750), renewing the token when the server rejects it.
///
/// ```swift
/// let tokens = RefreshingTokens(token: stored) { old in try await login.refresh() }
/// let api = BlogAPI(middleware: [BearerAuth(tokens)])
/// ```
/// A request answered with 401 is sent once more with a new token, regardless of its method, because a server that
/// rejects a credential has not acted on the request. Place it after `Retry` in the list.
public struct BearerAuth: Middleware {
    private let tokens: RefreshingTokens
    private let name: String
    private let isRefused: @Sendable (APIRawResponse) -> Bool

    /// Authentication with renewable tokens. `isRefused` determines whether a response requires a new token, by default
    /// by the status 401. `name` is the name of this credential in an API with several.
    public init(
        _ tokens: RefreshingTokens,
        as name: String = "",
        isRefused: @escaping @Sendable (APIRawResponse) -> Bool = { $0.status == 401 }
    ) {
        self.tokens = tokens
        self.name = name
        self.isRefused = isRefused
    }

    /// Authentication with a fixed token.
    public init(_ token: String, as name: String = "") {
        self.init(RefreshingTokens(token: token, refresh: nil), as: name)
    }

    /// Passes the request on with the token, and once more with a new one if it was rejected.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        guard request.credentials.include(name) else { return try await next(request) }
        let token = try await tokens.token()
        let response = try await next(request.bearing(token))
        guard isRefused(response), let renewed = try await tokens.renewed(after: token) else { return response }
        return try await next(request.bearing(renewed))
    }
}

extension APIRequest {
    fileprivate func bearing(_ token: String) throws -> APIRequest {
        var request = self
        try request.authorize("Authorization", "Bearer \(token)")
        return request
    }
}

/// A token and a function to renew it, which is called only once, no matter how many requests are waiting for it.
public actor RefreshingTokens {
    /// Returns a new token, given the old one, if there is any.
    public typealias Refresh = @Sendable (_ old: String?) async throws -> String

    private var current: String?
    private let refresh: Refresh?
    /// The refresh in progress.
    private var running: Task<String, any Error>?
    /// How often the token was replaced.
    private var replacements = 0
    /// The tokens that the task is renewing.
    @TaskLocal private static var renewing: RefreshingTokens?

    /// Creates renewable tokens. Without an initial token, the first request gets one from `refresh`; without
    /// `refresh`, the token is fixed.
    ///
    /// If `refresh` sends a request with the same API, it is sent with the old token, and a 401 is final, because the
    /// request cannot wait for the token it is supposed to fetch. Give its endpoint `credentials: .withheld`.
    public init(token: String?, refresh: Refresh?) {
        current = token
        self.refresh = refresh
    }

    /// Sets a token obtained elsewhere, for example by logging in; nil removes it, for example when logging out.
    ///
    /// A refresh in progress is discarded: requests waiting for it get this token, or ``MissingToken``.
    public func replace(with token: String?) {
        current = token
        replacements += 1
        running?.cancel()
        running = nil
    }

    private var replaced: String {
        get throws {
            guard let current else { throw MissingToken() }
            return current
        }
    }

    func token() async throws -> String {
        if let current { return current }
        guard let token = try await renewed(after: nil) else { throw MissingToken() }
        return token
    }

    /// A token other than the rejected one: one obtained in the meantime, or a new one. Nil if there is no way to get
    /// one.
    func renewed(after refused: String?) async throws -> String? {
        if let current, current != refused, running == nil { return current }
        guard let refresh, Self.renewing !== self else { return nil }
        let known = replacements
        let refreshing = running ?? start(refresh, refused)
        running = refreshing
        do {
            let token = try await refreshing.valueUnlessCancelled
            return replacements == known ? token : try replaced
        } catch  where replacements != known {
            return try replaced
        }
    }

    /// Not a child task of the request: if that is cancelled, others still wait for the token. Nobody waits for one that
    /// is discarded.
    private func start(_ refresh: @escaping Refresh, _ refused: String?) -> Task<String, any Error> {
        let refreshing = Task { try await Self.$renewing.withValue(self) { try await refresh(refused) } }
        let known = replacements
        return Task {
            defer { if replacements == known { running = nil } }
            let token = try await refreshing.valueUnlessCancelled
            if replacements == known { current = token }
            return token
        }
    }
}

/// There is no token, and no way to get one.
public struct MissingToken: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public var description: String { "no token, and no way to get one" }
}
