import ModelgenDiagnostics

/// A key is a text.
enum ComplexKey: Rule {
    static let entry = RuleEntry(
        id: "complex-key",
        summary: "A key is a plain text.",
        explanation: """
            YAML allows a list or a mapping as a key; a schema does not. Often it was meant as a value, or a
            bracket is missing: the dictionary type is written `[String: Int]`, and its keys are `String`,
            `Int` or an enum.
            """,
        bad: "models:\n  City:\n    fields:\n      [id]: Int64\n",
        good: "models:\n  City:\n    fields:\n      id: Int64\n"
    )

    static func diagnose(_ key: Node) -> Diagnostic {
        report("\(key.kindName) cannot be a key", do: "write a name", at: key.range)
    }
}
