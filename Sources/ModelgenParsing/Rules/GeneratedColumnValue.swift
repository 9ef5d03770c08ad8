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
        subject.fields.filter { $0.field.column?.generated != nil }.flatMap { field -> [Diagnostic] in
            let values = [FieldKey.default, .fill, .references].compactMap { key in
                field.entries?.key(key).map {
                    report(
                        "`\(field.field.name)` is computed and cannot have a `\(key.rawValue)`", do: "remove it",
                        at: $0.range)
                }
            }
            guard subject.primaryKey.contains(field.field.name) else { return values }
            return values + [
                report(
                    "`\(field.field.name)` is computed and cannot be a key", do: "choose another key",
                    at: field.key.range)
            ]
        }
    }
}
