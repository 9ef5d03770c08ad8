import ModelgenDiagnostics
import ModelgenSchema

/// A parameter is a text on the wire.
enum ParameterType: Rule {
    static let entry = RuleEntry(
        id: "parameter-type",
        summary: "A parameter of a request is a single value or a list of such.",
        explanation: """
            What stands in a path, a query, a header or a form is text: a number, a Bool, a String, a Date, Data, a UUID,
            a URL or an enum, and in a query or a form also a list of them. Models, dictionaries, sets and
            `JSON` have no such form; send them in a `body`.
            """,
        bad: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest: { operations: [{ list: { query: { sizes: "[String: Int]" } } }] }

            """,
        good: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest: { operations: [{ list: { query: { sizes: "[Int]" } } }] }

            """
    )

    static func diagnose(header node: Node, _ name: String, _ type: FieldType) -> Diagnostic? {
        if type.unwrapped.isText { return nil }
        return report(
            "the header `\(name)` is `\(type.text)`, which has no form in one",
            do: "use a single value",
            at: node.range
        )
    }

    static func diagnose(
        _ node: Node,
        _ name: String,
        _ type: FieldType,
        _ keys: Entries<ParameterKey>? = nil
    ) -> Diagnostic? {
        // What a transformer makes of it is checked by the compiler.
        if type.unwrapped.isText || keys?.has(.transformer) == true { return nil }
        if keys?.text(.style) == "deepObject", case .dictionary(key: .string, let value) = type.unwrapped, value.isText
        {
            return nil
        }
        if case .list(let element) = type.unwrapped, element.isText { return nil }
        return report(
            "the parameter `\(name)` is `\(type.text)`, which has no form in a path, a query or a form",
            do: "use a single value or a list of such",
            at: node.range
        )
    }
}

extension FieldType {
    /// Whether a value is one text on the wire.
    fileprivate var isText: Bool {
        switch self {
        case .scalar(let scalar): scalar != .json
        case .enumeration: true
        case .geometry, .model, .external, .optional, .list, .set, .dictionary: false
        }
    }
}
