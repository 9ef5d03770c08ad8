import ModelgenDiagnostics
import ModelgenSchema

/// SQLite assigns only single integer keys.
enum AutoincrementKey: ModelRule {
    static let entry = RuleEntry(
        id: "autoincrement-key",
        summary: "`assigned: database` and `autoincrement` require a single integer key of a rowid table.",
        explanation: """
            SQLite assigns a key only if it is the rowid: a single integer, which no transformer stores as something
            else, in a table that is not WITHOUT ROWID (https://www.sqlite.org/autoinc.html). With `autoincrement`, keys
            are also never reused.
            """,
        example: """
             database: { name: Map }
             models:
               City:
                 primaryKey: code
                 fields:
            -      code: { type: String, assigned: database }
            +      code: { type: Int64, assigned: database }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard !subject.isBroken else { return [] }
        return subject.primaryKey.compactMap { name in
            guard let field = subject.field(name.text), let entries = field.entries else { return nil }
            let isRowID = run.isDatabaseKey(field, in: subject, subject.model.table == nil ? .none : .table)
            if let node = entries[.assigned], node.text == "database", !isRowID {
                return report(
                    "the database cannot assign `\(name)`",
                    do: entries.has(.transformer)
                        ? "remove `transformer`, or use `assigned: caller`"
                        : "use a single integer key, or `assigned: caller`",
                    at: node.range)
            }
            guard entries.flag(.autoincrement) == true, !field.field.isAssignedByDatabase,
                let node = entries.key(.autoincrement)
            else { return nil }
            return report(
                "`autoincrement` requires a key assigned by the database",
                do: isRowID ? "add `assigned: database`, or remove `autoincrement`" : "remove `autoincrement`",
                at: node.range)
        }
    }
}
