import ModelgenDiagnostics
import ModelgenSchema

/// The schema of a table does not depend on the time.
enum ClockInSchema: ModelRule {
    static let entry = RuleEntry(
        id: "clock-in-schema",
        summary: "Checks, generated columns and indexes cannot depend on the current time.",
        explanation: """
            SQLite creates such a table but then rejects every row inserted into it, because the result would differ
            tomorrow or in another time zone (https://www.sqlite.org/deterministic.html). Use the time in a `default`
            or in a query.
            """,
        example: """
             database: { name: Map }
             models:
               City:
                 primaryKey: id
                 fields: { id: Int64, founded: String }
            -    checks: ["founded < date('now')"]
            +    checks: ["founded < '2030-01-01'"]
            """
    )

    /// The number of arguments before the time: without further arguments, the function uses the current time
    /// (https://www.sqlite.org/lang_datefunc.html).
    private static let functions: [String: Int] = [
        "date": 0, "time": 0, "datetime": 0, "julianday": 0, "unixepoch": 0, "strftime": 1, "timediff": 0,
    ]

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard subject.model.table != nil else { return [] }
        return subject.sql.compactMap { sql in
            guard sql.purpose == .constraint, let text = sql.node.text, asksForTime(text) else { return nil }
            return report(
                "`\(text)` depends on the current time", do: "compare with a fixed date, or check it in your program",
                at: sql.node.range)
        }
    }

    private static func asksForTime(_ text: String) -> Bool {
        let tokens = sqlTokens(text).filter { $0.kind != .space }
        if tokens.contains(where: { token in clocks.contains { token.isWord($0) } }) { return true }
        return tokens.indices.contains { index in
            guard let others = functions[tokens[index].name?.lowercased() ?? ""], index + 1 < tokens.count,
                tokens[index + 1].isSymbol("(")
            else { return false }
            let arguments = tokens[(index + 1)...].firstList
            if arguments.joined().contains(where: {
                $0.kind == .string && timeWords.contains($0.text.lowercased().filter { !$0.isWhitespace })
            }) {
                return true
            }
            // A modifier on its own is not a time: unixepoch('subsec').
            return arguments.dropFirst(others).allSatisfy { argument in
                argument.count == 1 && argument[0].kind == .string && argument[0].text.lowercased().hasPrefix("'subsec")
            }
        }
    }

    private static let clocks = ["CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP"]

    /// The current time, and the modifiers that depend on the time zone.
    private static let timeWords = ["'now'", "'localtime'", "'utc'"]
}
