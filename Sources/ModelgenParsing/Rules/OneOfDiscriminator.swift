import ModelgenDiagnostics

/// The models of a union are distinguished by a discriminator.
enum OneOfDiscriminator: ModelRule {
    static let entry = RuleEntry(
        id: "one-of-discriminator",
        summary: "A model with `oneOf` has no fields, table or hooks, and only such a model has a discriminator.",
        explanation: """
            A value of such a model is one of several models, distinguished by a key of the JSON object: `json: {
            discriminator: kind }` and `oneOf: { circle: Circle, square: Square }`. Fields are declared in those
            models. Without a discriminator, the cases are distinguished by their contents and can have any types.
            """,
        example: """
             models:
               Shape:
                 json: { discriminator: kind }
            -    fields: { radius: Double }
            +    oneOf: { circle: Circle }
            +  Circle: { fields: { radius: Double } }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        let entries = subject.entries
        let discriminator = subject.model.json.discriminator
        guard let key = entries.key(.oneOf) else {
            guard discriminator != nil, let node = entries[.json]?.entry("discriminator")?.key else { return [] }
            return [
                report(
                    "a discriminator requires `oneOf`",
                    do: "add `oneOf: { … }`",
                    at: node.range
                )
            ]
        }
        var diagnostics: [Diagnostic] = []
        for entry in entries[.oneOf]?.entries ?? [] where discriminator != nil && entry.value.text == nil {
            diagnostics.append(
                report(
                    "with a discriminator, each case must be a model", do: "use a model", at: entry.value.range))
        }
        var cases: [String: String] = [:]
        for entry in entries[.oneOf]?.entries ?? [] where discriminator != nil {
            guard let model = entry.value.text else { continue }
            if let first = cases[model] {
                diagnostics.append(
                    report(
                        "`\(model)` is already the case for `\(first)`", do: "use another model, with the same fields",
                        at: entry.value.range))
            }
            cases[model] = cases[model] ?? entry.name
        }
        if entries[.oneOf]?.entries.isEmpty == true {
            diagnostics.append(report("`oneOf` is empty", do: "add a case", at: key.range))
        }
        for other in [ModelKey.fields, .table, .primaryKey, .view, .hooks] {
            guard let node = entries.key(other), entries[other]?.isFalse != true else { continue }
            diagnostics.append(
                report(
                    "a model with `oneOf` cannot have `\(other.rawValue)`",
                    do: "move it to its models",
                    at: node.range
                )
            )
        }
        return diagnostics
    }
}
