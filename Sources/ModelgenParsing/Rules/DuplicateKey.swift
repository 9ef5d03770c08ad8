import ModelgenDiagnostics

/// A key stands once in its mapping.
enum DuplicateKey: Rule {
    static let entry = RuleEntry(
        id: "duplicate-key",
        summary: "A key stands once in its mapping.",
        explanation: """
            Of two equal keys, readers of YAML silently drop one. Here it is an error: rename one of them, or
            merge what they say. This also catches two fields, cases or models of one name in one mapping.
            """,
        bad: "models:\n  City:\n    fields:\n      id: Int64\n      id: String\n",
        good: "models:\n  City:\n    fields:\n      id: Int64\n      code: String\n"
    )

    static func diagnose(_ key: Node, first: Node) -> Diagnostic {
        report(
            "the key `\(key.text ?? "")` stands here twice",
            do: "remove or rename one of them",
            at: key.range,
            notes: [.init("it stands here first", at: first.range)]
        )
    }
}
