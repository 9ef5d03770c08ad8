/// What `modelgen explain` tells about the findings of one rule.
package struct FindingRule: Hashable, Sendable {
    /// The id that findings carry: `migration-differs`.
    package var id: String
    /// One line: what the rule demands.
    package var summary: String
    /// Why, and what to do about it; a few sentences.
    package var explanation: String

    /// A whole input file that breaks the rule; empty where no file shows it alone: what was released and what differs are
    /// told of two.
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
