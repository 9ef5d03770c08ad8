import ModelgenDiagnostics

/// Options belong to a listed operation.
enum OperationNotListed: Rule {
    static let entry = RuleEntry(
        id: "operation-not-listed",
        summary: "Options are given only for operations that the model has.",
        explanation: "`operations` lists what the client offers; options for any other operation would have no effect.",
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { operations: [get], list: { timeout: 5 } }
            +    rest: { operations: [get, list], list: { timeout: 5 } }
            """
    )

    static func diagnose(_ key: Node) -> Diagnostic {
        report("`\(key.text ?? "")` is not among the `operations`", do: "add it there", at: key.range)
    }
}
