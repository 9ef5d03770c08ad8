import ModelgenDiagnostics
import ModelgenSchema

/// The field of a relation can hold what it refers to.
enum RelationType: Rule {
    static let entry = RuleEntry(
        id: "relation-type",
        summary:
            "The field of a relation has the type of the field it is compared with, and both are stored in the same database.",
        explanation: """
            Rows are found by comparing the field with the one that it `references`, or without `references`, with the
            other model's key. So both have the same type and are columns of one database, and the other one is unique
            and not optional. A field that refers to a third model does not hold the key, unless the key refers to the
            same field, or the other model is a view of such rows. A relation compares one field: it cannot follow a key
            of several fields.
            """,
        example: """
             database: { name: Map }
             models:
               City:
                 primaryKey: id
                 fields: { id: Int64 }
                 relations:
                   streets: { hasMany: Street, by: cityId }
               Street:
                 primaryKey: id
            -    fields: { id: Int64, cityId: String }
            +    fields: { id: Int64, cityId: Int64 }
            """
    )

    static func diagnose(_ node: Node, union other: ModelSubject) -> Diagnostic? {
        guard other.entries.has(.oneOf) else { return nil }
        return report(
            "`\(other.model.name)` is a union, which has no rows", do: "name a model that has a table", at: node.range,
            notes: [.init("`\(other.model.name)` is declared here", at: other.key.range)])
    }

    /// - Parameter origin: Follows the references of a field, because a key may itself refer to another model.
    static func diagnose(
        _ node: Node, _ field: Field, _ target: ModelSubject, in holder: ModelSubject,
        origin: (_ model: SwiftName, _ field: SwiftName) -> [SwiftName]
    ) -> Diagnostic? {
        if target.isBroken || holder.isBroken { return nil }
        guard field.column != nil else {
            return report(
                "`\(holder.model.name).\(field.name)` is not stored",
                do: "use a stored field",
                at: node.range
            )
        }
        let model = target.model.name
        let note = Diagnostic.Note("`\(model)` is declared here", at: target.key.range)
        if let reference = field.reference, reference.model == model {
            // The rest is checked for every reference.
            guard let table = target.model.table, let other = target.field(reference.field.text)?.field else {
                return nil
            }
            let parts = holder.fieldsReferred(in: model).filter { !table.isUnique([$0]) }
            if parts.contains(other.name), table.isUnique(parts) {
                return report(
                    "a relation cannot follow a reference of several fields, as `\(holder.model.name)` has to `\(model)`",
                    do: "remove the relation, and declare a query", at: node.range, notes: [note])
            }
            guard other.type.isOptional else { return nil }
            return report(
                "`\(holder.model.name).\(field.name)` refers to `\(model).\(other.name)`, which is optional",
                do: "remove the `?` there, or refer to the key", at: node.range, notes: [note])
        }
        guard let name = target.primaryKey.first, target.model.storage.database != nil else {
            return report(
                "`\(model)` has no stored key, which a relation requires", do: "give it a `primaryKey`",
                at: node.range, notes: [note])
        }
        guard target.primaryKey.count == 1 else {
            return report(
                "a relation cannot follow the key of `\(model)`, which has several fields",
                do: "remove the relation, and declare a query", at: node.range, notes: [note])
        }
        if target.model.storage.database != holder.model.storage.database {
            return report(
                "`\(holder.model.name)` and `\(model)` are in different databases",
                do: "move one of them",
                at: node.range
            )
        }
        // The key of a view is that of the rows that it selects, and cannot have a reference itself.
        if let reference = field.reference, target.model.table != nil,
            origin(reference.model, reference.field) != origin(model, name)
        {
            return report(
                "`\(holder.model.name).\(field.name)` refers to `\(reference.model)`, not to `\(model)`",
                do: "name a field that holds the key of `\(model)`, or give that key the same `references`",
                at: node.range, notes: [note])
        }
        guard let key = target.field(name.text)?.field, key.type.unwrapped != field.type.unwrapped else { return nil }
        return report(
            "`\(field.name)` is `\(field.type.text)`, but the key of `\(model)` is `\(key.type.text)`",
            do: "give them the same type",
            at: node.range
        )
    }
}

extension ModelSubject {
    /// What its fields refer to in another model.
    fileprivate func fieldsReferred(in model: SwiftName) -> [SwiftName] {
        fields.compactMap { $0.field.reference?.model == model ? $0.field.reference?.field : nil }
    }
}
