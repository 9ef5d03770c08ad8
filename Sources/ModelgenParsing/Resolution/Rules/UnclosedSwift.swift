import ModelgenDiagnostics

/// Swift code is a complete expression.
enum UnclosedSwift: Rule {
    static let entry = RuleEntry(
        id: "unclosed-swift",
        summary: "Swift code is complete.",
        explanation: """
            The expression becomes the initial value of a property and a default argument. An unclosed string, comment or
            bracket, or a `;`, would change what follows. Close it. Everything else is checked by Swift's compiler.
            """,
        example: """
             models:
               City:
                 fields:
            -      area: { type: Double, default: { swift: "max(1, 2" } }
            +      area: { type: Double, default: { swift: "max(1, 2)" } }
            """
    )

    static func diagnose(_ node: Node) -> Diagnostic? {
        guard let text = node.text, !SwiftExpression.isClosed(text) else { return nil }
        return report(
            "`\(text)` is not a Swift expression", do: "close its strings, comments and brackets, and remove `;`",
            at: node.range)
    }
}
