import ModelgenDiagnostics

/// A `failure` says how to recognize a failed request.
enum IncompleteFailure: Rule {
    static let entry = RuleEntry(
        id: "incomplete-failure",
        summary: "`failure` has a `code` or a `message`, and a `success` only with a `code`.",
        explanation: """
            With `success`, a body with any other `code` is a failure even if its status is 200. Without it, the status
            determines what is a failure, and `code` and `message` specify where its body describes it.
            """,
        example: """
            -api: { name: MapAPI, failure: { message: text, success: "0" } }
            +api: { name: MapAPI, failure: { code: status, success: "0" } }
             models:
               City:
                 fields: { id: Int64 }
                 rest: { operations: [list] }
            """
    )

    static func diagnose(_ node: Node) -> Diagnostic? {
        switch (node[FailureKey.code], node[FailureKey.success], node[FailureKey.message]) {
        case (nil, nil, nil):
            report("`failure` is empty", do: "add `code: PATH` or `message: PATH`", at: node.range)
        case (nil, _?, _): report("`success` requires a code", do: "add `code: PATH`", at: node.range)
        default: nil
        }
    }
}
