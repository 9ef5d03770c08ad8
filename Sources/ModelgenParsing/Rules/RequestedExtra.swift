import ModelgenDiagnostics
import ModelgenSchema

/// A model that asks for a draft can have one.
enum RequestedExtra: ModelRule {
    static let entry = RuleEntry(
        id: "requested-extra",
        summary: "A model with `draft: true` has assigned fields.",
        explanation: """
            A draft is a model without the fields that the server or the database assigns; without such fields it
            would be identical to the model.
            """,
        example: """
             models:
               City:
                 draft: true
            -    fields: { id: Int64, name: String }
            +    fields: { id: { type: Int64, assigned: server }, name: String }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard !subject.isBroken, subject.model.requested.contains(.draft), !subject.model.hasDraft,
            !subject.entries.has(.oneOf), let key = subject.entries.key(.draft)
        else { return [] }
        if subject.model.draftFields.isEmpty, !subject.model.fields.isEmpty {
            return [
                report("a draft of `\(subject.model.name)` would have no fields", do: "remove `draft`", at: key.range)
            ]
        }
        return [
            report(
                "`\(subject.model.name)` has no assigned field that a draft would omit",
                do: "write `assigned: server` in the fields that it omits, or remove `draft`", at: key.range)
        ]
    }
}
