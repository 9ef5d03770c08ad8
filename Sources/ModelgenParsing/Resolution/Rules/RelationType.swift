import ModelgenDiagnostics
import ModelgenSchema

/// The field of a relation can hold the key.
enum RelationType: Rule {
    static let entry = RuleEntry(
        id: "relation-type",
        summary:
            "The field of a relation has the type of the key it holds, and both are stored in the same database.",
        explanation: """
            Rows are found by comparing the field with the other model's key, so both have the same type and are
            columns of one database. A model with a composite key, or without a key, cannot be the target of a
            relation.
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

    static func diagnose(_ node: Node, _ field: Field, _ target: ModelSubject, in holder: ModelSubject) -> Diagnostic? {
        if target.isBroken || holder.isBroken { return nil }
        guard field.column != nil else {
            return report(
                "`\(holder.model.name).\(field.name)` is not stored",
                do: "use a stored field",
                at: node.range
            )
        }
        guard target.primaryKey.count == 1, let name = target.primaryKey.first, target.model.storage.database != nil
        else {
            return report(
                "`\(target.model.name)` has no single stored key, which a relation requires",
                do: "give it a `primaryKey`",
                at: node.range,
                notes: [.init("`\(target.model.name)` is declared here", at: target.key.range)]
            )
        }
        if target.model.storage.database != holder.model.storage.database {
            return report(
                "`\(holder.model.name)` and `\(target.model.name)` are in different databases",
                do: "move one of them",
                at: node.range
            )
        }
        guard let key = target.field(name.text)?.field, key.type.unwrapped != field.type.unwrapped else { return nil }
        return report(
            "`\(field.name)` is `\(field.type.text)`, but the key of `\(target.model.name)` is `\(key.type.text)`",
            do: "give them the same type",
            at: node.range
        )
    }
}
