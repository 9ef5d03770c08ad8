import ModelgenDiagnostics
import ModelgenSchema

/// Only lists are paginated.
enum PaginationOfList: Rule {
    static let entry = RuleEntry(
        id: "pagination-of-list",
        summary: "`pagination` is an option of the API and of the operation `list`.",
        explanation: """
            The API's `pagination` applies to all lists; a list that differs has its own, or `none`. Other operations
            return a single object, which has no pages. An action that returns a list takes the parameters of its pages
            as its `query`.
            """,
        example: """
             api: { name: MapAPI, pagination: link }
             models:
               City:
                 fields: { id: Int64, name: String }
            -    rest: { operations: [list, get], get: { pagination: none } }
            +    rest: { operations: [list, get], list: { pagination: none } }
            """
    )

    static func diagnose(_ key: Node, _ kind: OperationKind) -> Diagnostic {
        report("`pagination` applies to `list`, not to `\(kind.rawValue)`", do: "move it to `list`", at: key.range)
    }
}
