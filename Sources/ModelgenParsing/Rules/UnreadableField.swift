import ModelgenDiagnostics

/// A field that is not read from JSON has another source for its value.
enum UnreadableField: ModelRule {
    static let entry = RuleEntry(
        id: "unreadable-field",
        summary: "A field that is not read from JSON is optional or has a default.",
        explanation: """
            An object is created from JSON alone, so a field that is not read from it (`json: false`, `decode: false`,
            `writeOnly`) must be optional or have a `default`. The same applies to a key assigned by the database: the
            draft is read without it, but the model must be readable too.
            """,
        bad: "models:\n  City:\n    fields:\n      id: Int64\n      seen: { type: Date, json: false }\n",
        good: "models:\n  City:\n    fields:\n      id: Int64\n      seen: { type: Date?, json: false }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        subject.fields.compactMap { item in
            let field = item.field
            guard let entries = item.entries, !field.type.isOptional, !entries.has(.default) else { return nil }
            if field.json != nil, field.json?.direction != .encodeOnly, field.access != .writeOnly { return nil }
            if entries.isBroken(.json) || entries.isIncomplete { return nil }
            let node = entries.key(.json) ?? entries.key(.writeOnly) ?? item.key
            return report(
                "`\(field.name)` has no value when JSON is read",
                do: entries.has(.generated) ? "make it optional" : "make it optional, or give it a `default`",
                at: node.range
            )
        }
    }
}
