import ModelgenDiagnostics

/// A cursor is sent as a parameter, or is a URL.
enum CursorParameter: Rule {
    static let entry = RuleEntry(
        id: "cursor-parameter",
        summary: "A cursor has a `parameter`, or is the URL of the next page.",
        explanation: """
            With `parameter`, the cursor from the previous page is sent as that parameter: what is at `next` in the
            response, or at `last` in its last object. With `url: true`, it is a URL that is requested as it is.
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
        // An empty mapping was reported.
        if node.entries.isEmpty || CursorKey.allCases.contains(where: keys.isBroken) { return nil }
        if let key = keys.key(.last), keys.flag(.url) == true {
            return report(
                "the last object has no URL of the next page", do: "write `next: \(keys.text(.last) ?? "")`",
                at: key.range)
        }
        if let key = keys.key(.more), !keys.has(.last) {
            return report("`more` requires `last`", do: "remove `more`, since `next` is null at the end", at: key.range)
        }
        return switch (keys.flag(.url) == true, keys.key(.parameter)) {
        case (false, nil):
            report("a cursor requires a parameter", do: "add `parameter: NAME`, or `url: true`", at: node.range)
        case (true, let key?):
            report("a cursor that is a URL is not sent as a parameter", do: "remove `parameter`", at: key.range)
        default: nil
        }
    }
}
