import ModelgenDiagnostics
import ModelgenSchema

/// No column hides SQLite's rowid where it is needed.
enum HiddenRowID: ModelRule {
    static let entry = RuleEntry(
        id: "hidden-row-id",
        summary: "A table that is keyed by its rowid, or has a full-text index, has no column `rowid`.",
        explanation: """
            Such a column hides the key that SQLite assigns to every row (https://www.sqlite.org/rowidtable.html).
            Generated code uses that key to find rows of a table without a primary key, and so does a full-text
            index.
            """,
        example: """
             database: { name: Map }
             models:
               Line:
                 table: lines
            -    fields: { number: { type: Int, column: rowid }, text: String }
            +    fields: { number: { type: Int, column: row_number }, text: String }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard let table = subject.model.table, table.primaryKey.isEmpty || !table.fullText.isEmpty else { return [] }
        return subject.fields.compactMap { item in
            guard item.field.column?.name.folded == "rowid" else { return nil }
            let isKey = item.field.type.unwrapped == .scalar(.int64) && table.primaryKey == [item.field.name]
            if isKey, item.field.isAssignedByDatabase { return nil }
            return report(
                "a column `rowid` hides SQLite's row key", do: "rename the column",
                at: (item.entries?[.column] ?? item.key).range)
        }
    }
}

extension Field {
    fileprivate var isAssignedByDatabase: Bool {
        if case .database = assigned { return true }
        return false
    }
}
