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
        var diagnostics: [Diagnostic] = []
        for field in subject.fields where field.entries != nil && !subject.primaryKey.contains(field.field.name) {
            guard let node = field.entries?.key(.assigned) ?? field.entries?.key(.autoincrement) else { continue }
            diagnostics.append(
                report(
                    "`\(field.field.name)` is not a key, but `\(node.text ?? "")` is only for keys",
                    do: (subject.primaryKey.isEmpty ? "add \(subject.keyDeclaration)" : "add it to `primaryKey`")
                        + ", or write `readOnly: true`",
                    at: node.range
                )
            )
        }
        return diagnostics
    }
}
