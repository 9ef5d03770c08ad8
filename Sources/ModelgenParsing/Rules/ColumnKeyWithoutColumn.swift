import ModelgenDiagnostics

/// Keys that concern a column belong to a field that has one.
enum ColumnKeyWithoutColumn: ModelRule {
    static let entry = RuleEntry(
        id: "column-key-without-column",
        summary: "Indexes, references, collations and other column keys require a field with a column.",
        explanation: """
            A field has a column if its model has a table and it does not specify `column: false`. Without one, these
            keys would have no effect.
            """,
        bad: "models:\n  City:\n    fields:\n      name: { type: String, index: true }\n",
        good:
            "database: { name: Map }\nmodels:\n  City:\n    table: city\n    fields:\n      name: { type: String, index: true }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard !subject.isBroken else { return [] }
        var diagnostics: [Diagnostic] = []
        for field in subject.fields where field.field.column == nil {
            guard let entries = field.entries else { continue }
            let all = subject.model.storage == .none ? FieldKey.ofColumns + [.column] : FieldKey.ofColumns
            for key in all {
                guard let node = entries.key(key), entries[key]?.isFalse != true else { continue }
                let why =
                    subject.model.storage == .none
                    ? "`\(subject.model.name)` has no table" : "`\(field.field.name)` has no column"
                diagnostics.append(
                    report("`\(key.rawValue)` requires a column, but \(why)", do: "remove it", at: node.range)
                )
            }
        }
        return diagnostics
    }
}
