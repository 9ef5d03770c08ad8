import ModelgenDiagnostics
import ModelgenSchema

/// A rename results in an existing field.
enum RenameOfNothing: Rule {
    static let entry = RuleEntry(
        id: "rename-of-nothing",
        summary: "A rename goes from a name that no longer exists to an existing field.",
        explanation: """
            `rename: { text: body }` specifies that the field `body` was named `text` before this version. So there is
            a field `body` (unless a later version renames or drops it), it is older than the version, and there is no
            field `text`. Each field and each column has only one earlier name: of two fields that became one, the other
            was dropped.
            """,
        example: """
             database: { name: Map, version: 2 }
             models:
               City:
                 primaryKey: id
                 fields: { id: Int64, name: String }
            -    migrations: { 2: [{ rename: { title: nmae } }] }
            +    migrations: { 2: [{ rename: { title: name } }] }
            """
    )

    static func diagnose(
        _ entry: Node.Entry,
        _ new: String,
        _ history: FieldHistory,
        version: Int,
        renamed: Set<String>,
        in subject: ModelSubject
    ) -> Diagnostic? {
        guard history.contains(new) else {
            return report(
                "`\(subject.model.name)` has no field `\(new)` that could have been renamed",
                do: suggestion(
                    for: new,
                    among: history.all,
                    else:
                        "use the field's name in version \(version), or add the `rename` or `drop` of it in a later one"
                ),
                at: entry.value.range
            )
        }
        // A field that the version adds may take over the old name.
        if history.contains(entry.name), !renamed.contains(entry.name), history.version(entry.name) < version {
            return report(
                "the field `\(entry.name)` still exists",
                do: "remove it, or the rename",
                at: entry.key.range
            )
        }
        if history.version(new) >= version {
            return report(
                "the field `\(new)` was added in version \(history.version(new)), so it cannot have been renamed in version \(version)",
                do: "remove the rename, or the `since`",
                at: entry.value.range
            )
        }
        return nil
    }

    /// The second earlier name of a field or a column.
    static func diagnose(_ key: Node, _ kind: String, _ new: String, first: String) -> Diagnostic {
        report(
            "the \(kind) `\(new)` was already renamed from `\(first)`",
            do: "remove the rename that does not apply, and `drop` that field if it existed",
            at: key.range)
    }

    static func diagnose(column node: Node, _ name: String, in subject: ModelSubject) -> Diagnostic? {
        // A column may be renamed again or dropped later; then its name is not a present one.
        guard let versions = subject.entries[.migrations]?.entries, versions.count == 1,
            subject.names.count == subject.fields.count,
            versions.allSatisfy({ $0.value.elements.allSatisfy { $0[StepKey.drop] == nil } })
        else { return nil }
        let columns = subject.fields.compactMap { $0.field.column?.name.text }
        if columns.contains(where: { FoldedName($0) == FoldedName(name) }) { return nil }
        return report(
            "`\(subject.model.name)` has no column `\(name)`",
            do: suggestion(for: name, among: columns, else: "name a column"),
            at: node.range
        )
    }
}
