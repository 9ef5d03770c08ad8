import ModelgenDiagnostics

/// What a list is asked for is one value, which says its query.
enum HeaderOfList: Rule {
    static let entry = RuleEntry(
        id: "header-of-list",
        summary: "The headers of `list` are always the same.",
        explanation: """
            `list` takes all that it is asked for as one value, which is its query, and with which its further pages
            are asked for. A header whose value the caller gives is none of it: make it a parameter of the query, a
            nested resource, or an action.
            """,
        bad: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest: { operations: [{ list: { headers: { X-Region: { type: String } } } }] }

            """,
        good: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest: { operations: [{ get: { headers: { X-Region: { type: String } } } }] }

            """
    )

    static func diagnose(_ key: Node, _ value: Node) -> Diagnostic? {
        guard case .mapping = value.content else { return nil }
        return report(
            "`list` has no header whose value the caller gives", do: "make it a parameter of the `query`, or an action",
            at: key.range
        )
    }
}
