import ModelgenDiagnostics

/// Aliases may not blow a file up.
enum AliasExpansion: Rule {
    static let entry = RuleEntry(
        id: "alias-expansion",
        summary: "Aliases and merge keys add at most 100,000 nodes to a file.",
        explanation: """
            An alias of a list of aliases of lists grows exponentially: ten lines can stand for billions of
            nodes. Beyond the bound the file is refused. Write what you need without nested aliases, or split
            the file.
            """,
        bad: """
            a: &a [x, x, x, x, x, x, x, x, x, x]
            b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
            c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
            d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
            e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]

            """,
        good: "models:\n  Town:\n    fields: &common { id: Int64 }\n  City:\n    fields: *common\n"
    )

    static func diagnose(at range: SourceRange, limit: Int) -> Diagnostic {
        report("aliases make this file larger than \(limit) nodes", do: "write fewer of them", at: range)
    }
}
