import ModelgenDiagnostics

/// A field is read or written, or not in the JSON at all.
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
            guard let entries = field.entries else { return nil }
            let direction = field.field.json?.direction
            let conflict: (one: FieldKey, other: String)? =
                switch (entries.flag(.readOnly) == true, entries.flag(.writeOnly) == true) {
                case (true, true): (.writeOnly, "writeOnly")
                case (true, false) where direction == .encodeOnly: (.readOnly, "decode: false")
                case (false, true) where direction == .decodeOnly: (.writeOnly, "encode: false")
                default: nil
                }
            guard let conflict, let key = entries.key(conflict.one) else { return nil }
            let one = conflict.other == "writeOnly" ? "readOnly" : conflict.one.rawValue
            return report(
                "`\(field.field.name)` cannot be both `\(one)` and `\(conflict.other)`",
                do: "remove one of them, or write `json: false` if it is not in the JSON",
                at: key.range
            )
        }
    }
}
