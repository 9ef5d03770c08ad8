import ModelgenDiagnostics

/// A field cannot be both read-only and write-only.
enum AccessConflict: ModelRule {
    static let entry = RuleEntry(
        id: "access-conflict",
        summary: "A field cannot be both `readOnly` and `writeOnly`.",
        explanation: "A field that is neither read nor written is not part of the JSON at all: write `json: false`.",
        bad: "models:\n  City:\n    fields:\n      code: { type: Int?, readOnly: true, writeOnly: true }\n",
        good: "models:\n  City:\n    fields:\n      code: { type: Int?, json: false }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        subject.fields.compactMap { field in
            guard let entries = field.entries, entries.flag(.readOnly) == true, entries.flag(.writeOnly) == true,
                let key = entries.key(.writeOnly)
            else { return nil }
            return report(
                "`\(field.field.name)` cannot be both `readOnly` and `writeOnly`",
                do: "remove one of them, or write `json: false` if it is not in the JSON",
                at: key.range
            )
        }
    }
}
