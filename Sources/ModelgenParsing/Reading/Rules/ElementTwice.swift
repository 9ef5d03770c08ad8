import ModelgenDiagnostics

/// A list of names, words or statuses contains each once.
enum ElementTwice: Rule {
    static let entry = RuleEntry(
        id: "element-twice",
        summary: "A list of names, words or statuses contains each only once.",
        explanation: """
            Repeating a hook, a credential or a status has no effect, so a different one was probably intended.
            """,
        example: """
             models:
               City:
                 fields: { id: Int64 }
            -    hooks: [didDecode, didDecode]
            +    hooks: [willDecode, didDecode]
            """
    )

    static func diagnose(_ node: Node, label: String) -> Diagnostic {
        report("`\(label)` contains `\(node.text ?? "")` twice", do: "remove one of them", at: node.range)
    }
}
