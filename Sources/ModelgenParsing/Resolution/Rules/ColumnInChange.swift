import ModelgenDiagnostics
import ModelgenSchema

/// The earlier definition of a changed field has the column that it changes.
enum ColumnInChange: Rule {
    static let entry = RuleEntry(
        id: "column-in-change",
        summary: "The earlier definition of a field has the same column.",
        explanation: """
            `change` specifies what a column was, and keeps its name. If the column had another name before the version, a
            step `rename` says so. The SQL after `using` has the new name, since renames are made first.
            """,
        example: """
             database: { name: Map, version: 2 }
             models:
               City:
                 primaryKey: id
                 fields: { id: Int64, size: Int }
                 migrations:
                   2:
            -        - change: { size: { from: { type: String, column: area }, using: CAST(size AS INTEGER) } }
            +        - change: { size: { from: String, using: CAST(size AS INTEGER) } }
            +        - rename: { column: { area: size } }
            """
    )

    /// - Parameter known: The names of the column in the version, and before its renames.
    static func diagnose(_ field: FieldSubject, _ name: String, _ known: [SQLName], version: Int) -> Diagnostic? {
        guard let node = field.entries?[.column], !node.isFalse, let text = node.text, let column = known.first,
            !known.contains(where: { $0.folded == FoldedName(text) })
        else { return nil }
        return report(
            "the column of `\(name)` is `\(column)` in version \(version)",
            do: "remove `column` here; if it was `\(text)` before, add `- rename: { column: { \(text): \(column) } }`",
            at: node.range)
    }
}
