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

    /// - Parameter owner: The name that the key probably belongs to.
    static func diagnose(_ key: Node, in table: KeyTable, below owner: String?) -> Diagnostic {
        report(
            "`\(key.text ?? "")` is a key of \(table.title), not the name of one",
            do: owner.map { "indent it more than `\($0)`, to which it belongs" } ?? "put it under a name", at: key.range
        )
    }

    static func diagnose(_ key: Node, in table: KeyTable, of mapping: Node) -> Diagnostic {
        let name = key.text ?? ""
        let names = table.keys.map(\.name)
        let advice: String
        if name.contains(" ") {
            // In braces, a comma ends a text: `{ view: SELECT a, b FROM c }`.
            advice = "if it belongs to the text before it, put all of that in quotes"
        } else if table.title == ModelKey.title, mapping[ModelKey.fields] == nil, mapping[ModelKey.oneOf] == nil {
            advice = "if it is a field, put it under `fields`"
        } else {
            advice = "the keys are \(listed(names))"
        }
        return report(
            "unknown key `\(name)` of \(table.title)", do: suggestion(for: name, among: names, else: advice),
            at: key.range
        )
    }
}
