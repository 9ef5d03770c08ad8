import ModelgenDiagnostics

/// A key path has the right syntax.
enum InvalidKeyPath: Rule {
    static let entry = RuleEntry(
        id: "invalid-key-path",
        summary: "A key path consists of keys separated by dots and indices in brackets: `a.b[0].c`.",
        explanation: #"""
            `user.avatar_image.url` is the value of `url` in `avatar_image` in `user`; `tags[0]` is the first element
            of a list. A dot, bracket or backslash that belongs to a key is escaped with a backslash: `"a\\.b"` in
            double quotes.
            """#,
        example: """
             models:
               City:
                 fields:
            -      mayor: { type: String, json: people..mayor }
            +      mayor: { type: String, json: people.mayor }
            """
    )

    static func diagnose(_ problem: KeyPathProblem, in node: Node) -> Diagnostic {
        report(problem.message, do: "write it like `a.b[0].c`", at: node.range(ofText: problem.offset, problem.length))
    }
}
