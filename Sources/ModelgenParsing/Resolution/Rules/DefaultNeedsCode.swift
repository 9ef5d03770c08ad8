import ModelgenDiagnostics
import ModelgenSchema

/// A default that the generator cannot convert is given in Swift and in SQL.
enum DefaultNeedsCode: Rule {
    static let entry = RuleEntry(
        id: "default-needs-code",
        summary:
            "The default of a model, a geometry, an external type, or a field with a custom transformer is written as code.",
        explanation: """
            The generator does not know what such a value looks like in Swift or in its column, so both are written
            explicitly: `default: { swift: "Money(0)", sql: "0" }`. A field without a column needs no `sql`. A parameter
            of such a type has no default.
            """,
        example: """
             types:
               Money: { json: String, sqlite: INTEGER }
             models:
               City:
                 fields:
            -      budget: { type: Money, default: 0 }
            +      budget: { type: Money, default: { swift: Money(0), sql: "0" } }
            """
    )

    static func diagnose(_ node: Node, type: FieldType, _ purpose: ValuePurpose) -> Diagnostic {
        switch purpose {
        case .defaultValue, .fill:
            report(
                "a default of type `\(type.unwrapped.text)` must be written as code",
                do: "write it as `{ swift: …, sql: … }`", at: node.range)
        case .parameter:
            report(
                "a parameter of type `\(type.unwrapped.text)` cannot have a default",
                do: "remove it; the caller passes the value", at: node.range)
        }
    }

    /// A literal for a column whose stored form is only known to the user's transformer.
    static func diagnose(_ node: Node, _ literal: Literal, of field: Field) -> Diagnostic? {
        guard literal != .null, field.column != nil, case .declared(let name)? = field.transformer?.sqlite else {
            return nil
        }
        return report(
            "only `\(name)` knows what this value looks like in its column",
            do: "write it as `{ swift: …, sql: … }`",
            at: node.range
        )
    }
}
