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

    private enum State { case open, done }

    static func check(_ run: Resolver) -> [Diagnostic] {
        var states: [String: State] = [:]
        var diagnostics: [Diagnostic] = []
        // Depth first with an explicit stack: a chain of ten thousand models must not overflow the call stack.
        for start in run.subjects where states[start.model.name.text] == nil {
            var stack: [(name: String, parts: [(model: SwiftName, node: Node)], next: Int)] = []
            states[start.model.name.text] = .open
            stack.append((start.model.name.text, parts(of: start, run), 0))
            while let top = stack.last {
                guard top.next < top.parts.count else {
                    states[top.name] = .done
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let part = top.parts[top.next]
                switch states[part.model.text] {
                case .done: continue
                case .open:
                    let names = stack.map(\.name)
                    let first = names.firstIndex(of: part.model.text) ?? 0
                    let path = (names[first...] + [part.model.text]).map { "`\($0)`" }.joined(separator: " in ")
                    diagnostics.append(
                        report(
                            first == names.count - 1
                                ? "`\(part.model)` contains itself" : "a value contains itself: \(path)",
                            do: "use a list, or refer to it by its key",
                            at: part.node.range
                        )
                    )
                case nil:
                    guard let subject = run.subject(part.model) else { continue }
                    states[part.model.text] = .open
                    stack.append((part.model.text, parts(of: subject, run), 0))
                }
            }
        }
        return diagnostics
    }

    /// The models that a model stores inline.
    private static func parts(of subject: ModelSubject, _ run: Resolver) -> [(model: SwiftName, node: Node)] {
        var parts: [(SwiftName, Node)] = []
        for field in subject.fields {
            guard case .model(let name) = field.field.type.unwrapped else { continue }
            parts.append((name, field.entries?[.type] ?? field.node))
        }
        // An enum may contain itself through a model. Through enums alone, its values would never end.
        for entry in subject.entries[.oneOf]?.entries ?? [] {
            guard let name = entry.value.text.map({ SwiftName($0) }), run.subject(name)?.model.oneOf.isEmpty == false
            else { continue }
            parts.append((name, entry.value))
        }
        return parts
    }
}
