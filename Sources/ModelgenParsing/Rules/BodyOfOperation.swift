import ModelgenDiagnostics
import ModelgenSchema

/// The body of an operation is the model's, or one that its method can take.
enum BodyOfOperation: Rule {
    static let entry = RuleEntry(
        id: "body-of-operation",
        summary: "`list` and `save` have no `body` of their own.",
        explanation: """
            `create` sends the draft, `update` the object and `patch` the changes, unless `body` names another type,
            which is then what the caller gives. `list` takes all that it is asked for as one value, which is its
            query: make it one of the `actions`. `save` tells by the type what is new, the draft, and what is not, the
            model: so where it is listed, `create` and `update` send just these.
            """,
        bad: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest: { operations: [{ create: { body: NewCity } }, save] }
              NewCity:
                fields: { name: String }

            """,
        good: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest: { operations: [{ create: { body: NewCity } }, update] }
              NewCity:
                fields: { name: String }

            """
    )

    static func diagnose(
        _ kind: OperationKind,
        among operations: [ModelgenSchema.Operation],
        at place: SourceRange
    ) -> Diagnostic? {
        switch kind {
        case .list:
            report("`list` has no body", do: "make it one of the `actions`, or remove the body", at: place)
        case .save:
            report("`save` sends the draft or the model", do: "remove the body", at: place)
        case .create, .update:
            operations.contains { $0.kind == .save }
                ? report(
                    "`save` sends what `\(kind.rawValue)` sends: the draft or the model",
                    do: "remove the body, or `save`",
                    at: place
                ) : nil
        case .get, .patch, .delete: nil
        }
    }
}
