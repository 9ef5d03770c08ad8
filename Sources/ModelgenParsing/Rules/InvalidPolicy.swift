import ModelgenDiagnostics
import ModelgenSchema

/// What happens to a bad value is possible.
enum InvalidPolicy: ModelRule {
    static let entry = RuleEntry(
        id: "invalid-policy",
        summary: "`onInvalid: default` needs a default, and `skipElement` a collection.",
        explanation: """
            `default` puts the field's default in the place of a value that does not fit, and nil where the
            field is optional; `skipElement` leaves such elements out of a list, a set or a dictionary.
            """,
        bad: "models:\n  City:\n    fields:\n      size: { type: Int, onInvalid: default }\n",
        good: "models:\n  City:\n    fields:\n      size: { type: Int, default: 0, onInvalid: default }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        subject.fields.compactMap { item in
            guard let entries = item.entries, let node = entries[.onInvalid] else { return nil }
            switch item.field.onInvalid {
            case .fail: return nil
            case .default:
                if item.field.type.isOptional || entries.has(.default) { return nil }
                return report(
                    "`\(item.field.name)` has no default",
                    do: "give it one, or make it optional",
                    at: node.range
                )
            case .skipElement:
                switch item.field.type.unwrapped {
                case .list, .set, .dictionary: return nil
                default:
                    return report(
                        "a `\(item.field.type.text)` has no elements",
                        do: "use `fail` or `default`",
                        at: node.range
                    )
                }
            }
        }
    }
}
