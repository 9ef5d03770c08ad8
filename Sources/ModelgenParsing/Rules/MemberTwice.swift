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
        func clash(_ what: String, _ node: Node, _ remedy: String) -> Diagnostic? {
            guard let name = node.text, subject.names.contains(name) else { return nil }
            let notes = subject.field(name).map { [Diagnostic.Note("the field is declared here", at: $0.key.range)] }
            return report(
                "the \(what) `\(name)` has the name of a field", do: remedy, at: node.range, notes: notes ?? [])
        }
        let relations = (subject.entries[.relations]?.entries ?? []).compactMap {
            clash("relation", $0.key, "rename one of them")
        }
        let hooks = (subject.entries[.hooks]?.elements ?? []).compactMap {
            clash("hook", $0, "rename the field, and keep its key with `json: \($0.text ?? "")`")
        }
        guard let client = subject.model.client, let rest = subject.entries[.rest] else { return relations + hooks }
        let keys = Entries<RestKey>(rest, run.reading)
        var names = Set(client.operations.map(\.kind.rawValue))
        let members = [keys[.nested], keys[.actions]].flatMap { $0?.entries ?? [] }
            .filter { !names.insert($0.name).inserted }
        return relations + hooks
            + members.map {
                report("the client already has a member `\($0.name)`", do: "rename one of them", at: $0.key.range)
            }
    }
}
