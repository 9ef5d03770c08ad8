import ModelgenDiagnostics

/// A field is read or written.
enum AccessConflict: ModelRule {
    static let entry = RuleEntry(
        id: "access-conflict",
        summary: "A field is not `readOnly` and `writeOnly` at once.",
        explanation:
            "A field that is left out of what is sent and of what is read is in no JSON at all: write `json: false`.",
        bad: "models:\n  City:\n    fields:\n      code: { type: Int?, readOnly: true, writeOnly: true }\n",
        good: "models:\n  City:\n    fields:\n      code: { type: Int?, json: false }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        subject.fields.compactMap { field in
            guard let entries = field.entries, entries.flag(.readOnly) == true, entries.flag(.writeOnly) == true,
                let key = entries.key(.writeOnly)
            else { return nil }
            return report(
                "`\(field.field.name)` is neither sent nor read",
                do: "write `json: false` instead",
                at: key.range
            )
        }
    }
}
