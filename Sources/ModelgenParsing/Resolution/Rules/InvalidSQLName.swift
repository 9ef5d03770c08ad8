import ModelgenDiagnostics
import ModelgenSchema

/// A name in the database is valid in SQLite.
enum InvalidSQLName: Rule {
    static let entry = RuleEntry(
        id: "invalid-sql-name",
        summary: "The name of a table, a column or an index is neither empty nor reserved.",
        explanation: """
            SQLite reserves names starting with `sqlite_` (https://www.sqlite.org/lang_createtable.html), and the
            generated database those starting with `modelgen_`, even if the name is derived from that of a model: write
            another one. Any other name is allowed and is quoted if necessary.
            """,
        bad: "database: { name: Map }\nmodels:\n  City:\n    table: sqlite_city\n    fields: { name: String }\n",
        good: "database: { name: Map }\nmodels:\n  City:\n    table: city\n    fields: { name: String }\n"
    )

    static func diagnose(_ node: Node, what: String) -> Diagnostic? {
        diagnose(SQLName(node.text ?? ""), what: what, at: node.range)
    }

    /// - Parameter range: The place of the name, or of what it is derived from.
    static func diagnose(_ name: SQLName, what: String, at range: SourceRange) -> Diagnostic? {
        let text = name.text
        if text.isEmpty { return report("\(what) requires a name", do: "add one", at: range) }
        for prefix in ["sqlite_", "modelgen_"] where FoldedName(text).text.hasPrefix(prefix) {
            return report(
                "\(what) cannot be named `\(text)`, because names starting with `\(prefix)` are reserved",
                do: "choose a different name", at: range)
        }
        if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return report("the name of \(what) contains control characters", do: "remove them", at: range)
        }
        return nil
    }
}
