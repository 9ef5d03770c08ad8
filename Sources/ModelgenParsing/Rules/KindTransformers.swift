import ModelgenDiagnostics
import ModelgenSchema

/// Transformers by kind are one for numbers and one for strings.
enum KindTransformers: Rule {
    static let entry = RuleEntry(
        id: "kind-transformers",
        summary: "Transformers by kind are two, `number` and `string`; the first writes.",
        explanation: """
            `json: { number: …, string: … }` reads a value that comes now as a number and now as a string, and
            writes it as the one that stands first. So both are there, and each takes that form:
            `unixSeconds`, `unixMilliseconds` and `intBool` a number, the other built-in ones a string. For any
            other choice write a transformer of your own, from JSON to the field's type.
            """,
        bad: """
            models:
              City:
                fields:
                  founded: { type: Date, transformer: { json: { string: iso8601 } } }

            """,
        good: """
            models:
              City:
                fields:
                  founded: { type: Date, transformer: { json: { number: unixSeconds, string: iso8601 } } }

            """
    )

    /// What is wrong with a choice of transformers for a field of that type.
    static func diagnose(_ node: Node, _ kinds: [KindTransformer], _ type: FieldType) -> Diagnostic? {
        switch type.unwrapped {
        case .list, .set, .dictionary:
            return report(
                "a `\(type.text)` comes neither as a number nor as a string",
                do: "use one transformer, which takes each element",
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
                    "there are no transformers for `\(entry.name)`",
                    do: "keep `number` and `string`, or write a transformer of your own that takes `JSON`",
                    at: entry.key.range
                )
            }
            guard !fits else { continue }
            return report(
                "`\(entry.value.text ?? "")` does not take a \(kind.kind.rawValue)",
                do: "write a transformer that does",
                at: entry.value.range
            )
        }
        if kinds.count == 2 { return nil }
        return report(
            "a choice by kind is two transformers",
            do: "write `number` and `string`, or one transformer without a kind",
            at: node.range
        )
    }
}

extension TransformerUse {
    /// Whether the form outside is a number, else a string; nil for one of the user's, which the compiler checks.
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
