import ModelgenDiagnostics

/// A timeout is a duration.
enum InvalidTimeout: Rule {
    static let entry = RuleEntry(
        id: "invalid-timeout",
        summary: "A timeout is greater than 0 seconds.",
        explanation: "A request with a timeout of 0 always fails. Leave out `timeout` to use the client's.",
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { operations: [list], list: { timeout: 0 } }
            +    rest: { operations: [list], list: { timeout: 2.5 } }
            """
    )

    static func diagnose(_ node: Node, _ seconds: Double) -> Diagnostic? {
        seconds > 0
            ? nil
            : report("a timeout must be greater than 0 seconds", do: "increase it, or leave it out", at: node.range)
    }
}
