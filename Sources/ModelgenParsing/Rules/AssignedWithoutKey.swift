import ModelgenDiagnostics

/// Only keys are assigned by the database or the caller.
enum AssignedWithoutKey: ModelRule {
    static let entry = RuleEntry(
        id: "assigned-without-key",
        summary: "Only fields of the primary key are assigned by the database or the caller, or are `autoincrement`.",
        explanation: """
            `assigned` specifies who assigns a key's value. Any field can be `assigned: server`, so that drafts lack it.
            Give a field that the database sets a `default`; the caller sets all others anyway.
            """,
        example: """
             database: { name: Map }
             models:
               City:
                 primaryKey: id
                 fields:
                   id: Int64
            -      code: { type: Int, assigned: caller }
            +      code: Int
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard !subject.isBroken else { return [] }
        return subject.fields.compactMap { field in
            // A field whose name is wrong may be the key.
            guard !subject.primaryKey.contains(field.field.name),
                InvalidIdentifier.isIdentifier(field.field.name.text), let entries = field.entries,
                !entries.isBroken(.assigned),
                let node = (field.field.isSetByServer ? nil : entries.key(.assigned)) ?? entries.key(.autoincrement)
            else { return nil }
            let remedy = subject.primaryKey.isEmpty ? "add \(subject.keyDeclaration)" : "add it to `primaryKey`"
            let key = node.text ?? ""
            let attribute = key == "assigned" ? "assigned: \(entries.text(.assigned) ?? "")" : key
            return report(
                "`\(field.field.name)` is not a key, but `\(attribute)` is only for keys",
                do: "\(remedy), or remove `\(key)`", at: node.range)
        }
    }
}
