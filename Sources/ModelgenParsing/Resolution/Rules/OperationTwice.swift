import ModelgenDiagnostics

/// An operation is declared once.
enum OperationTwice: Rule {
    static let entry = RuleEntry(
        id: "operation-twice",
        summary: "An operation is declared once, with its options in one place.",
        explanation: "The options of an operation are either in the list of operations or under its own key, not both.",
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { operations: [list, list] }
            +    rest: { operations: [list, get] }
            """
    )

    static func diagnose(_ key: Node) -> Diagnostic {
        report("the operation `\(key.text ?? "")` is declared twice", do: "keep one of them", at: key.range)
    }
}
