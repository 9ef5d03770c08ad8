import ModelgenDiagnostics

/// A list that must not be empty has elements.
enum EmptyList: Rule {
    static let entry = RuleEntry(
        id: "empty-list",
        summary: "A key, an index or a list of alternatives is not empty.",
        explanation: """
            An index without fields, or a field with an empty list of JSON keys, has no meaning: leave it out.
            """,
        bad: "database: { name: Map }\nmodels:\n  City:\n    primaryKey: []\n    fields: { id: Int64 }\n",
        good: "database: { name: Map }\nmodels:\n  City:\n    primaryKey: [id]\n    fields: { id: Int64 }\n"
    )

    static func diagnose(_ node: Node, what: String) -> Diagnostic {
        report("\(what) cannot be empty", do: "add an element, or leave it out", at: node.range)
    }
}
