import ModelgenDiagnostics

/// The value of a generated column comes from SQLite alone.
enum GeneratedColumnValue: ModelRule {
    static let entry = RuleEntry(
        id: "generated-column-value",
        summary: "A generated column has no default or fill, and is not a key.",
        explanation: """
            SQLite computes it and does not accept a value for it (https://www.sqlite.org/gencol.html, section 2.3).
            """,
        example: """
             database: { name: Map }
             models:
               City:
                 table: city
                 fields:
                   name: String
            -      length: { type: Int, generated: length(name), default: 0 }
            +      length: { type: Int, generated: length(name) }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for field in subject.fields where field.field.column?.generated != nil {
            for key in [FieldKey.default, .fill, .references] {
                guard let node = field.entries?.key(key) else { continue }
                diagnostics.append(
                    report(
                        "`\(field.field.name)` is computed and cannot have a `\(key.rawValue)`",
                        do: "remove it",
                        at: node.range
                    )
                )
            }
            if subject.primaryKey.contains(field.field.name) {
                diagnostics.append(
                    report(
                        "`\(field.field.name)` is computed and cannot be a key",
                        do: "choose another key",
                        at: field.key.range
                    )
                )
            }
        }
        return diagnostics
    }
}
