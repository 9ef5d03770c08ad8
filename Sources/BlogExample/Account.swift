import Foundation
import ModelREST
import ModelSQLite

/// What the example tells while it runs: its steps, and under each the SQL and the requests that ran.
final class Account: Sendable {
    private let lock = NSLock()

    func step(_ title: String) { say("\n\(title)") }
    func result(_ text: String) { say("  = \(text)") }
    func request(_ text: String) { say("  \u{2192} \(text)") }

    func statement(_ trace: StatementTrace) {
        let sql = trace.sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        say("  \u{2023} \(sql)\(trace.runs > 1 ? "  (\(trace.runs) times)" : "")")
    }

    private func say(_ text: String) { lock.withLock { print(text) } }
}

/// Tells of each request and of its answer.
struct RequestAccount: Middleware {
    let account: Account

    func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        let response = try await next(request)
        account.request("\(request.summary): \(response.status.code), \(response.body.count) bytes")
        return response
    }
}
