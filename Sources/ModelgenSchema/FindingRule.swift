/// What `modelgen explain` prints about the findings of one rule.
package struct FindingRule: Hashable, Sendable {
    /// The id that findings carry: `migration-differs`.
    package var id: String
    /// What the rule demands, in one line.
    package var summary: String
    /// Why, and what to do about it, in a few sentences.
    package var explanation: String

    /// A complete input file that breaks the rule; empty if a single file cannot: a comparison with a release takes
    /// two.
    package var bad: String
    /// The same file as it should be.
    package var good: String

    package init(_ id: String, _ summary: String, _ explanation: String, bad: String = "", good: String = "") {
        self.id = id
        self.summary = summary
        self.explanation = explanation
        self.bad = bad
        self.good = good
    }
}
