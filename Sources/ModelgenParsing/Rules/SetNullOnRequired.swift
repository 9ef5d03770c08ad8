import ModelgenDiagnostics

/// A field that is set to NULL can be NULL.
enum SetNullOnRequired: ModelRule {
    static let entry = RuleEntry(
        id: "set-null-on-required",
        summary: "`setNull` requires an optional field, and `setDefault` a field with a default.",
        explanation: "Otherwise, deleting the referenced row would always fail, because the column cannot be NULL.",
        example: """
             database: { name: Map }
             models:
               City:
                 table: city
                 fields:
            -      ownerId: { type: Int64, references: Owner.id, onDelete: setNull }
            +      ownerId: { type: Int64?, references: Owner.id, onDelete: setNull }
               Owner:
                 primaryKey: id
                 fields: { id: Int64 }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        subject.fields.flatMap { field -> [Diagnostic] in
            guard let entries = field.entries, entries.has(.references), !field.field.type.isOptional,
                field.field.column != nil
            else { return [] }
            return [FieldKey.onDelete, .onUpdate].compactMap { key in
                guard let node = entries[key] else { return nil }
                if node.text == "setNull", subject.primaryKey.contains(field.field.name) {
                    return report(
                        "`\(field.field.name)` is part of the primary key, which cannot be NULL",
                        do: "write another action, such as `cascade`", at: node.range)
                }
                if node.text == "setNull" {
                    return report("`\(field.field.name)` cannot be NULL", do: "make it optional", at: node.range)
                }
                if node.text == "setDefault", !entries.has(.default) {
                    return report("`\(field.field.name)` has no default", do: "give it one", at: node.range)
                }
                return nil
            }
        }
    }
}
