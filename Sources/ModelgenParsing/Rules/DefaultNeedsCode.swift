import ModelgenDiagnostics
import ModelgenSchema

/// What the generator cannot convert is given in Swift and in SQL.
enum DefaultNeedsCode: Rule {
    static let entry = RuleEntry(
        id: "default-needs-code",
        summary:
            "The default of a model, a geometry, an external type, or of a field with a transformer of your own is given as code.",
        explanation: """
            The generator does not know how such a value looks in Swift or in its column, so both are written
            out: `default: { swift: "Money(0)", sql: "0" }`. `sql` may be left out; the column then has no
            default.
            """,
        bad: """
            types:
              Money: { json: String, sqlite: INTEGER }
            models:
              City:
                fields:
                  budget: { type: Money, default: 0 }

            """,
        good: """
            types:
              Money: { json: String, sqlite: INTEGER }
            models:
              City:
                fields:
                  budget: { type: Money, default: { swift: Money(0), sql: "0" } }

            """
    )

    static func diagnose(_ node: Node, type: FieldType) -> Diagnostic {
        report(
            "a `\(type.unwrapped.text)` cannot be written here",
            do: "write it as `{ swift: …, sql: … }`",
            at: node.range
        )
    }

    /// A literal for a column whose stored form only the user's transformer knows.
    static func diagnose(_ node: Node, _ literal: Literal, of field: Field) -> Diagnostic? {
        guard literal != .null, field.column != nil, case .declared(let name)? = field.transformer?.sqlite else {
            return nil
        }
        return report(
            "only `\(name)` knows how this value looks in its column",
            do: "write it as `{ swift: …, sql: … }`",
            at: node.range
        )
    }
}
