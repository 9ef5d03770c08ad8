import ModelgenDiagnostics

/// A body that is a patch or a draft consists of fields of a model.
enum PatchOfValue: Rule {
    static let entry = RuleEntry(
        id: "patch-of-value",
        summary: "A body that is a patch or a draft has fields of a model.",
        explanation: """
            `body: { patch: MODEL }` sends the fields of a model that were touched, each with a value or null; `body: {
            draft: MODEL }` sends those that nobody else assigns. A union, a list, an enum or a single value has no
            fields, and is sent as a whole: `body: TYPE`.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64, name: String? }
            -    rest: { operations: [get, patch: { body: { patch: "[String]" } }] }
            +    rest: { operations: [get, patch: { body: { patch: CityChange } }] }
               CityChange:
                 fields: { name: String? }
            """
    )

    static func diagnose(_ type: Node, _ key: BodyKey) -> Diagnostic {
        report(
            key == .draft ? "a draft has fields of a model" : "a patch changes the fields of a model",
            do: "name a model, or write `body: TYPE`", at: type.range)
    }
}
