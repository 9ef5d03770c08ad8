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
        example: """
             database: { name: Map }
             models:
               Street:
                 primaryKey: id
                 fields:
                   id: Int64
            -      cityId: { type: String, references: City.id }
            +      cityId: { type: Int64, references: City.id }
               City:
                 primaryKey: id
                 fields: { id: Int64 }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard !subject.isBroken else { return [] }
        return subject.fields.compactMap { item in
            guard let reference = item.field.reference, let node = item.entries?[.references],
                let target = run.subject(reference.model), !target.isBroken, !target.entries.isBroken(.unique),
                let field = target.field(reference.field.text)?.field,
                let (problem, remedy) = problem(
                    of: reference, from: item.field, of: subject, to: field, of: target.model)
            else { return nil }
            let note = Diagnostic.Note("`\(reference.model)` is declared here", at: target.key.range)
            return report(problem, do: remedy, at: node.range, notes: [note])
        }
    }

    /// The problem and its remedy.
    private static func problem(
        of reference: Reference,
        from own: Field,
        of subject: ModelSubject,
        to field: Field,
        of target: Model
    ) -> (String, String)? {
        let column = "`\(reference.model).\(reference.field)`"
        guard let table = target.table, field.column != nil else {
            if case .view = target.storage { return ("`\(reference.model)` is a view", "refer to a table") }
            return ("\(column) is not stored", "refer to a stored field")
        }
        if let database = subject.model.storage.database, database != table.database {
            return (
                "`\(reference.model)` is in the database `\(table.database)`, not in `\(database)`",
                "refer to a model in the same database"
            )
        }
        if field.type.unwrapped != own.type.unwrapped {
            return (
                "`\(own.name)` is `\(own.type.text)`, but \(column) is `\(field.type.text)`",
                "give them the same type"
            )
        }
        if table.isUnique([reference.field]) { return nil }
        let parts = subject.fields.map(\.field).filter { part in
            guard let other = part.reference, other.model == reference.model else { return false }
            return !table.isUnique([other.field])
        }
        guard table.isUnique(parts.compactMap(\.reference?.field)) else {
            let isPart = table.primaryKey.count > 1 && table.primaryKey.contains(reference.field)
            return (
                "\(column) is not unique",
                isPart
                    ? "refer to each part of its key once: \(listed(table.primaryKey.map(\.text)))"
                    : "refer to the primary key, or add `unique: true` there"
            )
        }
        guard let first = parts.first, let other = first.reference,
            other.onDelete != reference.onDelete || other.onUpdate != reference.onUpdate
        else { return nil }
        return (
            "`\(own.name)` is part of one foreign key with `\(first.name)`",
            "write the same `onDelete` and `onUpdate` on both"
        )
    }
}
