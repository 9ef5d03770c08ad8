import ModelgenDiagnostics

/// A key is a string.
enum ComplexKey: Rule {
    static let entry = RuleEntry(
        id: "complex-key",
        summary: "Keys of mappings are plain strings.",
        explanation: """
            YAML allows lists and mappings as keys; a schema does not. Usually a value was meant, or a bracket is
            missing: a dictionary type is written `[String: Int]`, and its keys are `String`, `Int` or an enum.
            """,
        bad: "models:\n  City:\n    fields:\n      [id]: Int64\n",
        good: "models:\n  City:\n    fields:\n      id: Int64\n"
    )

    static func diagnose(_ key: Node) -> Diagnostic {
        report("\(key.kindName) cannot be a key", do: "write a name", at: key.range)
    }
}
