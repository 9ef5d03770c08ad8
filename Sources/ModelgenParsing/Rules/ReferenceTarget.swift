import ModelgenDiagnostics
import ModelgenSchema

/// A foreign key refers to a key.
enum ReferenceTarget: ModelRule {
    static let entry = RuleEntry(
        id: "reference-target",
        summary: "A reference leads to a stored, unique field of the same type in the same database.",
        explanation: """
            SQLite demands that the column a foreign key refers to is the primary key or unique
            (https://www.sqlite.org/foreignkeys.html, section 3), and it lives in the same file. Types that
            differ would compare as unequal.
            """,
        bad: """
            database: { name: Map }
            models:
              Street:
                primaryKey: id
                fields:
                  id: Int64
                  cityId: { type: String, references: City.id }
              City:
                primaryKey: id
                fields: { id: Int64 }

            """,
        good: UnknownModel.entry.good
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard !subject.isBroken else { return [] }
        return subject.fields.compactMap { item in
            guard let reference = item.field.reference, let node = item.entries?[.references],
                let target = run.subject(reference.model), !target.isBroken,
                let field = target.field(reference.field.text)?.field
            else { return nil }
            let notes = [Diagnostic.Note("`\(reference.model)` is declared here", at: target.key.range)]
            guard let table = target.model.table, field.column != nil else {
                if case .view = target.model.storage {
                    return report(
                        "`\(reference.model)` is a view",
                        do: "refer to a table",
                        at: node.range,
                        notes: notes
                    )
                }
                return report(
                    "`\(reference.model).\(reference.field)` is not stored",
                    do: "refer to a stored field",
                    at: node.range,
                    notes: notes
                )
            }
            if let own = subject.model.storage.database, own != table.database {
                return report(
                    "`\(reference.model)` is in the database `\(table.database)`, not in `\(own)`",
                    do: "a foreign key stays in its database",
                    at: node.range,
                    notes: notes
                )
            }
            if field.type.unwrapped != item.field.type.unwrapped {
                return report(
                    "`\(item.field.name)` is `\(item.field.type.text)`, and `\(reference.model).\(reference.field)` is `\(field.type.text)`",
                    do: "give them the same type",
                    at: node.range,
                    notes: notes
                )
            }
            let isUnique =
                table.primaryKey == [reference.field]
                || table.indexes.contains {
                    $0.uniqueness == .unique && $0.condition == nil && $0.terms.count == 1
                        && $0.terms.first?.name == reference.field
                }
            if isUnique { return nil }
            return report(
                "`\(reference.model).\(reference.field)` is not unique",
                do: "refer to the primary key, or add `unique: true` there",
                at: node.range,
                notes: notes
            )
        }
    }
}
