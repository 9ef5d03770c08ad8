import ModelgenDiagnostics
import ModelgenSchema

/// Older rows get a value for an added column.
enum UnfillableColumn: ModelRule {
    static let entry = RuleEntry(
        id: "unfillable-column",
        summary: "A column that was added later is optional, or has a `default` or a `fill`.",
        explanation: """
            Rows older than the column need a value for it. `fill` specifies that value if it is not the `default` for
            new rows: `{ type: Double, default: 6, since: 2, fill: 100 }`.
            """,
        example: """
             database: { name: Map, version: 2 }
             models:
               City:
                 primaryKey: id
                 fields:
                   id: Int64
            -      size: { type: Int, since: 2 }
            +      size: { type: Int, since: 2, fill: 0 }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard let table = subject.model.table else { return [] }
        return subject.fields.compactMap { item in
            let field = item.field
            guard field.since > table.since, !run.options.isSettled(field.since, of: table.database),
                let column = field.column, column.generated == nil, !field.type.isOptional,
                let entries = item.entries
            else { return nil }
            if entries.isBroken(.default) || entries.isBroken(.fill) { return nil }
            // A value that did not match was reported already.
            if entries.has(.default), field.defaultValue == nil { return nil }
            if entries.has(.fill), field.fill == nil { return nil }
            switch field.fill ?? field.defaultValue {
            // A default without SQL is reported with the table.
            case .literal, .code: return nil
            // It was added with another type, and the `change` specifies how that was filled.
            case nil where subject.changes(field.name, after: field.since): return nil
            case nil:
                return report(
                    "existing rows have no value for `\(field.name)`, which was added in version \(field.since)",
                    do: "give it a `default` or a `fill`, or make it optional",
                    at: item.key.range
                )
            }
        }
    }
}

extension ModelSubject {
    /// Whether a step of a later version changes the field.
    fileprivate func changes(_ field: SwiftName, after version: Int) -> Bool {
        (model.table?.migrations ?? []).contains { migration in
            migration.version > version
                && migration.steps.contains { step in
                    if case .change(let earlier, _, _) = step { earlier.name == field } else { false }
                }
        }
    }
}
