import ModelgenDiagnostics
import ModelgenSchema

/// A value does not contain itself.
enum CyclicValue: RunRule {
    static let entry = RuleEntry(
        id: "cyclic-value",
        summary: "A model cannot contain itself, except through a list, a set, a dictionary or `oneOf`.",
        explanation: """
            A Swift struct stores its fields inline, so one that contains itself would be infinitely large; an
            optional does not help, because it also stores its value inline. Use a list, or refer to the other object
            by its key. A `oneOf` can contain itself through its models.
            """,
        bad: "models:\n  City:\n    fields: { id: Int64, capital: City? }\n",
        good: "models:\n  City:\n    fields: { id: Int64, districts: \"[City]\" }\n"
    )

    static func check(_ run: Resolver) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        let names = run.subjects.map(\.model.name)
        ValueCycles.find(in: names) {
            run.subject($0).map { parts(of: $0, run) } ?? []
        } found: { path, node in
            let names = (path + path.prefix(1)).map { "`\($0)`" }
            diagnostics.append(
                report(
                    path.count == 1
                        ? "\(names[0]) contains itself"
                        : "a value contains itself: \(names.joined(separator: " in "))",
                    do: "use a list, or refer to it by its key",
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
            guard let name = entry.value.text.map({ SwiftName($0) }), run.subject(name)?.model.oneOf.isEmpty == false
            else { continue }
            parts.append((entry.value, name))
        }
        return parts
    }
}
