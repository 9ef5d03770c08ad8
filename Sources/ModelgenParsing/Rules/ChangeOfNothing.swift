import ModelgenDiagnostics

/// What changed is there.
enum ChangeOfNothing: Rule {
    static let entry = RuleEntry(
        id: "change-of-nothing",
        summary: "A change names a field that is there, and older than the version.",
        explanation: """
            `change: { size: { from: String } }` tells what the field `size` was before this version; what it
            is now stands in `fields`. The name is the one that holds after the renames of the version, or the one
            from before them if nothing else is called so.
            """,
        bad: """
            database: { name: Map, version: 2 }
            models:
              City:
                primaryKey: id
                fields: { id: Int64, size: Int }
                migrations: { 2: [{ change: { sise: { from: String } } }] }

            """,
        good: """
            database: { name: Map, version: 2 }
            models:
              City:
                primaryKey: id
                fields: { id: Int64, size: Int }
                migrations: { 2: [{ change: { size: { from: String } } }] }

            """
    )

    /// Old values are made new, or stay what they are.
    static func diagnose(_ change: Entries<ChangeKey>) -> Diagnostic? {
        guard change.has(.using), let restored = change.key(.restored) else { return nil }
        return report(
            "a value that `using` makes new is not the same", do: "remove `restored`, or `using`", at: restored.range)
    }

    static func diagnose(
        _ key: Node, _ name: String, _ history: FieldHistory, version: Int, in subject: ModelSubject
    ) -> Diagnostic? {
        guard history.contains(name) else {
            return report(
                "`\(subject.model.name)` has no field `\(name)` that could have changed",
                do: suggestion(
                    for: name,
                    among: history.all,
                    else: "name the field as it is called in version \(version)"
                ),
                at: key.range
            )
        }
        guard history.version(name) >= version else { return nil }
        return report(
            "the field `\(name)` came with version \(history.version(name)) and cannot have changed in version \(version)",
            do: "remove the change, or the `since`",
            at: key.range
        )
    }
}
