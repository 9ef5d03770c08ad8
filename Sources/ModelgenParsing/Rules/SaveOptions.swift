import ModelgenDiagnostics
import ModelgenSchema

/// The options of `save` are those of the operations that it adds.
enum SaveOptions: Rule {
    static let entry = RuleEntry(
        id: "save-options",
        summary: "`save` has options only where the operations that it is made of are not listed.",
        explanation: """
            `save` creates a draft and updates a model that has its key. Its options are those of the `create` and the
            `update` that it adds. Where one of them is listed, it has options of its own, and it could not be told
            which of both a call of `save` goes by. Write them there.
            """,
        bad: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest: { operations: [update, { save: { timeout: 5 } }] }

            """,
        good: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest: { operations: [{ update: { timeout: 5 } }, { create: { timeout: 5 } }, save] }

            """
    )

    static func diagnose(_ name: SourceRange, _ listed: OperationKind) -> Diagnostic {
        report(
            "`save` is made of `\(listed.rawValue)`, which is listed",
            do: "move the options there, or remove `\(listed.rawValue)` from the list",
            at: name
        )
    }
}
