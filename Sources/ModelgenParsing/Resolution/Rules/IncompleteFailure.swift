import ModelgenDiagnostics

/// A `failure` says how to recognize a failed request.
enum IncompleteFailure: Rule {
    static let entry = RuleEntry(
        id: "incomplete-failure",
        summary: "`failure` has a `message`, or a `code` with its value for `success`.",
        explanation: """
            `code` and `success` belong together: a body with any other code is a failure even if its status is 200.
            `message` alone specifies where to find the text of a failure that is determined by the status.
            """,
        example: """
            -api: { name: MapAPI, failure: { code: status } }
            +api: { name: MapAPI, failure: { code: status, success: "0" } }
             models:
               City:
                 fields: { id: Int64 }
                 rest: { operations: [list] }
            """
    )

    static func diagnose(_ node: Node) -> Diagnostic? {
        switch (node["code"], node["success"], node["message"]) {
        case (nil, nil, nil):
            report("`failure` is empty", do: "add `message: PATH`, or `code` and `success`", at: node.range)
        case (_?, nil, _): report("`code` requires a value for success", do: "add `success: CODE`", at: node.range)
        case (nil, _?, _): report("`success` requires a code", do: "add `code: PATH`", at: node.range)
        default: nil
        }
    }
}
