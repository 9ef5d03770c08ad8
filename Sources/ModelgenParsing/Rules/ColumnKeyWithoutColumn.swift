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
        let hasNoTable = subject.model.storage == .none
        return subject.fields.filter { $0.field.column == nil }.flatMap { field -> [Diagnostic] in
            (FieldKey.ofColumns + (hasNoTable ? [.column] : [])).compactMap { key -> Diagnostic? in
                guard let node = field.entries?.key(key), field.entries?[key]?.isFalse != true else { return nil }
                let why =
                    hasNoTable ? "`\(subject.model.name)` has no table" : "`\(field.field.name)` has no column"
                return report("`\(key.rawValue)` requires a column, but \(why)", do: "remove it", at: node.range)
            }
        }
    }
}
