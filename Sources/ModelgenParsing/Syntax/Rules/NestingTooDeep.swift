import ModelgenDiagnostics

/// The depth of nesting is limited.
enum NestingTooDeep: Rule {
    static let entry = RuleEntry(
        id: "nesting-too-deep",
        summary: "Lists and mappings are nested at most 100 levels deep.",
        explanation: """
            No real schema is nested that deeply; such a file is broken or malicious, and reading it could exhaust the
            stack.
            """,
        bad: "models: " + String(repeating: "[", count: 101) + String(repeating: "]", count: 101) + "\n",
        good: "models:\n  City:\n    fields:\n      grid: \"[[Int]]\"\n"
    )

    static func diagnose(at range: SourceRange, limit: Int) -> Diagnostic {
        report("this is nested more than \(limit) levels deep", do: "flatten it", at: range)
    }
}
