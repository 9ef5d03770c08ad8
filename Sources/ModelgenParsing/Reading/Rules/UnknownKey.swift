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
        // In braces, a comma ends a text: `{ view: SELECT a, b FROM c }`.
        let advice =
            name.contains(" ")
            ? "if it belongs to the text before it, put all of that in quotes" : "the keys are \(listed(names))"
        return report(
            "unknown key `\(name)` of \(table.title)", do: suggestion(for: name, among: names, else: advice),
            at: key.range
        )
    }
}
