import ModelgenDiagnostics
import ModelgenSchema

/// An operation is one of the seven.
enum UnknownOperation: Rule {
    static let entry = RuleEntry(
        id: "unknown-operation",
        summary: "An operation is one of list, get, create, update, patch, delete and save.",
        explanation:
            "Any other call is an action: `actions: { publish: { method: POST, path: \"posts/{id}/publish\" } }`.",
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { operations: [list, fetch] }
            +    rest: { operations: [list, get] }
            """
    )

    static func diagnose(_ key: Node) -> Diagnostic {
        let names = OperationKind.allCases.map(\.rawValue)
        let text = key.text ?? ""
        return report(
            "unknown operation `\(text)`",
            do: suggestion(for: text, among: names, else: "use one of \(listed(names)), or declare it under `actions`"),
            at: key.range
        )
    }
}
