import ModelgenDiagnostics
import ModelgenSchema

/// A value does not contain itself endlessly.
enum CyclicValue: RunRule {
    static let entry = RuleEntry(
        id: "cyclic-value",
        summary: "A value can contain one of its own type only in an optional, a list, a set, a dictionary or `oneOf`.",
        explanation: """
            If every city had a capital that is a city, no value would ever be complete. Make the field optional, use a
            list, or refer to the other object by its key. A `oneOf` can contain itself through its models.

            The `json` of an external type is what the type converts to. If that were the type itself, or a list of it,
            nobody would know what its JSON is. A model or `JSON` in between says it.
            """,
        bad: "models:\n  City:\n    fields: { id: Int64, capital: City }\n",
        good: "models:\n  City:\n    fields: { id: Int64, capital: City? }\n"
    )

    static func check(_ run: Resolver) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        let externals = run.scope.declarations.filter { $0.kind == .externalType }
        let json = Dictionary(firstOf: externals.map { ($0.name, $0.node[ExternalTypeKey.json]) })
        ValueCycles.find(in: run.subjects.map(\.model.name) + externals.map(\.name)) { name in
            if let subject = run.subject(name) { return parts(of: subject, run) }
            guard let node = json[name].flatMap({ $0 }), let type = run.externalType(name)?.json else { return [] }
            return conversion(type, run).map { [(node, $0)] } ?? []
        } found: { path, node in
            let names = (path.prefix(1) + path.reversed()).map { "`\($0)`" }
            let isConversion = path.contains { json[$0] != nil }
            let isUnion = path.first.flatMap { run.subject($0) }?.model.oneOf.isEmpty == false
            diagnostics.append(
                report(
                    path.count == 1
                        ? "\(names[0]) \(isConversion ? "converts to" : "contains") itself"
                        : "a value contains itself: \(names.joined(separator: " in "))",
                    do: isConversion
                        ? "use the type that its JSON has, or `JSON`"
                        : (isUnion ? "" : "make it optional, ") + "use a list, or refer to it by its key",
                    at: node.range
                )
            )
        }
        return diagnostics
    }

    /// The models that every value of a model contains.
    private static func parts(of subject: ModelSubject, _ run: Resolver) -> [(key: Node, value: SwiftName)] {
        var parts: [(Node, SwiftName)] = []
        for field in subject.fields {
            guard case .model(let name) = field.field.type else { continue }
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
