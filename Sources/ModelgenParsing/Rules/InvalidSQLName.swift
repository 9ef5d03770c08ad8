import ModelgenDiagnostics

/// A name in the database is one that SQLite takes.
enum InvalidSQLName: Rule {
    static let entry = RuleEntry(
        id: "invalid-sql-name",
        summary: "A name of a table, a column or an index is not empty and not one of SQLite's own.",
        explanation: """
            SQLite keeps names that begin with `sqlite_` for itself
            (https://www.sqlite.org/lang_createtable.html), and the database keeps those with `modelgen_`. Any
            other name is fine and is quoted where it must be.
            """,
        bad: "database: { name: Map }\nmodels:\n  City:\n    table: sqlite_city\n    fields: { name: String }\n",
        good: "database: { name: Map }\nmodels:\n  City:\n    table: city\n    fields: { name: String }\n"
    )

    static func diagnose(_ node: Node, what: String) -> Diagnostic? {
        let text = node.text ?? ""
        if text.isEmpty { return report("\(what) needs a name", do: "write one", at: node.range) }
        for prefix in ["sqlite_", "modelgen_"] where text.lowercased().hasPrefix(prefix) {
            return report("\(what) cannot be named `\(text)`", do: "names with `\(prefix)` are taken", at: node.range)
        }
        if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return report("the name of \(what) holds control characters", do: "remove them", at: node.range)
        }
        return nil
    }
}
