import ModelgenDiagnostics

/// `root` and `bodyRoot` are places of a value.
enum RootOfNothing: Rule {
    static let entry = RuleEntry(
        id: "root-of-nothing",
        summary: "`root` is the place of a result, and `bodyRoot` that of a JSON body.",
        explanation: """
            An operation that returns nothing has no `root`, and one without a JSON body has no `bodyRoot`: forms and
            uploads are not placed in a document.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { operations: [list], actions: { sweep: { path: sweep, root: data } } }
            +    rest: { operations: [list], actions: { sweep: { path: sweep, root: data, returns: Int } } }
            """
    )

    static func diagnose(_ root: Node?, isReceived: Bool, body: Node?, isSent: Bool) -> [Diagnostic] {
        [
            isReceived
                ? nil
                : root.map {
                    report(
                        "`root` is the place of a result, but there is none", do: "remove it, or add `returns`",
                        at: $0.range)
                },
            isSent
                ? nil
                : body.map {
                    report(
                        "`bodyRoot` is the place of a JSON body, but there is none", do: "remove it, or add `body`",
                        at: $0.range)
                },
        ].compactMap(\.self)
    }
}
