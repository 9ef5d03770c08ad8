import Foundation
import HTTPTypes
import ModelRuntime

/// Repeats requests after transient failures, with exponential backoff and jitter, or after the delay requested by the
/// server (`Retry-After`).
///
/// An API or operation that sets the number of attempts in its schema (`retry: 3`) doesn't need this middleware, and an
/// operation's number takes precedence. Only requests that are safe to repeat are repeated: idempotent methods (RFC
/// 9110, section 9.2.2) and operations with `repeatability: .safe`. Statuses: 408, 429, 502, 503, 504; errors: no
/// connection, a lost connection, a timeout.
public struct Retry: Middleware {
    private let attempts: Int
    private let first: Duration
    private let longest: Duration
    private let patience: Duration
    private let statuses: [Int]
    private let jitter: @Sendable () -> Double

    /// - Parameters:
    ///   - attempts: The maximum number of attempts, including the first.
    ///   - first: The delay after the first failure; it doubles each time.
    ///   - longest: The maximum delay, unless the server requests one.
    ///   - patience: The longest `Retry-After` to wait for; if it is longer, the response is final.
    ///   - statuses: The statuses that are retried.
    ///   - jitter: The fraction of the delay to wait, so that clients don't retry in lockstep.
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

    /// Passes the request on until it succeeds, its attempts are exhausted, or it cannot be retried.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        let attempts = request.attempts ?? self.attempts
        var attempt = 1
        while true {
            let wait: Duration
            do {
                let response = try await next(request)
                guard attempt < attempts, request.isRepeatable, statuses.contains(response.status),
                    let pause = pause(after: attempt, response)
                else { return response }
                wait = pause
            } catch let error as APIError {
                guard attempt < attempts, request.isRepeatable, Self.isPassing(error) else { throw error }
                wait = backoff(after: attempt)
            }
            // Clocks trap on durations that they cannot represent.
            try await Task.sleep(for: min(wait, .seconds(1 << 32)))
            attempt += 1
        }
    }

    private func pause(after attempt: Int, _ response: APIRawResponse) -> Duration? {
        guard let asked = RetryAfter.duration(response.headers, now: Date()) else { return backoff(after: attempt) }
        return asked <= patience ? asked : nil
    }

    private func backoff(after attempt: Int) -> Duration {
        min(longest, min(first, longest) * (1 << min(attempt - 1, 20))) * jitter()
    }

    private static func isPassing(_ error: APIError) -> Bool {
        switch error.reason {
        case .timeout: true
        case .transport(let error): [.cannotConnect, .connectionLost].contains(error.reason)
        default: false
        }
    }
}

/// The header `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date.
enum RetryAfter {
    static func duration(_ headers: HTTPFields, now: Date) -> Duration? {
        guard let name = HTTPField.Name("Retry-After"), let text = headers[name] else { return nil }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if let seconds = Int(text) ?? (isNumber ? .max : nil) {
            return seconds >= 0 ? .seconds(min(seconds, 1 << 32)) : nil
        }
        return date(text).map { .seconds(max(0, $0.timeIntervalSince(now))) }
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7); the obsolete forms are not read. The day of the week
    /// follows from the rest.
    private static func date(_ text: String) -> Date? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2].capitalized) else {
            return nil
        }
        return try? RFC3339().decode("\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])T\(parts[4])Z")
    }
}
