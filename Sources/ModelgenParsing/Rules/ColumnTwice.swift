import ModelgenDiagnostics

/// A column belongs to one field.
enum ColumnTwice: ModelRule {
    static let entry = RuleEntry(
        id: "column-twice",
        summary: "No two fields have the same column.",
        explanation: """
            SQLite treats names that differ only in case as equal. Give one of the fields a different `column`.
            """,
        bad:
            "database: { name: Map }\nmodels:\n  City:\n    table: city\n    fields:\n      userId: Int64\n      user_id: Int64\n",
        good:
            "database: { name: Map }\nmodels:\n  City:\n    table: city\n    fields:\n      userId: Int64\n      user_id: { type: Int64, column: owner_id }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        var seen: [String: Int] = [:]
        var diagnostics: [Diagnostic] = []
        for (index, item) in subject.fields.enumerated() {
            guard let column = item.field.column else { continue }
            guard let place = seen[column.name.folded] else {
                seen[column.name.folded] = index
                continue
            }
            let first = subject.fields[place]
            diagnostics.append(
                report(
                    "`\(item.field.name)` and `\(first.field.name)` have the same column `\(column.name)`",
                    do: "give one of them a different `column`",
                    at: (item.entries?[.column] ?? item.key).range,
                    notes: [.init("`\(first.field.name)` is declared here", at: first.key.range)]
                )
            )
        }
        return diagnostics
    }
}
