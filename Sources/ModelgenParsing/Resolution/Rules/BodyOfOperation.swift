import ModelgenDiagnostics
import ModelgenSchema

/// An operation that always sends the same body, or none, cannot be given another.
enum BodyOfOperation: Rule {
    static let entry = RuleEntry(
        id: "body-of-operation",
        summary: "`list` and `save` cannot have a `body`.",
        explanation: """
            `create` sends the draft, `update` the object and `patch` the changes, unless `body` specifies another
            type, which the caller then passes. `list` takes its parameters as one value, its query; if it needs a
            body, make it one of the `actions`. `save` recognizes by the type whether an object is new (a draft) or
            not (a model), so if it is listed, `create` and `update` send exactly these.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64, name: String }
            -    rest: { operations: [{ create: { body: NewCity } }, save] }
            +    rest: { operations: [{ create: { body: NewCity } }, update] }
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
            report("`list` cannot have a body", do: "make it one of the `actions`, or remove the body", at: place)
        case .save:
            report("`save` always sends the draft or the model", do: "remove the body", at: place)
        case .create, .update:
            operations.contains { $0.kind == .save }
                ? report(
                    "with `save`, `\(kind.rawValue)` sends the draft or the model",
                    do: "remove the body, or `save`",
                    at: place
                ) : nil
        case .get, .patch, .delete: nil
        }
    }
}
