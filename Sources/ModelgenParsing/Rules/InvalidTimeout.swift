import ModelgenDiagnostics

/// A timeout is a time.
enum InvalidTimeout: Rule {
    static let entry = RuleEntry(
        id: "invalid-timeout",
        summary: "A timeout is more than 0 seconds.",
        explanation: "A request that may take no time always fails. Leave `timeout` out to use that of the client.",
        bad: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest: { operations: [list], list: { timeout: 0 } }

            """,
        good: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest: { operations: [list], list: { timeout: 2.5 } }

            """
    )

    static func diagnose(_ node: Node, _ seconds: Double) -> Diagnostic? {
        seconds > 0
            ? nil
            : report("a timeout is more than 0 seconds", do: "write a larger one, or leave it out", at: node.range)
    }
}
