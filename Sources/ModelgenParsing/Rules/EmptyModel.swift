import ModelgenDiagnostics

/// A model has contents.
enum EmptyModel: ModelRule {
    static let entry = RuleEntry(
        id: "empty-model",
        summary: "A model has `fields` or `oneOf`, and at least one field if it is stored.",
        explanation: """
            Give it `fields`, or `oneOf` if its values are one of several models. `fields: {}` is the empty object,
            which some services send. A table or a view has at least one column.
            """,
        bad: "models:\n  City:\n    doc: A city.\n",
        good: "models:\n  City:\n    doc: A city.\n    fields: { id: Int64 }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard subject.names.isEmpty, !subject.isBroken, !subject.entries.isBroken(.fields), !subject.entries.has(.oneOf)
        else { return [] }
        let name = subject.model.name
        guard subject.entries.has(.fields) else {
            // A discriminator without `oneOf` is reported.
            if subject.model.json.discriminator != nil { return [] }
            return [
                report(
                    "`\(name)` has no `fields`",
                    do: "add `fields: { id: Int64 }`, or `fields: {}` for the empty object", at: subject.key.range)
            ]
        }
        if subject.model.storage == .none { return [] }
        return [
            report("`\(name)` is stored but has no fields", do: "add `fields: { id: Int64 }`", at: subject.key.range)
        ]
    }
}
