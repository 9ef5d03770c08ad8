import ModelgenDiagnostics
import ModelgenSchema

/// A foreign key refers to a key.
enum ReferenceTarget: ModelRule {
    static let entry = RuleEntry(
        id: "reference-target",
        summary: "A reference points to a stored, unique field of the same type in the same database.",
        explanation: """
            SQLite requires the column referred to by a foreign key to be the primary key or unique
            (https://www.sqlite.org/foreignkeys.html, section 3), and to be in the same file. Values of different
            types would compare as unequal. A key of several fields is referred to by the same number of fields, one
            for each part; together they form one foreign key, with the same `onDelete` and `onUpdate`.
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
                    do: "refer to a model in the same database",
                    at: node.range,
                    notes: notes
                )
            }
            if field.type.unwrapped != item.field.type.unwrapped {
                return report(
                    "`\(item.field.name)` is `\(item.field.type.text)`, but `\(reference.model).\(reference.field)` is `\(field.type.text)`",
                    do: "give them the same type",
                    at: node.range,
                    notes: notes
                )
            }
            if table.isUnique([reference.field]) { return nil }
            let parts = subject.fields.filter { part in
                guard let other = part.field.reference, other.model == reference.model else { return false }
                return !table.isUnique([other.field])
            }
            let targets = parts.compactMap(\.field.reference?.field)
            guard table.isUnique(targets) else {
                let isPart = table.primaryKey.count > 1 && table.primaryKey.contains(reference.field)
                return report(
                    "`\(reference.model).\(reference.field)` is not unique",
                    do: isPart
                        ? "refer to each part of its key once: \(listed(table.primaryKey.map(\.text)))"
                        : "refer to the primary key, or add `unique: true` there",
                    at: node.range,
                    notes: notes
                )
            }
            guard let first = parts.first?.field.reference,
                first.onDelete != reference.onDelete || first.onUpdate != reference.onUpdate
            else { return nil }
            return report(
                "`\(item.field.name)` is part of one foreign key with `\(parts[0].field.name)`",
                do: "write the same `onDelete` and `onUpdate` on both",
                at: node.range,
                notes: notes
            )
        }
    }
}

extension Table {
    /// Whether these fields, in any order, are its primary key or a unique index without a condition.
    fileprivate func isUnique(_ wanted: [SwiftName]) -> Bool {
        let fields = Set(wanted)
        guard !fields.isEmpty, fields.count == wanted.count else { return false }
        if Set(primaryKey) == fields { return true }
        return indexes.contains { index in
            let names = index.terms.compactMap(\.name)
            return index.uniqueness == .unique && index.condition == nil && names.count == index.terms.count
                && Set(names) == fields
        }
    }
}
