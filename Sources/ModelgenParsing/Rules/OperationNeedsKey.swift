import ModelgenDiagnostics
import ModelgenSchema

/// What addresses one object needs a key.
enum OperationNeedsKey: Rule {
    static let entry = RuleEntry(
        id: "operation-needs-key",
        summary: "A client that addresses single objects belongs to a model with one key field.",
        explanation: """
            `get`, `update`, `patch`, `delete`, `save`, nested resources, and paths with `{id}` need the key
            of the model: its `primaryKey`, or a field called `id`. A key of several fields fits no path with
            one `{id}`. Where the model has no such key, list only the operations that need none.
            """,
        bad: """
            api: { name: MapAPI }
            models:
              City:
                fields: { name: String }
                rest: { operations: [list, get] }

            """,
        good: """
            api: { name: MapAPI }
            models:
              City:
                primaryKey: name
                table: false
                fields: { name: String }
                rest: { operations: [list, get] }

            """
    )

    static func diagnose(_ client: Client, _ subject: ModelSubject, _ keys: Entries<RestKey>) -> [Diagnostic] {
        guard subject.primaryKey.count != 1, !subject.isBroken else { return [] }
        var uses: [(String, Node?)] = []
        for operation in client.operations {
            switch operation.kind {
            case .get, .update, .patch, .delete, .save:
                uses.append(
                    ("the operation `\(operation.kind.rawValue)`", keys.key(.operations) ?? subject.entries.key(.rest))
                )
            case .list, .create: break
            }
        }
        for nested in client.nested where nested.request.path == nil {
            uses.append(("the nested resource `\(nested.name)`", keys[.nested]?.entry(nested.name.text)?.key))
        }
        for action in client.actions where action.path.contains("{id}") {
            uses.append(("the action `\(action.name)`", keys[.actions]?.entry(action.name.text)?.key))
        }
        guard let (use, node) = uses.first else { return [] }
        let message: String
        let advice: String
        if subject.primaryKey.isEmpty {
            message = "\(use) needs a key, and `\(subject.model.name)` has none"
            advice = "add `primaryKey: …` to the model"
        } else {
            message = "\(use) needs a single key, and that of `\(subject.model.name)` has several fields"
            advice = "make it one of the `actions`, with `params` for its path"
        }
        return [report(message, do: advice, at: (node ?? subject.key).range)]
    }
}
