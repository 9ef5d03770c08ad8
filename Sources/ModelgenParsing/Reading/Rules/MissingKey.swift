import ModelgenDiagnostics

/// Required keys are written.
enum MissingKey: Rule {
    static let entry = RuleEntry(
        id: "missing-key",
        summary: "Required keys are present.",
        explanation: "Some mappings require a certain key: a field its `type`, a query its `sql`.",
        example: """
             models:
               City:
                 fields:
            -      id: { doc: The key. }
            +      id: { type: Int64, doc: The key. }
            """
    )

    static func diagnose(_ name: String, label: String, in table: KeyTable, at node: Node) -> Diagnostic {
        report("missing key `\(name)` in `\(label)` (\(table.title))", do: "add `\(name): …`", at: node.range)
    }
}
