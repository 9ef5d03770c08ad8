import ModelgenDiagnostics

/// Only declared keys are written.
enum UnknownKey: Rule {
    static let entry = RuleEntry(
        id: "unknown-key",
        summary: "Only known keys are allowed.",
        explanation: "An unknown key would have no effect, so it is an error: it is misspelled, or at the wrong level.",
        example: """
             models:
               City:
            -    feilds: { id: Int64 }
            +    fields: { id: Int64 }
            """
    )

    static func diagnose(_ key: Node, in table: KeyTable) -> Diagnostic {
        let name = key.text ?? ""
        let names = table.keys.map(\.name)
        return report(
            "unknown key `\(name)` of \(table.title)",
            do: suggestion(for: name, among: names, else: "the keys are \(listed(names))"),
            at: key.range
        )
    }
}
