import ModelgenDiagnostics
import ModelgenSchema

/// A patch has something to change.
enum PatchOfNothing: ModelRule {
    static let entry = RuleEntry(
        id: "patch-of-nothing",
        summary: "A model with the operation `patch` has a field that can be changed.",
        explanation: """
            `patch` sends the fields that changed. These do not include the key, nor fields that are `readOnly`,
            generated, or not written to JSON. If a model has no other fields, there is nothing to send.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
            -    fields: { id: Int64, name: { type: String, readOnly: true } }
            +    fields: { id: Int64, name: String }
                 rest: { operations: [get, patch] }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard let client = subject.model.client,
            client.operations.contains(where: { $0.kind == .patch && $0.request.body == nil }),
            !subject.isBroken, subject.names.count == subject.fields.count, subject.primaryKey.count == 1,
            let rest = subject.entries[.rest]
        else { return [] }
        let canChange = subject.fields.contains { item in
            !subject.primaryKey.contains(item.field.name) && item.field.canBeSent
        }
        guard !canChange else { return [] }
        let keys = Entries<RestKey>(rest, run.reading)
        let named = keys[.operations]?.elements.first { $0.text == OperationKind.patch.rawValue }
        let node = named ?? keys.key(.patch) ?? keys.key(.operations) ?? subject.key
        return [
            report(
                "`\(subject.model.name)` has no field that a patch can change",
                do: "remove the operation `patch`",
                at: node.range
            )
        ]
    }
}

extension Field {
    /// Whether its value is sent.
    fileprivate var canBeSent: Bool {
        json != nil && json?.direction != .decodeOnly && access != .readOnly && column?.generated == nil
    }
}
