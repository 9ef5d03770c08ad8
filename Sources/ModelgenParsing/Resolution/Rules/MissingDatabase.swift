import ModelgenDiagnostics

/// A table belongs to a database.
enum MissingDatabase: Rule {
    static let entry = RuleEntry(
        id: "missing-database",
        summary: "A model with a table belongs to exactly one database.",
        explanation: """
            A table belongs to the database named by its model, or else to the one in its file, or else to the only
            one of the run. Declare one with `database: { name: Blog }`, or select one with `database: Blog` in the
            model; for a model that is not stored, write `table: false`.
            """,
        bad: "models:\n  City:\n    primaryKey: id\n    fields: { id: Int64 }\n",
        good: "database: { name: Map }\nmodels:\n  City:\n    primaryKey: id\n    fields: { id: Int64 }\n"
    )

    static func diagnose(_ declaration: Declaration, candidates: [String]) -> Diagnostic {
        if candidates.isEmpty {
            return report(
                "`\(declaration.name)` has a table, but no database is declared",
                do: "add `database: { name: … }` to the file, or `table: false` to the model",
                at: declaration.key.range
            )
        }
        return report(
            "`\(declaration.name)` could belong to any of \(listed(candidates))",
            do: "select one with `database: …` in the model",
            at: declaration.key.range
        )
    }
}
