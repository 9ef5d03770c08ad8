import ModelgenDiagnostics

/// The key of a dictionary is a string, a number or an enum.
enum DictionaryKeyType: Rule {
    static let entry = RuleEntry(
        id: "dictionary-key-type",
        summary: "The key of a dictionary is `String`, `Int` or an enum.",
        explanation: """
            A key of a JSON object is a string, so a dictionary's key must convert to and from a string: a String, an
            Int, or an enum.
            """,
        bad: "models:\n  City:\n    fields: { streets: \"[Date: String]\" }\n",
        good: "models:\n  City:\n    fields: { streets: \"[String: String]\" }\n"
    )

    static func diagnose(_ key: String, at range: SourceRange) -> Diagnostic {
        report("`\(key)` cannot be the key of a dictionary", do: "use `String`, `Int` or an enum", at: range)
    }
}
