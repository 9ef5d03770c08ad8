import ModelgenDiagnostics

/// Tags have no meaning in a schema.
enum TagNotSupported: Rule {
    static let entry = RuleEntry(
        id: "tag-not-supported",
        summary: "A schema contains no YAML tags.",
        explanation: """
            The meaning of a value follows from its position, so a tag such as `!!int` could only contradict it.
            Remove the tag; to write a string starting with a special character, put it in quotes.
            """,
        bad: "models:\n  City:\n    fields:\n      id: !!str Int64\n",
        good: "models:\n  City:\n    fields:\n      id: Int64\n"
    )

    static func diagnose(_ tag: String, at range: SourceRange) -> Diagnostic {
        let shown = tag.hasPrefix("tag:yaml.org,2002:") ? "!!" + tag.dropFirst(18) : Substring(tag)
        return report("the tag `\(shown)` is not supported", do: "remove it", at: range)
    }
}
