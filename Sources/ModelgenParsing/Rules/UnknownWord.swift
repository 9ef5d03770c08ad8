import ModelgenDiagnostics

/// A word is one of those its key knows.
enum UnknownWord: Rule {
    static let entry = RuleEntry(
        id: "unknown-word",
        summary: "A word is one of those that its key knows.",
        explanation: "Some keys take one of a few words. The message lists them; they are written exactly so.",
        bad: """
            models:
              City:
                json: { keys: snakecase }
                fields: { id: Int64 }

            """,
        good: """
            models:
              City:
                json: { keys: snake_case }
                fields: { id: Int64 }

            """
    )

    static func diagnose(_ node: Node, label: String, words: [String]) -> Diagnostic {
        let text = node.text ?? ""
        return report(
            "`\(label)` cannot be `\(text)`",
            do: suggestion(for: text, among: words, else: "it is one of \(listed(words))"),
            at: node.range
        )
    }
}
