import ModelgenDiagnostics
import ModelgenSchema

/// Only lists can be complete.
enum CompleteOfList: Rule {
    static let entry = RuleEntry(
        id: "complete-of-list",
        summary: "`complete` is an option of the operation `list`.",
        explanation: """
            A list with `complete: true` contains everything that matches its query, so that a repository can delete
            rows that are missing from it. Only use it if that is true: a service that lists only open issues is not
            complete, because it says nothing about closed ones. Other operations return a single object, so nothing
            can be missing.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64, name: String }
            -    rest: { operations: [list, get], get: { complete: true } }
            +    rest: { operations: [list, get], list: { complete: true } }
            """
    )

    static func diagnose(_ key: Node, _ kind: OperationKind) -> Diagnostic {
        report("`complete` applies to `list`, not to `\(kind.rawValue)`", do: "move it to `list`", at: key.range)
    }
}
