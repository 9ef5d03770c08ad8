import ModelgenDiagnostics
import ModelgenSchema

/// An operation on one object needs a key.
enum OperationNeedsKey: Rule {
    static let entry = RuleEntry(
        id: "operation-needs-key",
        summary: "Operations on single objects require a model with a single key field.",
        explanation: """
            `get`, `update`, `patch`, `delete`, `save`, nested resources, and paths with `{id}` require the model's
            key: its `primaryKey`, or a field named `id`. A key of several fields does not fit a path with one `{id}`.
            If the model has no such key, list only operations that don't need one.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
            +    primaryKey: name
            +    table: false
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
            message = "\(use) requires a key, but `\(subject.model.name)` has none"
            advice = "add \(subject.keyDeclaration) to the model"
        } else {
            message = "\(use) requires a single-field key, but the key of `\(subject.model.name)` has several fields"
            advice = "make it one of the `actions`, with `params` for its path"
        }
        return [report(message, do: advice, at: (node ?? subject.key).range)]
    }
}
