import ModelgenDiagnostics

/// A reference names a field.
enum UnknownReference: Rule {
    static let entry = RuleEntry(
        id: "unknown-reference",
        summary: "A reference names a field of the other model: `references: User.id`.",
        explanation: "`references: User` alone refers to the primary key of User, which must then be a single field.",
        example: """
             database: { name: Map }
             models:
               Street:
                 primaryKey: id
                 fields:
                   id: Int64
            -      cityId: { type: Int64, references: City.code }
            +      cityId: { type: Int64, references: City.id }
               City:
                 primaryKey: id
                 fields: { id: Int64 }
            """
    )

    static func diagnose(malformed node: Node) -> Diagnostic {
        report("`\(node.text ?? "")` is not a valid reference", do: "write it as `Model.field`", at: node.range)
    }

    static func diagnose(_ field: String, in target: ModelSubject, at range: SourceRange) -> Diagnostic {
        report(
            "`\(target.model.name)` has no field `\(field)`",
            do: suggestion(
                for: field,
                among: target.fields.map(\.field.name.text),
                else: "use one of its fields"
            ),
            at: range,
            notes: [.init("`\(target.model.name)` is declared here", at: target.key.range)]
        )
    }

    static func diagnose(keyOf target: ModelSubject, at range: SourceRange) -> Diagnostic {
        report(
            "`\(target.model.name)` has no single key to refer to",
            do: "name the field: `\(target.model.name).field`",
            at: range,
            notes: [.init("`\(target.model.name)` is declared here", at: target.key.range)]
        )
    }
}
