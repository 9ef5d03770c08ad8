import ModelgenDiagnostics

/// An alias refers to an anchor before it.
enum UnknownAlias: Rule {
    static let entry = RuleEntry(
        id: "unknown-alias",
        summary: "An alias refers to an anchor earlier in the same document.",
        explanation: """
            `*name` stands for the node anchored with `&name` earlier in the same document, and a node cannot contain
            itself. To write a string that starts with an asterisk, put it in quotes.
            """,
        bad: "models:\n  City:\n    fields: *common\n",
        good: "models:\n  Town:\n    fields: &common { id: Int64 }\n  City:\n    fields: *common\n"
    )

    static func diagnose(_ name: String, at range: SourceRange, known: [String], open: Set<String>) -> Diagnostic {
        if open.contains(name) {
            return report(
                "`*\(name)` is inside `&\(name)`, but a node cannot contain itself", do: "remove it", at: range)
        }
        return report(
            "unknown anchor `&\(name)`",
            do: suggestion(
                for: name, among: known,
                else: "anchor an earlier node of this document with `&\(name)`, or quote the string"),
            at: range
        )
    }
}
