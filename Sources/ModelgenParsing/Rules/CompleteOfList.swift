import ModelgenDiagnostics
import ModelgenSchema

/// Only lists are complete.
enum CompleteOfList: Rule {
    static let entry = RuleEntry(
        id: "complete-of-list",
        summary: "`complete` stands at the operation `list`.",
        explanation: """
            A list with `complete: true` holds everything that its query is about, so that a repository may delete the
            rows that it lacks. Say it only where that is so: a service that lists open issues only, and says nothing of
            closed ones, is not complete. Other operations give one object, and nothing can be missing.
            """,
        bad: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest: { operations: [list, get], get: { complete: true } }

            """,
        good: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest: { operations: [list, get], list: { complete: true } }

            """
    )

    static func diagnose(_ key: Node, _ kind: OperationKind) -> Diagnostic {
        report("`complete` is about lists, and not about `\(kind.rawValue)`", do: "move it to `list`", at: key.range)
    }
}
