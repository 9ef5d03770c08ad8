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
    static func diagnose(
        _ node: Node, _ kinds: [KindTransformer], _ type: FieldType, _ types: some TypeLookup
    ) -> Diagnostic? {
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
            switch kind.kind {
            case .number, .string: if kind.transformer.accepts(kind.kind, types) { continue }
            case .bool, .object, .array:
                return report(
                    "unknown kind `\(entry.name)`",
                    do: "use `number` and `string`, or write a custom transformer that takes `JSON`",
                    at: entry.key.range
                )
            }
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
    /// Whether the JSON value may be a number, or a string.
    fileprivate func accepts(_ kind: Choice.Kind, _ types: some TypeLookup) -> Bool {
        switch self {
        case .declared(let name):
            guard let source = types.transformer(name)?.source else { return true }
            // The models are not known yet; one may be a union of numbers and strings.
            if case .model = source { return true }
            return source.kinds(types).contains(kind)
        case .builtIn(.unixSeconds), .builtIn(.unixMilliseconds), .builtIn(.intBool): return kind == .number
        case .builtIn(.iso8601), .builtIn(.rfc3339), .builtIn(.dateFormat), .builtIn(.base64), .builtIn(.hex),
            .builtIn(.stringNumber), .builtIn(.commaSeparated), .builtIn(.trimmed), .builtIn(.lowercased):
            return kind == .string
        }
    }
}
