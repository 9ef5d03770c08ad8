import ModelgenDiagnostics

/// A list of fields names each once.
enum FieldTwice: Rule {
    static let entry = RuleEntry(
        id: "field-twice",
        summary: "A list of fields contains each field only once.",
        explanation: """
            Repeating a field in a key or an index has no effect, so a different field was probably intended.
            """,
        bad:
            "database: { name: Map }\nmodels:\n  City:\n    primaryKey: [id, id]\n    fields: { id: Int64, zip: String }\n",
        good:
            "database: { name: Map }\nmodels:\n  City:\n    primaryKey: [id, zip]\n    fields: { id: Int64, zip: String }\n"
    )

    static func diagnose(_ node: Node, _ name: String, use: String) -> Diagnostic {
        report("\(use) contains `\(name)` twice", do: "remove one of them", at: node.range)
    }
}
