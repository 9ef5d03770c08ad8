import ModelgenDiagnostics

/// Models that are referred to exist.
enum UnknownModel: Rule {
    static let entry = RuleEntry(
        id: "unknown-model",
        summary: "A model used by a reference, a relation or a case is declared.",
        explanation: "The model can be in any file of the run, or in an imported module.",
        example: """
             database: { name: Map }
             models:
               Street:
                 primaryKey: id
                 fields:
                   id: Int64
            -      cityId: { type: Int64, references: Citty.id }
            +      cityId: { type: Int64, references: City.id }
               City:
                 primaryKey: id
                 fields: { id: Int64 }
            """
    )

    static func diagnose(_ node: Node, _ name: String, at range: SourceRange, known: [String]) -> Diagnostic {
        report(
            "unknown model `\(name)`",
            do: suggestion(for: name, among: known, else: "declare it under `models`"),
            at: range
        )
    }
}
