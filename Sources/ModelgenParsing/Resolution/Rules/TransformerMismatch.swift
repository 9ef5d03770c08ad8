import ModelgenDiagnostics
import ModelgenSchema

/// A transformer produces the type of its field.
enum TransformerMismatch: Rule {
    static let entry = RuleEntry(
        id: "transformer-mismatch",
        summary: "A transformer returns values of the field's type.",
        explanation: """
            The date transformers return a Date, `base64` and `hex` Data, `stringNumber` a number, `intBool` a Bool,
            `commaSeparated` a [String], `trimmed` and `lowercased` a String, and a custom one the type of its `to`. All
            except `commaSeparated` can also be applied to the elements of a list or the values of a dictionary.
            """,
        bad: "models:\n  City:\n    fields:\n      founded: { type: String, transformer: unixSeconds }\n",
        good: "models:\n  City:\n    fields:\n      founded: { type: Date, transformer: unixSeconds }\n"
    )

    static func diagnose(
        _ node: Node,
        _ use: TransformerUse,
        _ type: FieldType,
        _ declared: [String: TransformerDeclaration]
    ) -> Diagnostic? {
        var value = type.unwrapped
        if let element = type.elementToTransform, use.isForElements(of: type, { declared[$0.text] }) { value = element }
        let gives: String
        switch use {
        case .declared(let name):
            guard let transformer = declared[name.text], transformer.value != value else { return nil }
            gives = "`\(transformer.value.text)`"
        case .builtIn(let builtIn):
            if fits(builtIn, value) { return nil }
            gives = result(builtIn)
        }
        return report(
            "`\(node.text ?? "")` returns \(gives), but the field is \(type.quoted)",
            do: "change the type or the transformer",
            at: node.range
        )
    }

    private static func fits(_ transformer: BuiltInTransformer, _ type: FieldType) -> Bool {
        switch transformer {
        case .iso8601, .rfc3339, .unixSeconds, .unixMilliseconds, .dateFormat: return type == .scalar(.date)
        case .base64, .hex: return type == .scalar(.data)
        case .stringNumber:
            guard case .scalar(let scalar) = type else { return false }
            return scalar.isInteger || [.float, .double, .decimal].contains(scalar)
        case .intBool: return type == .scalar(.bool)
        case .commaSeparated: return type == .list(.scalar(.string))
        case .trimmed, .lowercased: return type == .scalar(.string)
        }
    }

    private static func result(_ transformer: BuiltInTransformer) -> String {
        switch transformer {
        case .iso8601, .rfc3339, .unixSeconds, .unixMilliseconds, .dateFormat: "a `Date`"
        case .base64, .hex: "`Data`"
        case .stringNumber: "a number"
        case .intBool: "a `Bool`"
        case .commaSeparated: "a `[String]`"
        case .trimmed, .lowercased: "a `String`"
        }
    }
}
