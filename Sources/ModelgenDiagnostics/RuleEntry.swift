/// What `modelgen explain ID` tells about a rule.
package struct RuleEntry: Sendable, Hashable {
    /// The id that diagnostics carry: `unknown-key`.
    package var id: String
    /// One line: what the rule demands.
    package var summary: String
    /// Why, and what to do about it; a few sentences.
    package var explanation: String
    /// A whole input file that breaks the rule, and only this one.
    package var bad: String
    /// The same file as it should be.
    package var good: String

    package init(id: String, summary: String, explanation: String, bad: String, good: String) {
        self.id = id
        self.summary = summary
        self.explanation = explanation
        self.bad = bad
        self.good = good
    }
}

/// The rules of the whole tool, found by their id.
package struct RuleBook: Sendable {
    /// All entries, sorted by id.
    package let entries: [RuleEntry]

    package init(_ entries: [RuleEntry]) { self.entries = entries.sorted { $0.id < $1.id } }

    /// The entry of an id, or nil when there is none.
    package func entry(_ id: String) -> RuleEntry? { entries.first { $0.id == id } }

    /// The id that was probably meant by one that does not exist.
    package func suggestion(for id: String) -> String? { nearestName(to: id, among: entries.map(\.id)) }
}
