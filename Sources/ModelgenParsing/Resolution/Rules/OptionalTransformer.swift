import ModelgenDiagnostics
import ModelgenSchema

/// A transformer converts values, not null.
enum OptionalTransformer: Rule {
    static let entry = RuleEntry(
        id: "optional-transformer",
        summary: "The types of a transformer are not optional.",
        explanation: """
            Null never reaches a transformer: a field of an optional type is nil without it, and any other field cannot
            be null. So `from` and `to` are written without `?`, also for the transformer of an optional field.
            """,
        example: """
             transformers:
            -  Reversed: { from: String, to: "String?" }
            +  Reversed: { from: String, to: String }
             models:
               Note:
                 fields:
                   text: { type: String?, transformer: Reversed }
            """
    )

    static func diagnose(_ node: Node, _ type: FieldType?) -> Diagnostic? {
        guard let type, type.isOptional else { return nil }
        return report("null never reaches a transformer", do: "write `\(type.unwrapped.text)`", at: node.range)
    }
}
