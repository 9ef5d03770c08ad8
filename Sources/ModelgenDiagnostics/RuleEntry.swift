/// What `modelgen explain ID` prints about a rule.
package struct RuleEntry: Sendable, Hashable {
    /// The id that diagnostics carry: `unknown-key`.
    package var id: String
    /// What the rule requires, in one line.
    package var summary: String
    /// The reason, and what to do, in a few sentences.
    package var explanation: String
    /// A complete input file that breaks this rule and no other; empty if a single file cannot break it.
    package var bad: String
    /// The same file, corrected.
    package var good: String

    package init(id: String, summary: String, explanation: String, bad: String, good: String) {
        self.id = id
        self.summary = summary
        self.explanation = explanation
        self.bad = bad
        self.good = good
    }

    /// - Parameter example: Both files in one, as in a unified diff: `-` precedes the lines of the bad one, `+` those
    ///   of the good one, and a space those of both.
    package init(id: String, summary: String, explanation: String, example: String = "") {
        let lines = example.isEmpty ? [] : example.split(separator: "\n", omittingEmptySubsequences: false)
        func side(_ mark: Character) -> String {
            lines.filter { [nil, " ", mark].contains($0.first) }.map { $0.dropFirst() + "\n" }.joined()
        }
        self.init(id: id, summary: summary, explanation: explanation, bad: side("-"), good: side("+"))
    }
}

/// The rules of the whole tool, by id.
package struct RuleBook: Sendable {
    /// All entries, sorted by id.
    package let entries: [RuleEntry]

    package init(_ entries: [RuleEntry]) { self.entries = entries.sorted { $0.id < $1.id } }

    /// The entry with this id, or nil if there is none.
    package func entry(_ id: String) -> RuleEntry? { entries.first { $0.id == id } }

    /// The id that was probably meant by an unknown one.
    package func suggestion(for id: String) -> String? { nearestName(to: id, among: entries.map(\.id)) }
}
