import Foundation
import ModelCredentials
import ModelREST
import ModelStoredForms

/// Sends `Authorization: Bearer …` (RFC 6750), and renews the token when the server rejects it.
///
/// ```swift
/// let tokens = RefreshingTokens(token: stored) { old in try await login.refresh() }
/// let api = BlogAPI(middleware: [BearerAuth(tokens)])
/// ```
/// If the answer is 401, the request is sent once more with a new token, whatever its method, because a server that
/// rejects a credential has not acted on the request. Place this middleware after `Retry` in the list.
public struct BearerAuth: Middleware {
    private let tokens: RefreshingTokens
    private let name: String
    private let isRefused: @Sendable (APIRawResponse) -> Bool

    /// Creates a middleware with renewable tokens.
    ///
    /// - Parameters:
    ///   - tokens: The tokens.
    ///   - name: The name of this credential, in an API with several.
    ///   - isRefused: Returns whether a response requires a new token. By default, it does if its status is 401.
    public init(
        _ tokens: RefreshingTokens,
        as name: String = "",
        isRefused: @escaping @Sendable (APIRawResponse) -> Bool = { $0.status == 401 }
    ) {
        self.tokens = tokens
        self.name = name
        self.isRefused = isRefused
    }

    /// Creates a middleware with a fixed token.
    public init(_ token: String, as name: String = "") {
        self.init(RefreshingTokens(token: token, refresh: nil), as: name)
    }

    /// Passes the request on with the token. If that is rejected, does so once more with a new one.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        guard request.credentials.include(name) else { return try await next(request) }
        let (token, session) = try await tokens.token()
        let response = try await next(request.bearing(token))
        guard isRefused(response), let renewed = try await tokens.renewed(after: token, in: session) else {
            return response
        }
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

/// A token and a function that renews it. The function is called only once, no matter how many requests are waiting for
/// the token.
///
/// A request that waits for a token, or whose token was rejected, never gets the token of another session, which may
/// belong to another user: see ``replace(with:)``. To middleware before ``BearerAuth``, such as a `Retry` or the
/// `retry` of the schema, each attempt is a new request.
public actor RefreshingTokens {
    /// Returns a new token. `old` is the previous one, if there is one.
    public typealias Refresh = @Sendable (_ old: String?) async throws -> String

    private var current: String?
    private let refresh: Refresh?
    /// The renewal in progress.
    private var running: Task<String, any Error>?
    /// The number of the session to which the token belongs.
    private var session = 0
    /// The number of times that a token was set.
    private var replacements = 0
    /// The renewal of which the current task is a part.
    @TaskLocal private static var renewal: Renewal?

    /// Creates renewable tokens.
    ///
    /// Without an initial token, the first request gets one from `refresh`. Without `refresh`, the token is fixed.
    ///
    /// If `refresh` sends a request with the same API, that is sent with the old token, and a 401 is final, because the
    /// request cannot wait for the token that it is supposed to fetch. Give its endpoint `credentials: .withheld`.
    public init(token: String?, refresh: Refresh?) {
        current = token
        self.refresh = refresh
    }

    /// Begins another session with a token that was obtained elsewhere, by logging in; nil ends the session, by logging
    /// out.
    ///
    /// Requests of the previous session never get this token, which may belong to another user: a renewal in progress
    /// is discarded, requests that wait for it throw ``MissingToken``, and a 401 is final. For another token of the
    /// same user, call ``renew(with:)``.
    public func replace(with token: String?) {
        session += 1
        renew(with: token)
    }

    /// Sets a new token of the same user that was obtained elsewhere. Requests that wait for a renewal get this token,
    /// and the renewal is discarded.
    public func renew(with token: String) { renew(with: token as String?) }

    private func renew(with token: String?) {
        current = token
        replacements += 1
        running?.cancel()
        running = nil
    }

    func token() async throws -> (String, session: Int) {
        let known = session
        if let current { return (current, known) }
        guard let token = try await renewed(after: nil, in: known) else { throw MissingToken() }
        return (token, known)
    }

    /// Returns a token of the same session other than the rejected one: one that was obtained in the meantime, or a new
    /// one. Returns nil if there is no way to get one.
    func renewed(after refused: String?, in known: Int) async throws -> String? {
        guard session == known else { return nil }
        if let current, current != refused, running == nil { return current }
        guard let refresh, Self.renewal?.isRunning(for: self) != true else { return nil }
        let count = replacements
        let refreshing = running ?? start(refresh, refused)
        running = refreshing
        do {
            let token = try await refreshing.valueUnlessCancelled
            return replacements == count ? token : try replaced(in: known)
        } catch  where replacements != count {
            return try replaced(in: known)
        }
    }

    private func replaced(in known: Int) throws -> String {
        guard session == known, let current else { throw MissingToken() }
        return current
    }

    /// Starts a task that is not a child of the request's, because others wait for the token even if the request is
    /// cancelled. Nobody waits for a task that was discarded.
    private func start(_ refresh: @escaping Refresh, _ refused: String?) -> Task<String, any Error> {
        let renewal = Renewal(of: self)
        let refreshing = Task {
            defer { renewal.end() }
            return try await Self.$renewal.withValue(renewal) { try await refresh(refused) }
        }
        let known = replacements
        return Task {
            defer { if replacements == known { running = nil } }
            let token = try await refreshing.valueUnlessCancelled
            if replacements == known { current = token }
            return token
        }
    }
}

/// Whether a renewal is still running. Tasks that it started may continue, but are then no longer part of it.
private final class Renewal: Sendable {
    private let tokens: Locked<RefreshingTokens?>

    init(of tokens: RefreshingTokens) { self.tokens = Locked(tokens) }

    func isRunning(for tokens: RefreshingTokens) -> Bool { self.tokens.withLock { $0 === tokens } }

    func end() { tokens.withLock { $0 = nil } }
}

/// Thrown if there is no token and no way to get one.
public struct MissingToken: Error, Hashable, Sendable, CustomStringConvertible {
    /// Creates the error, for example to test what is shown for it.
    public init() {}

    /// What is wrong.
    public var description: String { "no token, and no way to get one" }
}
