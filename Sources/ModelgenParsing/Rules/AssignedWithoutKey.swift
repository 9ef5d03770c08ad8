import ModelgenDiagnostics

/// Only keys are assigned.
enum AssignedWithoutKey: ModelRule {
    static let entry = RuleEntry(
        id: "assigned-without-key",
        summary: "`assigned` and `autoincrement` are only for fields of the primary key.",
        explanation: """
            `assigned` specifies who assigns a key's value. For another field that the server sets, write `readOnly:
            true`; for one that the database sets, give it a `default`.
            """,
        example: """
             database: { name: Map }
             models:
               City:
                 primaryKey: id
                 fields:
                   id: Int64
            -      code: { type: Int, assigned: server }
            +      code: { type: Int, readOnly: true }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard !subject.isBroken else { return [] }
        return subject.fields.compactMap { field in
            guard !subject.primaryKey.contains(field.field.name),
                let node = field.entries?.key(.assigned) ?? field.entries?.key(.autoincrement)
            else { return nil }
            let remedy = subject.primaryKey.isEmpty ? "add \(subject.keyDeclaration)" : "add it to `primaryKey`"
            return report(
                "`\(field.field.name)` is not a key, but `\(node.text ?? "")` is only for keys",
                do: "\(remedy), or write `readOnly: true`", at: node.range)
        }
    }
}
