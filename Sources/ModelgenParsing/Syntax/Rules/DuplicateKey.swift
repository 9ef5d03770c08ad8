import ModelgenDiagnostics

/// A key occurs once in its mapping.
enum DuplicateKey: Rule {
    static let entry = RuleEntry(
        id: "duplicate-key",
        summary: "A mapping contains each key only once.",
        explanation: """
            If a key occurs twice, YAML parsers silently drop one. Here this is an error: rename one of the keys, or
            merge their values. This also detects two fields, cases or models with the same name in one mapping.
            """,
        bad: "models:\n  City:\n    fields:\n      id: Int64\n      id: String\n",
        good: "models:\n  City:\n    fields:\n      id: Int64\n      code: String\n"
    )

    static func diagnose(_ key: Node, first: Node) -> Diagnostic {
        report(
            "duplicate key `\(key.text ?? "")`",
            do: "remove or rename one of them",
            at: key.range,
            notes: [.init("the first one is here", at: first.range)]
        )
    }
}
