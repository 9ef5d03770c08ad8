import ModelgenDiagnostics

/// A table belongs to a database.
enum MissingDatabase: Rule {
    static let entry = RuleEntry(
        id: "missing-database",
        summary: "A model with a table belongs to exactly one database.",
        explanation: """
            A table belongs to the database that its model names, else to that of its file, else to the only
            one of the run. Declare one with `database: { name: Blog }`, or say which with `database: Blog` in
            the model; a model that is not stored says `table: false`.
            """,
        bad: "models:\n  City:\n    primaryKey: id\n    fields: { id: Int64 }\n",
        good: "database: { name: Map }\nmodels:\n  City:\n    primaryKey: id\n    fields: { id: Int64 }\n"
    )

    static func diagnose(_ declaration: Declaration, candidates: [String]) -> Diagnostic {
        if candidates.isEmpty {
            return report(
                "`\(declaration.name)` has a table, and no database is declared",
                do: "add `database: { name: … }` to the file, or `table: false` to the model",
                at: declaration.key.range
            )
        }
        return report(
            "`\(declaration.name)` could belong to \(listed(candidates))",
            do: "say which with `database: …` in the model",
            at: declaration.key.range
        )
    }
}
