import ModelgenDiagnostics

/// A type has the right syntax.
enum InvalidType: Rule {
    static let entry = RuleEntry(
        id: "invalid-type",
        summary: "A type is `T`, `T?`, `[T]`, `[K: T]` or `Set<T>`.",
        explanation: """
            Lists are `[T]`, dictionaries `[K: T]`, sets `Set<T>`, optionals `T?`, nested as in Swift. An optional
            list needs quotes in YAML: `"[Post]?"`. Neither JSON nor SQL can represent an optional of an optional.
            """,
        bad: "models:\n  City:\n    fields: { names: \"[String\" }\n",
        good: "models:\n  City:\n    fields: { names: \"[String]\" }\n"
    )

    static func diagnose(_ message: String, at range: SourceRange) -> Diagnostic {
        report(message, do: "write `T`, `T?`, `[T]`, `[K: T]` or `Set<T>`", at: range)
    }

    static func diagnose(listOf node: Node) -> Diagnostic {
        report(
            "a list type has one element type, but this has \(node.elements.count == 1 ? "several" : String(node.elements.count))",
            do: "write `[T]` or `[K: T]`",
            at: node.range
        )
    }
}
