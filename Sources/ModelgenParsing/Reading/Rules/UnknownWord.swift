import ModelgenDiagnostics

/// A word is one of those that its key accepts.
enum UnknownWord: Rule {
    static let entry = RuleEntry(
        id: "unknown-word",
        summary: "A value is one of the words that its key accepts.",
        explanation: """
            Some keys accept only certain words, which the message lists. Spelling and case must match exactly.
            """,
        example: """
             models:
               City:
            -    json: { keys: snakecase }
            +    json: { keys: snake_case }
                 fields: { id: Int64 }
            """
    )

    static func diagnose(_ node: Node, label: String, words: [String]) -> Diagnostic {
        let text = node.text ?? ""
        return report(
            "`\(label)` cannot be `\(text)`",
            do: suggestion(for: text, among: words, else: "use one of \(listed(words))"),
            at: node.range
        )
    }
}
