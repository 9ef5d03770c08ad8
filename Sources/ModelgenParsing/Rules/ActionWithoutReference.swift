import ModelgenDiagnostics

/// `onDelete` belongs to a reference.
enum ActionWithoutReference: ModelRule {
    static let entry = RuleEntry(
        id: "action-without-reference",
        summary: "`onDelete` and `onUpdate` require `references`.",
        explanation: "They determine what happens to this row when the row it refers to is deleted or changes its key.",
        example: """
             database: { name: Map }
             models:
               City:
                 table: city
                 fields:
            -      ownerId: { type: Int64, onDelete: cascade }
            +      ownerId: { type: Int64, references: Owner.id, onDelete: cascade }
            +  Owner:
            +    primaryKey: id
            +    fields: { id: Int64 }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        subject.fields.compactMap { field in
            guard let entries = field.entries, field.field.column != nil, !entries.has(.references),
                !entries.isIncomplete, let key = entries.key(.onDelete) ?? entries.key(.onUpdate)
            else { return nil }
            return report(
                "`\(key.text ?? "")` requires `references`",
                do: "add `references: Model.field`, or remove it",
                at: key.range
            )
        }
    }
}
