import ModelgenDiagnostics
import ModelgenSchema

/// The parameters of a query are those of its SQL.
enum QueryParameter: Rule {
    static let entry = RuleEntry(
        id: "query-parameter",
        summary:
            "Each `:name` in the SQL of a query is declared under `params`, and each of `params` is used in the SQL.",
        explanation: """
            A parameter in the SQL is written `:name`, and its type is declared under `params`. Parameters without a
            name (`?`) could not be distinguished in Swift. Parameters in strings and comments don't count.
            """,
        example: """
             database: { name: Map }
             models:
               City:
                 table: city
                 fields: { name: String }
                 queries:
            -      named: { sql: "SELECT * FROM city WHERE name = :nmae", params: { name: String }, returns: [City] }
            +      named: { sql: "SELECT * FROM city WHERE name = :name", params: { name: String }, returns: [City] }
            """
    )

    static func diagnose(_ node: Node, _ sql: String, parameters: [Node]) -> [Diagnostic] {
        let declared = parameters.compactMap(\.text)
        var diagnostics: [Diagnostic] = []
        var used: Set<String> = []
        var missing: Set<String> = []
        var offset = 0
        for token in sqlTokens(sql) {
            defer { offset += token.text.utf8.count }
            // A prefix on its own is not a parameter. SQLite reports it as a mistake.
            guard token.kind == .parameter, token.text.count > 1 || token.text == "?" else { continue }
            let range = node.range(ofText: offset, token.text.utf8.count)
            let name = String(token.text.dropFirst())
            used.insert(name)
            if token.text.hasPrefix("?") {
                diagnostics.append(report("a parameter of a query requires a name", do: "write `:name`", at: range))
            } else if !declared.contains(name), missing.insert(name).inserted {
                diagnostics.append(
                    report(
                        "the parameter `:\(name)` has no type",
                        do: nearestName(to: name, among: declared).map { "did you mean `:\($0)`?" }
                            ?? "add `params: { \(name): … }`",
                        at: range
                    )
                )
            }
        }
        // A misspelled name is one mistake, which is reported at its place in the SQL.
        guard missing.isEmpty else { return diagnostics }
        for key in parameters {
            guard let name = key.text, !used.contains(name) else { continue }
            diagnostics.append(
                report("the SQL has no parameter `:\(name)`", do: "remove it, or use it in the SQL", at: key.range)
            )
        }
        return diagnostics
    }
}
