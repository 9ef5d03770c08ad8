import ModelgenDiagnostics
import ModelgenSchema

/// What addresses one object needs a key.
enum OperationNeedsKey: Rule {
    static let entry = RuleEntry(
        id: "operation-needs-key",
        summary: "A client that addresses single objects belongs to a model with a key.",
        explanation: """
            `get`, `update`, `patch`, `delete`, `save`, nested resources, and paths with `{id}` need the key
            of the model: its `primaryKey`, or a field called `id`. Where the model has no key, list only the
            operations that need none.
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
        guard subject.primaryKey.isEmpty, !subject.isBroken else { return [] }
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
        return [
            report(
                "\(use) needs a key, and `\(subject.model.name)` has none",
                do: "add `primaryKey: …` to the model",
                at: (node ?? subject.key).range
            )
        ]
    }
}
