import ModelgenDiagnostics

/// A type is written as the language has it.
enum InvalidType: Rule {
    static let entry = RuleEntry(
        id: "invalid-type",
        summary: "A type is `T`, `T?`, `[T]`, `[K: T]` or `Set<T>`.",
        explanation: """
            Lists are `[T]`, dictionaries `[K: T]`, sets `Set<T>`, optionals `T?`, nested as in Swift. An
            optional list needs quotes in YAML: `"[Post]?"`. An optional of an optional says nothing that JSON
            or SQL could hold.
            """,
        bad: "models:\n  City:\n    fields: { names: \"[String\" }\n",
        good: "models:\n  City:\n    fields: { names: \"[String]\" }\n"
    )

    static func diagnose(_ message: String, at range: SourceRange) -> Diagnostic {
        report(message, do: "a type is `T`, `T?`, `[T]`, `[K: T]` or `Set<T>`", at: range)
    }

    static func diagnose(listOf node: Node) -> Diagnostic {
        report(
            "a list type has one element type, and this has \(node.elements.count == 1 ? "several" : String(node.elements.count))",
            do: "write `[T]` or `[K: T]`",
            at: node.range
        )
    }
}
