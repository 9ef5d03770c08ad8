import ModelgenDiagnostics
import ModelgenSchema

/// No column hides SQLite's rowid where it is needed.
enum HiddenRowID: ModelRule {
    static let entry = RuleEntry(
        id: "hidden-row-id",
        summary: "The columns of a table do not hide its rowid where it is needed.",
        explanation: """
            A column hides the key that SQLite assigns to every row if it has its name: `rowid`, `_rowid_` or `oid`
            (https://www.sqlite.org/rowidtable.html). Generated code uses that key to find rows of a table without a
            primary key, by any of the three names. A full-text index finds rows by `rowid`.
            """,
        example: """
             database: { name: Map }
             models:
               Line:
                 table: lines
                 primaryKey: number
                 fullText: [text]
            -    fields: { number: { type: String, column: rowid }, text: String }
            +    fields: { number: { type: String, column: row_number }, text: String }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard let table = subject.model.table,
            !table.fullText.isEmpty || (table.primaryKey.isEmpty && subject.hidesRowID)
        else { return [] }
        return subject.fields.compactMap { item in
            guard item.field.column?.name.folded == "rowid" else { return nil }
            // The key that SQLite assigns is the rowid itself.
            if table.primaryKey == [item.field.name], item.field.isAssignedByDatabase { return nil }
            return report(
                "a column `rowid` hides SQLite's row key", do: "rename the column",
                at: (item.entries?[.column] ?? item.key).range)
        }
    }
}

extension ModelSubject {
    /// Whether no name is left for the rowid.
    fileprivate var hidesRowID: Bool { SQLName.rowID(besides: fields.compactMap { $0.field.column?.name }) == nil }
}
