import ModelgenDiagnostics

/// A list of fields names each once.
enum FieldTwice: Rule {
    static let entry = RuleEntry(
        id: "field-twice",
        summary: "A list of fields names each field once.",
        explanation:
            "A field that stands twice in a key or an index adds nothing to it, so another was probably meant.",
        bad:
            "database: { name: Map }\nmodels:\n  City:\n    primaryKey: [id, id]\n    fields: { id: Int64, zip: String }\n",
        good:
            "database: { name: Map }\nmodels:\n  City:\n    primaryKey: [id, zip]\n    fields: { id: Int64, zip: String }\n"
    )

    static func diagnose(_ node: Node, _ name: String, use: String) -> Diagnostic {
        report("\(use) names `\(name)` twice", do: "remove one of them", at: node.range)
    }
}
