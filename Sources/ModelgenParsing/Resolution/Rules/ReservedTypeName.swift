import ModelgenDiagnostics
import ModelgenSchema

/// A type does not have the name of a type of the schema language.
enum ReservedTypeName: Rule {
    static let entry = RuleEntry(
        id: "reserved-type-name",
        summary: "A type does not have the name of a built-in type, nor a transformer that of a built-in one.",
        explanation: """
            A model may be called `Task` or `Data`: generated code writes `Foundation.Data` where needed. But
            `String`, `Int` and `Set` are types of the schema language itself. Choose a different name; JSON
            keys and the table can keep theirs. In the same way, `transformer: hex` always means the built-in one, so
            no other transformer can be called `hex`.
            """,
        bad: "models:\n  String:\n    fields: { id: Int64 }\n",
        good: "models:\n  Text:\n    fields: { id: Int64 }\n"
    )

    /// The names with another meaning in the schema language. Types of other libraries may be hidden:
    /// `Foundation.Data`.
    private static let language = Set(Scalar.allCases.filter(\.isOfSwift).map(\.rawValue))
        .union(SwiftName.ofLanguage).union(["Any", "Set"])

    static func isReserved(_ name: String) -> Bool { language.contains(name) }

    static func diagnose(_ key: Node, kind: Declaration.Kind) -> Diagnostic? {
        let name = key.text ?? ""
        switch kind {
        case .database: return nil
        case .api: guard SwiftName.ofLanguage.contains(name) else { return nil }
        case .transformer where UnknownTransformer.names[name] != nil:
            return report("`\(name)` is a built-in transformer", do: "choose a different name", at: key.range)
        case .enumeration, .externalType, .transformer, .model: guard language.contains(name) else { return nil }
        }
        return report("`\(name)` is a type of the Swift language", do: "choose a different name", at: key.range)
    }
}
