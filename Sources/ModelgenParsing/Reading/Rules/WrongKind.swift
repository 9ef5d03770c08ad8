import ModelgenDiagnostics

/// A value has the kind that its key requires.
enum WrongKind: Rule {
    static let entry = RuleEntry(
        id: "wrong-kind",
        summary: "A value is of the kind that its key expects.",
        explanation: """
            Each key accepts certain kinds of values: a string, a number, `true` or `false`, a list, a mapping. A list
            is written `[a, b]` or as lines that start with `- `; a mapping `{ a: b }` or as indented lines `a: b`.
            """,
        example: """
             models:
               City:
            -    fields: [id, name]
            +    fields: { id: Int64, name: String }
            """
    )

    static func diagnose(_ node: Node, label: String, expected: ValueKind) -> Diagnostic {
        let found =
            node.text.map { $0.allSatisfy(\.isWhitespace) || $0.utf8.count > 40 ? node.kindName : "`\($0)`" }
            ?? node.kindName
        return report(
            "`\(label)` must be \(expected.noun), but this is \(found)",
            do: advice(expected, for: node),
            at: node.range
        )
    }

    static func diagnose(file node: Node) -> Diagnostic {
        report(
            "a schema file must be a mapping, but this is \(node.kindName)",
            do: "start it with `models:`",
            at: node.range
        )
    }

    /// A mapping with the required keys.
    private static func form(of table: KeyTable) -> String {
        let required = table.keys.filter { $0.presence == .required }.map { "\($0.name): …" }
        return required.isEmpty ? "{ key: value }" : "{ \(required.joined(separator: ", ")) }"
    }

    private static func advice(_ kind: ValueKind, for node: Node) -> String? {
        switch kind {
        case .list(.integer(let least)), .set(.integer(let least)): return "write it as `[\(least)]`"
        case .list(.object(let table)): return "write it as `[\(form(of: table))]`"
        case .list, .set:
            // A word without a meaning in YAML is meant as the only element.
            let word = node.text.flatMap { text in
                node.isPlain && !node.isNull && text.allSatisfy { $0.isLetter || $0.isNumber || "_/.".contains($0) }
                    ? text : nil
            }
            return "write it as `[\(word ?? "a, b")]`"
        case .object(let table): return "write it as `\(form(of: table))`"
        case .map: return "write it as `{ key: value }`"
        case .boolean:
            if case .scalar(let scalar) = node.content, ["true", "false"].contains(scalar.text) {
                return "write it without quotes"
            }
            return "write `true` or `false`"
        case .either(let kinds) where node.isTrue && kinds.contains(where: \.isNo):
            return "remove it, or write it in quotes if it is meant as a string"
        case .either(let kinds) where node.isNull && kinds.contains(where: \.takesNone): return "write `none`"
        case .either(let kinds):
            // What is accepted was already stated; a hint about one of several forms would only mislead.
            let takesBoolean = kinds.contains { if case .boolean = $0 { true } else { false } }
            return takesBoolean ? nil : kinds.lazy.compactMap { advice($0, for: node) }.first
        case .text where node.isNull && !node.isEmpty: return "write it in quotes if it is meant as a string"
        case .text, .no, .integer, .number, .choice, .type, .literal: return nil
        }
    }
}
