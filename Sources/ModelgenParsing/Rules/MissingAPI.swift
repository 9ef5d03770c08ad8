import ModelgenDiagnostics

/// A client belongs to an API.
enum MissingAPI: Rule {
    static let entry = RuleEntry(
        id: "missing-api",
        summary: "A model with `rest` belongs to exactly one API.",
        explanation: """
            A client belongs to the API that its model names, else to that of its file, else to the only one
            of the run. Declare one with `api: { name: BlogAPI }`, or say which with `api: BlogAPI` in the
            model.
            """,
        bad: "models:\n  City:\n    fields: { id: Int64 }\n    rest: { path: cities }\n",
        good: "api: { name: MapAPI }\nmodels:\n  City:\n    fields: { id: Int64 }\n    rest: { path: cities }\n"
    )

    static func diagnose(_ subject: ModelSubject, candidates: [String]) -> Diagnostic {
        let range = (subject.entries.key(.rest) ?? subject.key).range
        if candidates.isEmpty {
            return report(
                "`\(subject.model.name)` has a client, and no API is declared",
                do: "add `api: { name: … }` to the file",
                at: range
            )
        }
        return report(
            "`\(subject.model.name)` could belong to \(listed(candidates))",
            do: "say which with `api: …` in the model",
            at: range
        )
    }
}
