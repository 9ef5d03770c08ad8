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
            try await Task.sleep(for: wait)
            attempt += 1
        }
    }

    private func pause(after attempt: Int, _ response: APIRawResponse) -> Duration? {
        guard let asked = RetryAfter.duration(response.headers, now: Date()) else { return backoff(after: attempt) }
        return asked <= patience ? asked : nil
    }

    /// In seconds: arithmetic on durations traps beyond its limits, and so would a jitter that is not a number.
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

/// The header `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date.
enum RetryAfter {
    static func duration(_ headers: HTTPFields, now: Date) -> Duration? {
        guard let name = HTTPField.Name("Retry-After"), let text = headers[name] else { return nil }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if let seconds = Int(text) ?? (isNumber ? .max : nil) {
            return seconds >= 0 ? .seconds(min(seconds, 1 << 32)) : nil
        }
        // A date is on the server's clock, which may differ from this one.
        let now = headers[.date].flatMap { date($0, now) } ?? now
        return date(text, now).map { .seconds(min(max(0, $0.timeIntervalSince(now)), 0x1p32)) }
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, or one of the obsolete forms, `Sunday, 06-Nov-94 08:49:37 GMT` and
    /// `Sun Nov  6 08:49:37 1994` (RFC 9110, section 5.6.7). The day of the week follows from the rest.
    private static func date(_ text: String, _ now: Date) -> Date? {
        var parts = text.split { " ,-".contains($0) }
        if parts.count == 5 { parts = [parts[0], parts[2], parts[1], parts[4], parts[3], "GMT"] }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2].capitalized),
            var year = Int(parts[3])
        else { return nil }
        if parts[3].count == 2 {
            year += 2000
            // Two digits are never more than 50 years in the future.
            if year > Calendar(identifier: .gregorian).component(.year, from: now) + 50 { year -= 100 }
        }
        func padded(_ number: String, _ count: Int) -> String { String(("000" + number).suffix(count)) }
        let day = padded("\(parts[1])", 2)
        return try? RFC3339().decode("\(padded("\(year)", 4))-\(padded("\(month + 1)", 2))-\(day)T\(parts[4])Z")
    }
}
