import ModelgenDiagnostics
import ModelgenSchema

/// A default is a value of its field's type.
enum DefaultMismatch: Rule {
    static let entry = RuleEntry(
        id: "default-mismatch",
        summary: "A `default` or `fill` matches the type of the field.",
        explanation: """
            The value must be written in the form the field's type requires: digits within the range of an integer,
            `true` or `false`, an ISO 8601 date, base64 for Data, the name of a case, a list, a mapping; `null` only
            if the type is optional. Anything else is written as code in both languages: `default: { swift: "…", sql:
            "…" }`.
            """,
        bad: "models:\n  City:\n    fields:\n      size: { type: Int, default: large }\n",
        good: "models:\n  City:\n    fields:\n      size: { type: Int, default: 3 }\n"
    )

    static func diagnose(_ mismatch: ValueMismatch, type: FieldType, _ purpose: ValuePurpose) -> Diagnostic {
        let node = mismatch.node
        if mismatch.needsCode {
            return DefaultNeedsCode.diagnose(node, type: type, purpose)
        }
        let type = mismatch.elementType ?? type
        if node.isEmpty, node.text != nil {
            return report("missing value", do: "write one, or remove the key", at: node.range)
        }
        let found = mismatch.found ?? "`\(node.text ?? "")`"
        let advice: String?
        if let remedy = mismatch.remedy {
            advice = remedy
        } else if let cases = mismatch.cases {
            advice = suggestion(for: node.text ?? "", among: cases, else: "the cases are \(listed(cases))")
        } else if node.isNull {
            advice =
                type.unwrapped == .scalar(.string)
                ? "make the type optional, or quote the string" : "make the type `\(type.text)?`"
        } else {
            advice = Self.advice(type.unwrapped)
        }
        return report("\(found) is not a valid `\(type.text)`", do: advice, at: node.range)
    }

    private static func advice(_ type: FieldType) -> String {
        switch type {
        case .scalar(let scalar):
            switch scalar {
            case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64:
                "write a whole number in the range of the type"
            case .float, .double, .decimal: "write a number like `1.5`"
            case .bool: "write `true` or `false`"
            case .date: "write a date like `2020-01-31T09:35:06Z`, or a number in its stored form"
            case .data: "write it in base64"
            case .uuid: "write it like `123e4567-e89b-12d3-a456-426614174000`"
            case .url: "write it like `https://example.com/a`"
            case .string, .json: "write a string"
            }
        case .list(let element), .set(let element): element.needsCode ? advice(element) : "write it as `[a, b]`"
        case .dictionary: "write it as `{ key: value }`"
        case .enumeration: "write the name of a case"
        case .optional, .geometry, .model, .external: "write `{ swift: …, sql: … }`"
        }
    }
}

extension FieldType {
    /// Whether its values cannot be written in YAML.
    fileprivate var needsCode: Bool {
        switch innermost {
        case .geometry, .model, .external: true
        case .scalar, .enumeration, .optional, .list, .set, .dictionary: false
        }
    }
}
