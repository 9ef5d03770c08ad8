import ModelgenDiagnostics
import ModelgenSchema

/// Transformers by kind come in pairs: one for numbers and one for strings.
enum KindTransformers: Rule {
    static let entry = RuleEntry(
        id: "kind-transformers",
        summary: "There are transformers for two kinds, `number` and `string`; the first one is used for writing.",
        explanation: """
            `json: { number: …, string: … }` reads a value that is sometimes a number and sometimes a string, and
            writes it in the form listed first. Both must be present, and each must accept its form: `unixSeconds`,
            `unixMilliseconds` and `intBool` accept numbers, the other built-in ones strings. For any other
            combination, write a custom transformer from JSON to the field's type.
            """,
        example: """
             models:
               City:
                 fields:
            -      founded: { type: Date, transformer: { json: { string: iso8601 } } }
            +      founded: { type: Date, transformer: { json: { number: unixSeconds, string: iso8601 } } }
            """
    )

    /// Reports a choice of transformers that does not suit a field of that type.
    static func diagnose(_ node: Node, _ kinds: [KindTransformer], _ type: FieldType) -> Diagnostic? {
        switch type.unwrapped {
        case .list, .set, .dictionary:
            return report(
                "a value of type `\(type.text)` is neither a number nor a string in JSON",
                do: type.elementToTransform == nil
                    ? "use a list, with a single transformer for its elements"
                    : "use a single transformer, which is applied to each element",
                at: node.range
            )
        case .scalar, .geometry, .enumeration, .model, .external, .optional: break
        }
        for (entry, kind) in zip(node.entries, kinds) {
            let fits: Bool
            switch kind.kind {
            case .number: fits = kind.transformer.takesNumber != false
            case .string: fits = kind.transformer.takesNumber != true
            case .bool, .object, .array:
                return report(
                    "unknown kind `\(entry.name)`",
                    do: "use `number` and `string`, or write a custom transformer that takes `JSON`",
                    at: entry.key.range
                )
            }
            guard !fits else { continue }
            return report(
                "`\(entry.value.text ?? "")` does not accept a \(kind.kind.rawValue)",
                do: "use a transformer that does",
                at: entry.value.range
            )
        }
        if kinds.count == 2 { return nil }
        return report(
            "transformers by kind require both kinds",
            do: "write `number` and `string`, or one transformer without a kind",
            at: node.range
        )
    }
}

extension TransformerUse {
    /// Whether the JSON value is a number rather than a string; nil for a user's transformer, which the compiler
    /// checks.
    fileprivate var takesNumber: Bool? {
        switch self {
        case .declared: nil
        case .builtIn(.unixSeconds), .builtIn(.unixMilliseconds), .builtIn(.intBool): true
        case .builtIn(.iso8601), .builtIn(.rfc3339), .builtIn(.dateFormat), .builtIn(.base64), .builtIn(.hex),
            .builtIn(.stringNumber), .builtIn(.commaSeparated), .builtIn(.trimmed), .builtIn(.lowercased):
            false
        }
    }
}
