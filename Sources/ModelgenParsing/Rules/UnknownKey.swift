import ModelgenDiagnostics

/// Only declared keys are written.
enum UnknownKey: Rule {
    static let entry = RuleEntry(
        id: "unknown-key",
        summary: "Only keys that mean something are written.",
        explanation: """
            A key that is not known would be a wish that nobody hears, so it is an error: it is misspelt, or
            stands at the wrong depth.
            """,
        bad: """
            models:
              City:
                feilds: { id: Int64 }

            """,
        good: """
            models:
              City:
                fields: { id: Int64 }

            """
    )

    static func diagnose(_ key: Node, in table: KeyTable) -> Diagnostic {
        let name = key.text ?? ""
        let names = table.keys.map(\.name)
        return report(
            "\(table.title) has no key `\(name)`",
            do: suggestion(for: name, among: names, else: "its keys are \(listed(names))"),
            at: key.range
        )
    }
}
