import ModelgenDiagnostics
import ModelgenSchema

/// The models of a union are distinguished by a discriminator.
enum OneOfDiscriminator: ModelRule {
    static let entry = RuleEntry(
        id: "one-of-discriminator",
        summary: "A model with `oneOf` has no fields, table or hooks, and only such a model has a discriminator.",
        explanation: """
            A value of such a model is one of several models, distinguished by a key of the JSON object: `json: {
            discriminator: kind }` and `oneOf: { circle: Circle, square: Square }`. Fields are declared in those
            models, and each gives its case a name of its own: `URL` and `Url` would both be the case `url`. Without a
            discriminator, the cases are distinguished by their contents and can have any types. Only with a
            discriminator can a value be unknown: `json: { discriminator: kind, unknown: keep }`.
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
        if let json = entries[.json], Entries<JSONKey>(json, run.reading).isBroken(.discriminator) { return [] }
        if discriminator == nil, let node = entries[.json]?.entry("unknown")?.key {
            return [
                report(
                    "`unknown` requires a discriminator",
                    do: "remove it; among types without a discriminator, `JSON` is any other value", at: node.range)
            ]
        }
        guard let key = entries.key(.oneOf) else {
            guard discriminator != nil, !entries.isIncomplete, let node = entries[.json]?.entry("discriminator")?.key
            else { return [] }
            return [report("a discriminator requires `oneOf`", do: "add `oneOf: { … }`", at: node.range)]
        }
        let cases = entries[.oneOf]?.entries
        let empty = cases?.isEmpty == true ? [report("`oneOf` is empty", do: "add a case", at: key.range)] : []
        return misplacedKeys(of: entries) + empty
            + (discriminator == nil ? [] : problems(of: cases ?? [], in: subject, run))
    }

    /// What only a model with fields has. How a case is read and written is up to its model.
    private static func misplacedKeys(of entries: Entries<ModelKey>) -> [Diagnostic] {
        let own: [ModelKey] = [.doc, .deprecated, .oneOf, .json, .api]
        let others = ModelKey.allCases.filter { !own.contains($0) && entries[$0]?.isFalse != true }
        let keys = others.compactMap(entries.key)
        let options = (entries[.json]?.entries ?? []).filter { option in
            !["discriminator", "unknown"].contains(option.name) && JSONKey(rawValue: option.name) != nil
        }
        return (keys + options.map(\.key)).map { node in
            report(
                "a model with `oneOf` cannot have `\(node.text ?? "")`", do: "move it to its models", at: node.range)
        }
    }

    /// What is wrong with the cases of a union with a discriminator.
    private static func problems(of cases: [Node.Entry], in union: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        var names: [String: String] = [:]
        var models: [SwiftName: String] = [:]
        for entry in cases {
            let place = entry.value.range
            guard let model = entry.value.text, !run.isOtherType(model, file: union.file) else {
                let advice =
                    entry.value.text != nil
                    ? "use a model, or remove the discriminator"
                    : entry.value["type"] == nil ? "use a model" : "write only the name of a model"
                diagnostics.append(
                    report("with a discriminator, each case must be a model", do: advice, at: place))
                continue
            }
            if let first = names[model] {
                diagnostics.append(
                    report(
                        "`\(model)` is already the case for `\(first)`", do: "use another model, with the same fields",
                        at: place))
            }
            names[model] = names[model] ?? entry.name
            guard let name = union.model.oneOf.first(where: { $0.text == entry.name })?.caseName else { continue }
            if let other = models.updateValue(model, forKey: name), other != model {
                diagnostics.append(
                    report(
                        "`\(other)` and `\(model)` would both be the case `\(name)`", do: "rename one of the models",
                        at: place))
            } else if name == "unknown", union.model.oneOf.last?.mark == .others {
                diagnostics.append(
                    report("`\(model)` would be the case for unknown values", do: "rename the model", at: place))
            } else if let reserved = ReservedMemberName.diagnose(alternative: name, of: model, at: place) {
                diagnostics.append(reserved)
            }
        }
        return diagnostics
    }
}
