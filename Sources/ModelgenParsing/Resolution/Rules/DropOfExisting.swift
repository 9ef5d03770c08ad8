import ModelgenDiagnostics

/// A dropped field is no longer declared.
enum DropOfExisting: Rule {
    static let entry = RuleEntry(
        id: "drop-of-existing",
        summary: "A field or model that a step drops is no longer declared.",
        explanation: """
            `drop: { name: Type }` specifies what an earlier version had, so the field itself is removed from
            `fields`. To change a field, use `change`; to add it again under the same name, give the new one a later
            `since`, or rename the old one in the same version: `rename: { name: oldName }`, `drop: { oldName: Type }`.
            """,
        example: """
             database: { name: Map, version: 2 }
             models:
               City:
                 primaryKey: id
            -    fields: { id: Int64, size: Int? }
            +    fields: { id: Int64 }
                 migrations: { 2: [{ drop: { size: Int? } }] }
            """
    )

    /// The field that has the name of a dropped one.
    enum Present {
        /// It is older than the version.
        case kept
        /// It got the name in the same version.
        case replaced
    }

    static func diagnose(
        _ key: Node, _ history: FieldHistory, _ present: Present, in subject: ModelSubject
    ) -> Diagnostic? {
        let name = key.text ?? ""
        guard history.contains(name) else { return nil }
        let notes = history.present(name).flatMap { subject.field($0) }.map {
            [Diagnostic.Note("it is declared here", at: $0.key.range)]
        }
        switch present {
        case .kept:
            return report(
                "`\(subject.model.name)` still has the field `\(name)`",
                do: "remove it from `fields`, or the drop",
                at: key.range,
                notes: notes ?? []
            )
        case .replaced:
            let old = "old\(name.capitalizedFirst)"
            return report(
                "another field has been called `\(name)` since this version",
                do:
                    "rename the dropped one first: `rename: { \(name): \(old) }`, then `drop: { \(old): … }`; or use `change` "
                    + "if it is the same one",
                at: key.range,
                notes: notes ?? []
            )
        }
    }

    static func diagnose(model key: Node, _ present: Declaration) -> Diagnostic {
        report(
            "the model `\(present.name)` still exists",
            do: "remove it from `models`, or the drop",
            at: key.range,
            notes: [.init("it is declared here", at: present.key.range)]
        )
    }
}
