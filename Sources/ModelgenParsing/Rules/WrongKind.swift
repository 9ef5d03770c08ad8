import ModelgenDiagnostics

/// A value is of the kind its key wants.
enum WrongKind: Rule {
    static let entry = RuleEntry(
        id: "wrong-kind",
        summary: "A value is of the kind that its key wants.",
        explanation: """
            Each key takes certain kinds of values: a text, a number, `true` or `false`, a list, a mapping. A
            list is written `[a, b]` or as lines that begin with `- `; a mapping `{ a: b }` or as indented
            lines `a: b`.
            """,
        bad: """
            models:
              City:
                fields: [id, name]

            """,
        good: """
            models:
              City:
                fields: { id: Int64, name: String }

            """
    )

    static func diagnose(_ node: Node, label: String, expected: ValueKind) -> Diagnostic {
        let found = node.text.map { $0.isEmpty || $0.utf8.count > 40 ? node.kindName : "`\($0)`" } ?? node.kindName
        return report(
            "`\(label)` takes \(expected.noun), and this is \(found)",
            do: advice(expected),
            at: node.range
        )
    }

    static func diagnose(file node: Node) -> Diagnostic {
        report(
            "a schema file is a mapping, and this is \(node.kindName)",
            do: "begin it with `models:`",
            at: node.range
        )
    }

    private static func advice(_ kind: ValueKind) -> String? {
        switch kind {
        case .list: "write it as `[a, b]`"
        case .map, .object: "write it as `{ key: value }`"
        case .boolean: "write it without quotes"
        case .either(let kinds): kinds.lazy.compactMap { advice($0) }.first
        case .text, .no, .integer, .number, .choice, .type, .literal: nil
        }
    }
}
