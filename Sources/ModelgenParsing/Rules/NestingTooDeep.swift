import ModelgenDiagnostics

/// Nesting has a bound.
enum NestingTooDeep: Rule {
    static let entry = RuleEntry(
        id: "nesting-too-deep",
        summary: "Lists and mappings are nested at most 100 deep.",
        explanation: """
            No schema nests that deep; a file that does is broken or hostile, and reading it could exhaust the
            stack.
            """,
        bad: "models: " + String(repeating: "[", count: 101) + String(repeating: "]", count: 101) + "\n",
        good: "models:\n  City:\n    fields:\n      grid: \"[[Int]]\"\n"
    )

    static func diagnose(at range: SourceRange, limit: Int) -> Diagnostic {
        report("this is nested more than \(limit) deep", do: "flatten it", at: range)
    }
}
