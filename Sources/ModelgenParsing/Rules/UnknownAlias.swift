import ModelgenDiagnostics

/// An alias refers to an anchor that stands before it.
enum UnknownAlias: Rule {
    static let entry = RuleEntry(
        id: "unknown-alias",
        summary: "An alias refers to an anchor that stands before it in the same document.",
        explanation: """
            `*name` stands for the node that was anchored with `&name` earlier in the same document, and a
            node cannot contain itself. To have an asterisk as text, put it in quotes.
            """,
        bad: "models:\n  City:\n    fields: *common\n",
        good: "models:\n  Town:\n    fields: &common { id: Int64 }\n  City:\n    fields: *common\n"
    )

    static func diagnose(_ name: String, at range: SourceRange, known: [String], open: Set<String>) -> Diagnostic {
        if open.contains(name) {
            return report("`*\(name)` stands inside of `&\(name)`", do: "a node cannot contain itself", at: range)
        }
        return report(
            "there is no anchor `&\(name)` before this",
            do: suggestion(for: name, among: known, else: "anchor a node with `&\(name)`, or quote the text"),
            at: range
        )
    }
}
