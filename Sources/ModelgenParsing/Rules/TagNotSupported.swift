import ModelgenDiagnostics

/// Tags say nothing in a schema.
enum TagNotSupported: Rule {
    static let entry = RuleEntry(
        id: "tag-not-supported",
        summary: "A schema has no YAML tags.",
        explanation: """
            What a text means follows from the place where it stands, so a tag such as `!!int` could only
            contradict it. Remove the tag; to make a text of a special character, put the value in quotes.
            """,
        bad: "models:\n  City:\n    fields:\n      id: !!str Int64\n",
        good: "models:\n  City:\n    fields:\n      id: Int64\n"
    )

    static func diagnose(_ tag: String, at range: SourceRange) -> Diagnostic {
        let shown = tag.hasPrefix("tag:yaml.org,2002:") ? "!!" + tag.dropFirst(18) : Substring(tag)
        return report("the tag `\(shown)` has no meaning here", do: "remove it", at: range)
    }
}
