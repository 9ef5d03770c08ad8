/// What `modelgen explain` tells about the findings of one rule.
package struct FindingRule: Hashable, Sendable {
    /// The id that findings carry: `migration-differs`.
    package var id: String
    /// One line: what the rule demands.
    package var summary: String
    /// Why, and what to do about it; a few sentences.
    package var explanation: String

    package init(_ id: String, _ summary: String, _ explanation: String) {
        self.id = id
        self.summary = summary
        self.explanation = explanation
    }
}
