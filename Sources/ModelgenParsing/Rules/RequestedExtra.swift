import ModelgenDiagnostics
import ModelgenSchema

/// A model that asks for a draft or a patch can have one.
enum RequestedExtra: ModelRule {
    static let entry = RuleEntry(
        id: "requested-extra",
        summary: "A model with `draft: true` has assigned fields, and one with `patch: true` has a key.",
        explanation: """
            A draft is a model without the fields that the server or the database assigns; without such fields it
            would be identical to the model. A patch changes individual fields of the model identified by its key.
            """,
        example: """
             models:
               City:
            +    primaryKey: id
            +    table: false
                 draft: true
            -    fields: { id: Int64, name: String }
            +    fields: { id: { type: Int64, assigned: server }, name: String }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard !subject.isBroken else { return [] }
        let name = subject.model.name
        var problems: [Diagnostic] = []
        if subject.model.requested.contains(.draft), !subject.model.hasDraft,
            let key = subject.entries.key(.draft)
        {
            problems.append(
                report(
                    "`\(name)` has no assigned field that a draft would omit",
                    do: (subject.primaryKey.isEmpty
                        ? "add \(subject.keyDeclaration), and give the key " : "give a field of the key ")
                        + "`assigned: server` or `assigned: database`, or remove `draft`", at: key.range))
        }
        let isKeyed =
            !subject.primaryKey.isEmpty || subject.model.fields.contains { $0.assigned != nil || $0.name == "id" }
        if subject.model.requested.contains(.patch), !isKeyed, let key = subject.entries.key(.patch) {
            problems.append(
                report(
                    "`\(name)` has no key to identify what a patch changes",
                    do: "add \(subject.keyDeclaration), or a field `id`, or remove `patch`", at: key.range))
        }
        return problems
    }
}
