import ModelgenDiagnostics
import ModelgenSchema

/// A relation names its field.
enum RelationKeys: Rule {
    static let entry = RuleEntry(
        id: "relation-keys",
        summary: "A relation names the fields that hold the keys, unless there is only one matching reference.",
        explanation: """
            `hasMany` and `hasOne` use a field of the other model, `belongsTo` one of this model, `manyToMany` two
            fields of the model named by `through`: `by` holds this model's key and `other` the other model's. `by`
            can be omitted if exactly one field refers to the model.
            """,
        example: """
             database: { name: Map }
             models:
               City:
                 primaryKey: id
                 fields: { id: Int64 }
                 relations:
            -      streets: { hasMany: Street }
            +      streets: { hasMany: Street, by: cityId }
               Street:
                 primaryKey: id
                 fields: { id: Int64, cityId: Int64 }
            """
    )

    static func diagnose(_ key: Node, kind: String) -> Diagnostic {
        report("`\(key.text ?? "")` is for `manyToMany`, not for `\(kind)`", do: "remove it", at: key.range)
    }

    static func diagnose(missingThrough key: Node) -> Diagnostic {
        report(
            "`\(key.text ?? "")` requires `through`",
            do: "add `through: …`, the model whose rows hold both keys",
            at: key.range
        )
    }

    static func diagnose(
        missing name: String,
        at key: Node,
        holder: SwiftName,
        target: SwiftName,
        candidates: [String]
    ) -> Diagnostic {
        if candidates.isEmpty {
            return report(
                "no field of `\(holder)` refers to `\(target)`",
                do: "specify the field that holds its key with `\(name): …`", at: key.range)
        }
        return report(
            "\(listed(candidates)) of `\(holder)` refer to `\(target)`, so `\(key.text ?? "")` is ambiguous",
            do: "specify the field with `\(name): …`",
            at: key.range
        )
    }
}
