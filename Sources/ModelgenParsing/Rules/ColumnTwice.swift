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
        // One whose name in the database is wrong may have been meant to differ.
        subject.fields.filter { $0.entries?.isBroken(.column) != true }
            .repetitions { $0.field.column?.name.folded }.map { item, first in
                report(
                    "`\(item.field.name)` and `\(first.field.name)` have the same column `\(item.field.column?.name ?? "")`",
                    do: "give one of them a different `column`",
                    at: (item.entries?[.column] ?? item.key).range,
                    notes: [.init("`\(first.field.name)` is declared here", at: first.key.range)]
                )
            }
    }
}
