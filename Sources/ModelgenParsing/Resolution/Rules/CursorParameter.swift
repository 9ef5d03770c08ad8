import ModelgenDiagnostics

/// A cursor is sent as a parameter, or is a URL.
enum CursorParameter: Rule {
    static let entry = RuleEntry(
        id: "cursor-parameter",
        summary: "A cursor has a `parameter`, or is the URL of the next page.",
        explanation: """
            With `parameter`, the cursor from the previous page is sent as that parameter. With `url: true`, it is a
            URL that is requested as it is.
            """,
        example: """
            -api: { name: MapAPI, pagination: { cursor: { next: paging.next } } }
            +api: { name: MapAPI, pagination: { cursor: { next: paging.next, url: true } } }
             models:
               City:
                 fields: { id: Int64 }
                 rest: { operations: [list] }
            """
    )

    static func diagnose(_ node: Node, _ keys: Entries<CursorKey>) -> Diagnostic? {
        switch (keys.flag(.url) == true, keys.key(.parameter)) {
        case (false, nil):
            report("a cursor requires a parameter", do: "add `parameter: NAME`, or `url: true`", at: node.range)
        case (true, let key?):
            report("a cursor that is a URL is not sent as a parameter", do: "remove `parameter`", at: key.range)
        default: nil
        }
    }
}
