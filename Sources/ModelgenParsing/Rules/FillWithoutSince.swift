import ModelgenDiagnostics

/// A `fill` for older rows belongs to a column that was added later.
enum FillWithoutSince: ModelRule {
    static let entry = RuleEntry(
        id: "fill-without-since",
        summary: "`fill` requires a field added later, with `since`.",
        explanation: """
            A field that has existed as long as its table has no existing rows to fill: remove `fill`, or add `since`.
            """,
        example: """
            -database: { name: Map }
            +database: { name: Map, version: 2 }
             models:
               City:
                 primaryKey: id
                 fields:
                   id: Int64
            -      size: { type: Int, fill: 0 }
            +      size: { type: Int, since: 2, fill: 0 }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        subject.fields.compactMap { field in
            guard let entries = field.entries, let key = entries.key(.fill), !entries.isBroken(.since) else {
                return nil
            }
            // Other rules report it without a column, without a table, and for a computed column.
            guard let table = subject.model.table, let column = field.field.column, column.generated == nil else {
                return nil
            }
            guard field.field.since <= table.since else { return nil }
            return report(
                "`\(field.field.name)` was not added to an existing table",
                do: "add `since: …`, or remove `fill`",
                at: key.range
            )
        }
    }
}
