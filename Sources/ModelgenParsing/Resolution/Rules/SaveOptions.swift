import ModelgenDiagnostics
import ModelgenSchema

/// The options of `save` are those of the operations that it adds.
enum SaveOptions: Rule {
    static let entry = RuleEntry(
        id: "save-options",
        summary: "`save` has options only if the operations it consists of are not listed.",
        explanation: """
            `save` creates a draft and updates a model that has its key. Its options apply to the `create` and the
            `update` that it adds. If one of them is listed, it has its own options, and it would be ambiguous which
            ones `save` uses. Specify them there.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64, name: String }
            -    rest: { operations: [update, { save: { timeout: 5 } }] }
            +    rest: { operations: [{ update: { timeout: 5 } }, { create: { timeout: 5 } }, save] }
            """
    )

    static func diagnose(_ name: SourceRange, _ listed: OperationKind) -> Diagnostic {
        report(
            "`save` uses `\(listed.rawValue)`, which is listed separately",
            do: "move the options there, or remove `\(listed.rawValue)` from the list",
            at: name
        )
    }
}
