import ModelgenDiagnostics

/// Aliases must not make a file explode.
enum AliasExpansion: Rule {
    static let entry = RuleEntry(
        id: "alias-expansion",
        summary: "Aliases and merge keys add at most 100,000 nodes to a file.",
        explanation: """
            An alias of a list of aliases of lists grows exponentially: ten lines can expand to billions of nodes. A
            file that exceeds the limit is rejected. Avoid nested aliases, or split the file.
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
        report("aliases expand this file to more than \(limit) nodes", do: "use fewer aliases", at: range)
    }
}
