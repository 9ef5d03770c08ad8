import Foundation
import HTTPTypes
import ModelREST

/// Retries requests after transient failures, with exponential backoff and jitter, or after the delay that the server
/// requests (`Retry-After`).
///
/// An API or operation whose schema sets the number of attempts (`retry: 3`) doesn't need this middleware, and an
/// operation's own number takes precedence. If there are several, only the innermost one retries a request.
///
/// Only requests that are safe to repeat are retried: idempotent methods (RFC 9110, section 9.2.2), and operations with
/// `repeatability: .safe`. They are retried after the statuses 408, 429, 502, 503 and 504, and if there is no
/// connection, it is lost, or the time is up.
public struct Retry: Middleware {
    private let attempts: Int
    private let first: Duration
    private let longest: Duration
    private let patience: Duration
    private let statuses: [Int]
    private let jitter: @Sendable () -> Double

    /// - Parameters:
    ///   - attempts: The maximum number of attempts, including the first one.
    ///   - first: The delay after the first failure. It doubles after each further one.
    ///   - longest: The maximum delay, unless the server requests one.
    ///   - patience: The longest `Retry-After` to wait for. If it is longer, the response is final.
    ///   - statuses: The statuses that are retried.
    ///   - jitter: Returns the fraction of the delay to wait, by default a random one, so that clients do not retry in
    ///     lockstep.
    public init(
        attempts: Int = 3,
        first: Duration = .milliseconds(200),
        longest: Duration = .seconds(10),
        patience: Duration = .seconds(60),
        statuses: [Int] = [408, 429, 502, 503, 504],
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0.5...1) }
    ) {
        self.attempts = attempts
        self.first = first
        self.longest = longest
        self.patience = patience
        self.statuses = statuses
        self.jitter = jitter
    }

    /// Passes the request on until it succeeds, it cannot be retried, or there are no attempts left. If another, more
    /// specific `Retry` follows, that one alone decides.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        let attempts = request.attempts ?? self.attempts
        var attempt = 1
        while true {
            let wait: Duration
            do {
                var response = try await next(request)
                guard !response.isFinal, attempt < attempts, request.isRepeatable,
                    statuses.contains(response.status), let pause = pause(after: attempt, response)
                else {
                    response.isFinal = true
                    return response
                }
                wait = pause
            } catch var error as APIError {
                guard !error.isFinal, attempt < attempts, request.isRepeatable, Self.isPassing(error) else {
                    error.isFinal = true
                    throw error
                }
                wait = backoff(after: attempt)
            }
            try await Task.sleep(for: wait)
            attempt += 1
        }
    }

    private func pause(after attempt: Int, _ response: APIRawResponse) -> Duration? {
        guard let asked = RetryAfter.duration(response.headers, now: Date()) else { return backoff(after: attempt) }
        return asked <= patience ? asked : nil
    }

    /// Computed in seconds, because arithmetic on durations traps beyond their limits, and so would a jitter that is
    /// not a number.
    private func backoff(after attempt: Int) -> Duration {
        let doubled = first / .seconds(1) * Double(1 << min(attempt - 1, 20))
        return .seconds(max(0, min(min(longest / .seconds(1), doubled) * jitter(), 0x1p32)))
    }

    private static func isPassing(_ error: APIError) -> Bool {
        switch error.reason {
        case .timeout: true
        case .transport(let error): [.cannotConnect, .connectionLost].contains(error.reason)
        default: false
        }
    }
}

extension APIRequest {
    /// Whether the request may be sent twice: its method is idempotent (RFC 9110, section 9.2.2), or the operation
    /// allows it.
    public var isRepeatable: Bool {
        switch repeatability {
        case .safe: true
        case .never: false
        case .byMethod: [.get, .head, .put, .delete, .options, .trace].contains(method)
        }
    }
}

extension APIDefaults {
    /// Returns these settings with a maximum number of attempts for requests that may be repeated.
    public func retrying(_ attempts: Int) -> APIDefaults {
        var defaults = self
        defaults.retry = Retry(attempts: attempts)
        return defaults
    }
}

extension Endpoint {
    /// Returns this operation with a maximum number of attempts, if it may be repeated; 1 disables retries.
    public func attempts(_ attempts: Int) -> Endpoint {
        with { ($0.attempts, $0.retry) = (attempts, Retry(attempts: attempts)) }
    }
}
