import ModelgenDiagnostics

/// A list that must not be empty has elements.
enum EmptyList: Rule {
    static let entry = RuleEntry(
        id: "empty-list",
        summary: "A key, an index, a list of alternatives or a migration step is not empty.",
        explanation: """
            An index without fields, a field with an empty list of JSON keys, or a step that renames nothing has no
            meaning: remove it.
            """,
        bad: "database: { name: Map }\nmodels:\n  City:\n    primaryKey: []\n    fields: { id: Int64 }\n",
        good: "database: { name: Map }\nmodels:\n  City:\n    primaryKey: [id]\n    fields: { id: Int64 }\n"
    )

    static func diagnose(_ node: Node, what: String) -> Diagnostic {
        report("\(what) cannot be empty", do: "add an element, or leave it out", at: node.range)
    }

    /// A migration step that does nothing.
    static func diagnose<Key: SchemaKey>(step keys: Entries<Key>) -> [Diagnostic] {
        keys.node.entries.flatMap { entry in
            guard let step = Key(rawValue: entry.name).flatMap({ keys[$0] }) else { return [Diagnostic]() }
            let parts = entry.name == StepKey.rename.rawValue ? step.entries : []
            return ([entry] + parts).compactMap { entry in
                guard case .mapping(let parts) = entry.value.content, parts.isEmpty, !entry.value.isBroken else {
                    return nil
                }
                return report(
                    "`\(entry.name)` cannot be empty", do: "add an element, or remove the step", at: entry.value.range)
            }
        }
    }
}
