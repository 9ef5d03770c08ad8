import ModelgenDiagnostics

/// A view is read-only.
enum ReadOnlyView: ModelRule {
    static let entry = RuleEntry(
        id: "read-only-view",
        summary: "The fields of a view have no constraints, column defaults or versions.",
        explanation: "The rows of a view come from its SELECT, so its columns cannot be constrained or changed.",
        example: """
             database: { name: Map }
             models:
               City: { table: city, primaryKey: name, fields: { name: String } }
               BigCity:
                 view: SELECT name FROM city
                 fields:
            -      name: { type: String, unique: true }
            +      name: String
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard case .view = subject.model.storage else { return [] }
        return subject.fields.flatMap { field in
            FieldKey.ofRows.compactMap { key in
                field.entries?.key(key).map {
                    report("a view cannot have `\(key.rawValue)`", do: "remove it", at: $0.range)
                }
            }
        }
    }
}
