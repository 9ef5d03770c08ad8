import ModelgenDiagnostics
import ModelgenSchema

/// What a table is made of does not depend on the time.
enum ClockInSchema: ModelRule {
    static let entry = RuleEntry(
        id: "clock-in-schema",
        summary: "A check, a generated column and an index do not ask for the time.",
        explanation: """
            SQLite makes such a table and then refuses every row that is put into it, because the answer would be
            another one tomorrow (https://www.sqlite.org/deterministic.html). Ask for the time in a `default`, or
            in a query.
            """,
        bad: """
            database: { name: Map }
            models:
              City:
                primaryKey: id
                fields: { id: Int64, founded: String }
                checks: ["founded < date('now')"]

            """,
        good: """
            database: { name: Map }
            models:
              City:
                primaryKey: id
                fields: { id: Int64, founded: String }
                checks: ["founded < '2030-01-01'"]

            """
    )

    private static let functions: Set<String> = ["date", "time", "datetime", "julianday", "strftime", "unixepoch"]

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard subject.model.table != nil else { return [] }
        return subject.expressionNodes.compactMap { node in
            guard let text = node.text, asksForTime(text) else { return nil }
            return report(
                "`\(text)` depends on the time", do: "compare with a fixed date, or check it in the program",
                at: node.range)
        }
    }

    private static func asksForTime(_ text: String) -> Bool {
        let tokens = sqlTokens(text).filter { $0.kind != .space }
        return tokens.indices.contains { index in
            guard tokens[index].kind == .word, functions.contains(tokens[index].text.lowercased()),
                index + 1 < tokens.count, tokens[index + 1].isSymbol("(")
            else { return false }
            var depth = 0
            var isEmpty = true
            for token in tokens[(index + 1)...] {
                if token.isSymbol("(") {
                    depth += 1
                } else if token.isSymbol(")") {
                    depth -= 1
                } else {
                    isEmpty = false
                }
                if token.kind == .string, token.text.lowercased() == "'now'" { return true }
                if depth == 0 { break }
            }
            // Without an argument all of them mean now.
            return isEmpty
        }
    }
}
