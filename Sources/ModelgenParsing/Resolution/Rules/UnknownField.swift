import ModelgenDiagnostics

/// A model's keys only name fields that it has.
enum UnknownField: Rule {
    static let entry = RuleEntry(
        id: "unknown-field",
        summary:
            "Primary keys, unique constraints, indexes, full-text indexes and relations refer to fields of the model.",
        explanation: "They use the names of fields in the schema, not those of columns or JSON keys.",
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
                else: "\(use) must name a field"
            )
        return report("`\(subject.model.name)` has no field `\(name)`", do: advice, at: node.range)
    }
}
