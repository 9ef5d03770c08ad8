import ModelgenDiagnostics
import ModelgenSchema

/// A name in the database is valid in SQLite.
enum InvalidSQLName: Rule {
    static let entry = RuleEntry(
        id: "invalid-sql-name",
        summary: "The name of a table, a column or an index is neither empty nor reserved.",
        explanation: """
            SQLite reserves names starting with `sqlite_` (https://www.sqlite.org/lang_createtable.html), and the
            generated database those starting with `modelgen_`. Any other name is allowed and is quoted if necessary.
            """,
        bad: "database: { name: Map }\nmodels:\n  City:\n    table: sqlite_city\n    fields: { name: String }\n",
        good: "database: { name: Map }\nmodels:\n  City:\n    table: city\n    fields: { name: String }\n"
    )

    static func diagnose(_ node: Node, what: String) -> Diagnostic? {
        let text = node.text ?? ""
        if text.isEmpty { return report("\(what) requires a name", do: "add one", at: node.range) }
        for prefix in ["sqlite_", "modelgen_"] where FoldedName(text).text.hasPrefix(prefix) {
            return report(
                "\(what) cannot be named `\(text)`", do: "names starting with `\(prefix)` are reserved", at: node.range)
        }
        if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return report("the name of \(what) contains control characters", do: "remove them", at: node.range)
        }
        return nil
    }
}
