import ModelgenDiagnostics
import ModelgenSchema

/// A value does not contain itself.
enum CyclicValue: RunRule {
    static let entry = RuleEntry(
        id: "cyclic-value",
        summary: "A value cannot contain itself, except through a list, a set, a dictionary or `oneOf`.",
        explanation: """
            A Swift struct stores its fields inline, so one that contains itself would be infinitely large; an
            optional does not help, because it also stores its value inline. Use a list, or refer to the other object
            by its key. A `oneOf` can contain itself through its models.

            The `json` of an external type is what the type converts to. If that were the type itself, or a list of it,
            nobody would know what its JSON is. A model or `JSON` in between says it.
            """,
        bad: "models:\n  City:\n    fields: { id: Int64, capital: City? }\n",
        good: "models:\n  City:\n    fields: { id: Int64, districts: \"[City]\" }\n"
    )

    static func check(_ run: Resolver) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        let externals = run.scope.declarations.filter { $0.kind == .externalType }
        let json = Dictionary(firstOf: externals.map { ($0.name, $0.node[ExternalTypeKey.json.rawValue]) })
        ValueCycles.find(in: run.subjects.map(\.model.name) + externals.map(\.name)) { name in
            if let subject = run.subject(name) { return parts(of: subject, run) }
            guard let node = json[name].flatMap({ $0 }), let type = run.externalType(name)?.json else { return [] }
            return conversion(type, run).map { [(node, $0)] } ?? []
        } found: { path, node in
            let names = (path.prefix(1) + path.reversed()).map { "`\($0)`" }
            let isConversion = path.contains { json[$0] != nil }
            diagnostics.append(
                report(
                    path.count == 1
                        ? "\(names[0]) \(isConversion ? "converts to" : "contains") itself"
                        : "a value contains itself: \(names.joined(separator: " in "))",
                    do: isConversion
                        ? "use the type that its JSON has, or `JSON`" : "use a list, or refer to it by its key",
                    at: node.range
                )
            )
        }
        return diagnostics
    }

    /// The models that a model stores inline.
    private static func parts(of subject: ModelSubject, _ run: Resolver) -> [(key: Node, value: SwiftName)] {
        var parts: [(Node, SwiftName)] = []
        for field in subject.fields {
            guard case .model(let name) = field.field.type.unwrapped else { continue }
            parts.append((field.entries?[.type] ?? field.node, name))
        }
        // An enum may contain itself through a model. Through enums alone, its values would never end.
        for entry in subject.entries[.oneOf]?.entries ?? [] {
            guard let name = entry.value.text.map({ SwiftName($0) }),
                run.externalType(name) != nil || run.subject(name)?.model.oneOf.isEmpty == false
            else { continue }
            parts.append((entry.value, name))
        }
        return parts
    }

    /// The type without which nobody knows the JSON of an external type that converts to this one.
    private static func conversion(_ type: FieldType, _ run: Resolver) -> SwiftName? {
        if case .external(let name) = type.innermost { return name }
        guard case .model(let name) = type.unwrapped, run.model(name)?.oneOf.isEmpty == false else { return nil }
        return name
    }
}
