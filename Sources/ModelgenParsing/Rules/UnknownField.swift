import ModelgenDiagnostics

/// What a model says of its fields is of fields that it has.
enum UnknownField: Rule {
    static let entry = RuleEntry(
        id: "unknown-field",
        summary: "A primary key, a unique, an index, a full-text index and a relation name fields of the model.",
        explanation: "They name fields as they are called in the schema, not the columns and not the JSON keys.",
        bad: "database: { name: Map }\nmodels:\n  City:\n    primaryKey: cityId\n    fields: { id: Int64 }\n",
        good: "database: { name: Map }\nmodels:\n  City:\n    primaryKey: id\n    fields: { id: Int64 }\n"
    )

    static func diagnose(_ node: Node, _ name: String, in subject: ModelSubject, use: String) -> Diagnostic {
        let column = subject.fields.first { $0.field.column?.name.text == name }?.field.name.text
        let advice =
            column.map { "did you mean the field `\($0)`?" }
            ?? suggestion(
                for: name,
                among: subject.entries[.fields]?.entries.map(\.name) ?? [],
                else: "\(use) names a field"
            )
        return report("`\(subject.model.name)` has no field `\(name)`", do: advice, at: node.range)
    }
}
