import Foundation
import ModelREST
import ModelSQLite

/// What the example prints while it runs: its steps, and below each the SQL and the requests.
final class Account: Sendable {
    private let lock = NSLock()
    /// The statements since the last line, each with its number of executions.
    nonisolated(unsafe) private var statements: [(sql: String, runs: Int)] = []

    func step(_ title: String) { say("\n\(title)") }
    func result(_ text: String) { say("  = \(text)") }
    func request(_ text: String) { say("  → \(text)") }

    func statement(_ trace: StatementTrace) {
        let sql = trace.sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        lock.lock()
        defer { lock.unlock() }
        if let index = statements.firstIndex(where: { $0.sql == sql }) {
            statements[index].runs += trace.runs
        } else {
            statements.append((sql, trace.runs))
        }
    }

    private func say(_ text: String) {
        lock.lock()
        defer { lock.unlock() }
        for statement in statements {
            print("  ‣ \(statement.sql)\(statement.runs > 1 ? "  (\(statement.runs) times)" : "")")
        }
        statements = []
        print(text)
    }
}

/// Prints each request and its response.
struct RequestAccount: Middleware {
    let account: Account

    func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        let response = try await next(request)
        account.request("\(request.summary): \(response.status), \(response.body.count) bytes")
        return response
    }
}
