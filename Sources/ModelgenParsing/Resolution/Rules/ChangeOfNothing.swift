import ModelgenDiagnostics

/// A `change` concerns an existing field.
enum ChangeOfNothing: Rule {
    static let entry = RuleEntry(
        id: "change-of-nothing",
        summary: "A change refers to an existing field that is older than the version.",
        explanation: """
            `change: { size: { from: String } }` specifies what the field `size` was before this version; what it is
            now is under `fields`. Use the name that is valid after the renames of the version, or the earlier one if
            it is not reused. An index is no part of the earlier definition: if it changed, `was` has the earlier ones.
            """,
        example: """
             database: { name: Map, version: 2 }
             models:
               City:
                 primaryKey: id
                 fields: { id: Int64, size: Int }
            -    migrations: { 2: [{ change: { sise: { from: String } } }] }
            +    migrations: { 2: [{ change: { size: { from: String, using: length(size) } } }] }
            """
    )

    /// Old values are converted or stay the same.
    static func diagnose(_ change: Entries<ChangeKey>) -> Diagnostic? {
        guard change.has(.using), let restored = change.key(.restored) else { return nil }
        return report(
            "a value converted with `using` is not restored as it was", do: "remove `restored`, or `using`",
            at: restored.range)
    }

    /// A change is about the column; its indexes are part of the table.
    static func diagnose(earlier: Entries<FieldKey>) -> [Diagnostic] {
        [FieldKey.unique, .index].compactMap { key in
            earlier.key(key).map {
                report(
                    "a change does not include `\(key.rawValue)`",
                    do:
                        "remove it; if it was different, also write `was: { \(key == .unique ? "unique" : "indexes"): … }`",
                    at: $0.range)
            }
        }
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
                    else:
                        "use the field's name in version \(version), or add the `rename` or `drop` of it in a later one"
                ),
                at: key.range
            )
        }
        guard history.version(name) >= version else { return nil }
        return report(
            "the field `\(name)` was added in version \(history.version(name)), so it cannot have changed in version \(version)",
            do: "remove the change, or the `since`",
            at: key.range
        )
    }
}
