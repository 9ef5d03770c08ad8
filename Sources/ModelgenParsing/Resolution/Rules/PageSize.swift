import ModelgenDiagnostics

/// A page can only be shorter than requested if its size is requested.
enum PageSize: Rule {
    static let entry = RuleEntry(
        id: "page-size",
        summary: "A list that ends at a page shorter than requested requests a size.",
        explanation: """
            With `end: short`, a list ends at a page with fewer objects than the client requests. Without `size`, the
            server chooses how many there are, so no page is short.
            """,
        example: """
            -api: { name: MapAPI, pagination: { page: { number: page, end: short } } }
            +api: { name: MapAPI, pagination: { page: { number: page, size: per_page, end: short } } }
             models:
               City:
                 fields: { id: Int64 }
                 rest: { operations: [list] }
            """
    )

    static func diagnose(_ keys: Entries<PageKey>) -> Diagnostic? {
        guard keys.text(.end) == "short", keys[.size] == nil, !keys.isBroken(.size), let key = keys.key(.end) else {
            return nil
        }
        return report(
            "without a size, no page is shorter than requested", do: "add `size: NAME`, or remove `end`", at: key.range)
    }
}
