import ModelgenDiagnostics

/// A `failure` says how a failed request can be told.
enum IncompleteFailure: Rule {
    static let entry = RuleEntry(
        id: "incomplete-failure",
        summary: "`failure` has a `message`, or a `code` with the code of `success`.",
        explanation: """
            `code` and `success` belong together: a body with another code is a failure, though its status is 200. `message`
            alone says where the text of a failure lies that the status tells.
            """,
        bad: """
            api: { name: MapAPI, failure: { code: status } }
            models:
              City:
                fields: { id: Int64 }
                rest: { operations: [list] }

            """,
        good: """
            api: { name: MapAPI, failure: { code: status, success: "0" } }
            models:
              City:
                fields: { id: Int64 }
                rest: { operations: [list] }

            """
    )

    static func diagnose(_ node: Node) -> Diagnostic? {
        switch (node["code"], node["success"], node["message"]) {
        case (nil, nil, nil):
            report("`failure` says nothing", do: "add `message: PATH`, or `code` and `success`", at: node.range)
        case (_?, nil, _): report("a code is compared with that of success", do: "add `success: CODE`", at: node.range)
        case (nil, _?, _): report("the code of success is that of no code", do: "add `code: PATH`", at: node.range)
        default: nil
        }
    }
}
