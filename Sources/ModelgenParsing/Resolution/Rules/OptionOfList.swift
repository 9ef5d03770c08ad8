import ModelgenDiagnostics
import ModelgenSchema

/// Some options only apply to lists.
enum OptionOfList: Rule {
    static let entry = RuleEntry(
        id: "option-of-list",
        summary: "`complete`, `pagination` and `keys` are options of the operation `list`.",
        explanation: """
            A list with `complete: true` contains everything that matches its query, so that a repository can delete
            rows that are missing from it. Only use it if that is true: a service that lists only open issues is not
            complete, because it says nothing about closed ones. The API's `pagination` applies to all lists; a list
            that differs has its own, or `none`. Other operations return a single object: nothing can be missing, and
            it has no pages. An action that returns a list takes the parameters of its pages as its `query`.
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

    static func diagnose(_ keys: Entries<RequestKey>, _ kind: OperationKind) -> [Diagnostic] {
        if kind == .list { return [] }
        return RequestKey.ofLists.compactMap { keys.key($0) }.map { key in
            report(
                "`\(key.text ?? "")` applies to `list`, not to `\(kind.rawValue)`", do: "move it to `list`",
                at: key.range)
        }
    }
}
