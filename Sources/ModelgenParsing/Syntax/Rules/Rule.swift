import ModelgenDiagnostics

/// A requirement for the input. Each has its own file, named after its id, with its messages and its explanation.
package protocol Rule {
    /// What `modelgen explain` prints.
    static var entry: RuleEntry { get }
}

extension Rule {
    /// A diagnostic of this rule.
    static func report(
        _ message: String,
        do suggestion: String? = nil,
        at range: SourceRange?,
        notes: [Diagnostic.Note] = []
    ) -> Diagnostic {
        Diagnostic(rule: entry.id, message, suggestion: suggestion, at: range, notes: notes)
    }

    /// "did you mean `near`?", or the alternative if nothing is near.
    static func suggestion(
        for name: String,
        among candidates: some Sequence<String>,
        else otherwise: @autoclosure () -> String? = nil
    ) -> String? {
        nearestName(to: name, among: candidates).map { "did you mean `\($0)`?" } ?? otherwise()
    }
}

/// The names in backticks, separated by commas: `` `a`, `b` ``.
func listed(_ names: some Sequence<String>) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
}
