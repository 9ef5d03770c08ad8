import ModelgenDiagnostics

/// A member of a model has one meaning.
enum MemberTwice: ModelRule {
    static let entry = RuleEntry(
        id: "member-twice",
        summary:
            "Fields and relations of a model have different names, and so do nested resources, actions and operations.",
        explanation: """
            They become members of the same Swift type: fields and relations of the model and its columns; operations,
            nested resources and actions of its client.
            """,
        example: """
             database: { name: Map }
             models:
               City:
                 primaryKey: id
            -    fields: { id: Int64, streets: Int }
            +    fields: { id: Int64, streetCount: Int }
                 relations: { streets: { hasMany: Street, by: cityId } }
               Street:
                 primaryKey: id
                 fields: { id: Int64, cityId: Int64 }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for entry in subject.entries[.relations]?.entries ?? [] {
            guard subject.mentions(entry.name) else { continue }
            let notes = subject.field(entry.name).map {
                [Diagnostic.Note("the field is declared here", at: $0.key.range)]
            }
            diagnostics.append(
                report(
                    "the relation `\(entry.name)` has the name of a field",
                    do: "rename one of them",
                    at: entry.key.range,
                    notes: notes ?? []
                )
            )
        }
        for hook in subject.entries[.hooks]?.elements ?? [] {
            guard let name = hook.text, subject.mentions(name) else { continue }
            let notes = subject.field(name).map { [Diagnostic.Note("the field is declared here", at: $0.key.range)] }
            diagnostics.append(
                report(
                    "the hook `\(name)` has the name of a field",
                    do: "rename the field, and keep its key with `json: \(name)`",
                    at: hook.range,
                    notes: notes ?? []
                )
            )
        }
        guard let client = subject.model.client, let rest = subject.entries[.rest] else { return diagnostics }
        let keys = Entries<RestKey>(rest, run.reading)
        var names: Set<String> = []
        for operation in client.operations { names.insert(operation.kind.rawValue) }
        for node in [keys[.nested], keys[.actions]] {
            for entry in node?.entries ?? [] where !names.insert(entry.name).inserted {
                diagnostics.append(
                    report(
                        "the client already has a member `\(entry.name)`", do: "rename one of them", at: entry.key.range
                    )
                )
            }
        }
        return diagnostics
    }
}
