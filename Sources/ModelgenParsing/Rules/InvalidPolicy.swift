import ModelgenDiagnostics
import ModelgenSchema

/// A field can follow its policy for invalid values.
enum InvalidPolicy: ModelRule {
    static let entry = RuleEntry(
        id: "invalid-policy",
        summary: "`onInvalid: default` requires a default, and `skipElement` a collection.",
        explanation: """
            `default` replaces an invalid value with the field's default, or with nil if the field is optional;
            `skipElement` leaves invalid elements out of a list, a set or a dictionary. If a transformer creates the
            whole collection, as `commaSeparated` does, there are no elements to leave out.
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
                if item.field.type.isOptional || entries.has(.default) || entries.isIncomplete { return nil }
                return report(
                    "`\(item.field.name)` has no default",
                    do: "give it one, or make it optional",
                    at: node.range
                )
            case .skipElement:
                switch item.field.type.unwrapped {
                case .dictionary where item.field.transformer?.json != nil && makerOfWhole(item.field, run) == nil:
                    return report(
                        "invalid values of a dictionary with a transformer cannot be skipped",
                        do: "use `fail` or `default`",
                        at: node.range
                    )
                case .list, .set, .dictionary:
                    guard let whole = makerOfWhole(item.field, run) else { return nil }
                    return report(
                        "`\(whole)` converts the whole `\(item.field.type.unwrapped.text)`, not its elements",
                        do: "use `fail` or `default`",
                        at: node.range
                    )
                default:
                    return report(
                        "a value of type `\(item.field.type.text)` has no elements",
                        do: "use `fail` or `default`",
                        at: node.range
                    )
                }
            }
        }
    }

    /// The transformer that produces a whole collection, if the field has one.
    private static func makerOfWhole(_ field: Field, _ run: Resolver) -> String? {
        guard case .always(let use) = field.transformer?.json,
            !use.isForElements(of: field.type, run.transformer)
        else { return nil }
        switch use {
        case .declared(let name): return name.text
        case .builtIn: return "commaSeparated"
        }
    }
}
