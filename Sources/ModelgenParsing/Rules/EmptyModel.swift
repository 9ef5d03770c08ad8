import ModelgenDiagnostics

/// A model has fields.
enum EmptyModel: ModelRule {
    static let entry = RuleEntry(
        id: "empty-model",
        summary: "A model has fields, or the cases of `oneOf`.",
        explanation:
            "A model without fields holds nothing. Give it `fields`, or `oneOf` where it is one of several models.",
        bad: "models:\n  City:\n    doc: A city.\n",
        good: "models:\n  City:\n    doc: A city.\n    fields: { id: Int64 }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard subject.names.isEmpty, !subject.isBroken, !subject.entries.isBroken(.fields), !subject.entries.has(.oneOf)
        else { return [] }
        return [
            report("`\(subject.model.name)` has no fields", do: "add `fields: { id: Int64 }`", at: subject.key.range)
        ]
    }
}
