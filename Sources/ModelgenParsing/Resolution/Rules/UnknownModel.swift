import ModelgenDiagnostics

/// Models that are referred to exist.
enum UnknownModel: Rule {
    static let entry = RuleEntry(
        id: "unknown-model",
        summary: "A model used by a reference, a relation or a case is declared.",
        explanation: """
            The model can be in any file of the run, or in an imported module. A step of an earlier version has the names
            of that version: for a model that has another name now, `formerly: { User: Person }` says which one it is.
            """,
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

    /// An unknown model in a step: it may have another name by now.
    static func diagnose(earlier name: String, at range: SourceRange, known: [String]) -> Diagnostic {
        let near = nearestName(to: name, among: known)
        let former = "if it has another name by now, write `formerly: { \(name): \(near ?? "…") }`"
        return report(
            "unknown model `\(name)`",
            do: near.map { "did you mean `\($0)`? \(former.capitalizedFirst)" }
                ?? "\(former); if it no longer exists, describe it with `dropModel`",
            at: range)
    }
}
