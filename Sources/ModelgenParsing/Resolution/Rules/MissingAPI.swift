import ModelgenDiagnostics

/// A client belongs to an API.
enum MissingAPI: Rule {
    static let entry = RuleEntry(
        id: "missing-api",
        summary: "A model with `rest` belongs to exactly one API.",
        explanation: """
            A client belongs to the API named by its model, or else to the one in its file, or else to the only one of
            the run. Declare one with `api: { name: BlogAPI }`, or select one with `api: BlogAPI` in the model.
            """,
        bad: "models:\n  City:\n    fields: { id: Int64 }\n    rest: { path: cities }\n",
        good: "api: { name: MapAPI }\nmodels:\n  City:\n    fields: { id: Int64 }\n    rest: { path: cities }\n"
    )

    static func diagnose(_ subject: ModelSubject, candidates: [String]) -> Diagnostic {
        let range = (subject.entries.key(.rest) ?? subject.key).range
        if candidates.isEmpty {
            return report(
                "`\(subject.model.name)` has a client, but no API is declared",
                do: "add `api: { name: … }` to the file",
                at: range
            )
        }
        return report(
            "`\(subject.model.name)` could belong to any of \(listed(candidates))",
            do: "select one with `api: …` in the model",
            at: range
        )
    }
}
