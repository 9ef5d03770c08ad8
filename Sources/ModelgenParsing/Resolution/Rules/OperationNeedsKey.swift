import ModelgenDiagnostics
import ModelgenSchema

/// An operation on one object needs a key that a path can contain.
enum OperationNeedsKey: Rule {
    static let entry = RuleEntry(
        id: "operation-needs-key",
        summary: "Operations on single objects require a model with a single key field.",
        explanation: """
            `get`, `update`, `patch`, `delete`, `save`, nested resources, and paths with `{id}` require the model's
            key: its `primaryKey`, or a field named `id`. A key of several fields does not fit a path with one `{id}`,
            and an external type or a `DatabaseValue` cannot be written in a path: then name another field with `by`. Or
            list only operations that don't need a key.
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
        guard !subject.isBroken, client.by == nil, !keys.isBroken(.by), !keys.isBroken(.operations),
            let (use, node) = uses(client, subject, keys).first
        else { return [] }
        let name = subject.model.name
        let message: String
        let advice: String
        if subject.primaryKey.isEmpty, !subject.entries.has(.primaryKey),
            let unfit = subject.field("id")?.unfitForKey
        {
            message = "\(use) requires a key, but `id` \(unfit.why)"
            advice = unfit.advice
        } else if subject.primaryKey.isEmpty {
            message = "\(use) requires a key, but `\(name)` has none"
            advice = "add \(subject.keyDeclaration) to the model"
        } else if subject.primaryKey.count > 1 {
            message = "\(use) requires a single-field key, but the key of `\(name)` has several fields"
            advice = "make it one of the `actions`, with `params` for its path"
        } else if let key = subject.model.field(subject.primaryKey[0]), case .external = key.type {
            message = "\(use) requires a key that a path can contain, but `\(key.name)` is `\(key.type.text)`"
            advice = "name a field that is a string, a number, a UUID or an enum with `by`"
        } else {
            return []
        }
        return [report(message, do: advice, at: (node ?? subject.key).range)]
    }

    /// What needs the key, with its place.
    private static func uses(
        _ client: Client, _ subject: ModelSubject, _ keys: Entries<RestKey>
    ) -> [(String, Node?)] {
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
        // They take it as an argument even if it is not in their path.
        for nested in client.nested {
            uses.append(("the nested resource `\(nested.name)`", keys[.nested]?.entry(nested.name.text)?.key))
        }
        for action in client.actions where action.path.contains("{id}") {
            uses.append(("the action `\(action.name)`", keys[.actions]?.entry(action.name.text)?.key))
        }
        return uses
    }
}
