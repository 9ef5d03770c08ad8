import ModelgenDiagnostics

/// A timeout is a duration.
enum InvalidTimeout: Rule {
    static let entry = RuleEntry(
        id: "invalid-timeout",
        summary: "A timeout is between 0 seconds and a week.",
        explanation: """
            A request with a timeout of 0 always fails, and one of more than a week is a mistake, because it is in seconds.
            Leave out `timeout` to use the client's.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { operations: [list], list: { timeout: 0 } }
            +    rest: { operations: [list], list: { timeout: 2.5 } }
            """
    )

    /// A week in seconds, which every clock and transport supports.
    private static let longest = 604_800.0

    static func diagnose(_ node: Node, _ seconds: Double) -> Diagnostic? {
        if seconds <= 0 {
            return report(
                "a timeout must be greater than 0 seconds", do: "increase it, or leave it out", at: node.range)
        }
        guard seconds > longest else { return nil }
        return report(
            "a timeout is at most a week, \(Int(longest)) seconds", do: "write it in seconds", at: node.range)
    }
}
