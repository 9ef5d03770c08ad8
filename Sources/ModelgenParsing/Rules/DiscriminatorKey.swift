import ModelgenDiagnostics
import ModelgenSchema

/// The discriminator of a union is written once, into an object.
enum DiscriminatorKey: ModelRule {
    static let entry = RuleEntry(
        id: "discriminator-key",
        summary: "The cases of a `oneOf` with a discriminator are objects that do not write its key themselves.",
        explanation: """
            The union adds its discriminator to the object of a case. If a field of the case were written to the same key,
            the object would have it twice, and readers would not agree on which one counts; make the field read-only, or
            leave it out. A case that is a union itself adds its own discriminator, which needs another key.
            """,
        bad: """
            models:
              Shape:
                json: { discriminator: kind }
                oneOf: { circle: Circle }
              Circle: { fields: { kind: String, radius: Double } }
            """,
        good: """
            models:
              Shape:
                json: { discriminator: kind }
                oneOf: { circle: Circle }
              Circle: { fields: { kind: { type: String, json: { path: kind, encode: false } }, radius: Double } }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard let key = subject.model.json.discriminator else { return [] }
        return subject.model.oneOf.compactMap { each in
            guard let node = subject.entries[.oneOf]?.entry(each.text)?.value, case .model(let name) = each.type,
                let problem = Problem(of: name, below: [key], run)
            else { return nil }
            return report(problem.message, do: problem.way, at: node.range)
        }
    }
}

/// A problem with a case of the union.
private struct Problem {
    let message: String
    let way: String

    /// - Parameter keys: The discriminators that its objects get.
    init?(of name: SwiftName, below keys: Set<String>, seen: Set<SwiftName> = [], _ run: Resolver) {
        guard let model = run.model(name), !seen.contains(name) else { return nil }
        var keys = keys
        if let own = model.json.discriminator, !keys.insert(own).inserted {
            message = "`\(name)` and the union around it both write the key `\(own)`"
            way = "give one of them another discriminator, or list the cases of `\(name)` here"
            return
        }
        let field = model.fields.first { field in
            guard field.isWritten, case .key(let key)? = field.json?.paths.first?.components.first else { return false }
            return keys.contains { $0.utf8.elementsEqual(key.utf8) }
        }
        if let field {
            message = "`\(name).\(field.name)` is written to the same key as the discriminator"
            way = "remove the field, or make it `encode: false`"
            return
        }
        let inner = model.json.discriminator == nil ? model.oneOf : []
        guard let other = inner.first(where: { $0.kinds(run) != [.object] }) else {
            let found = model.oneOf.lazy.compactMap { each -> Problem? in
                guard case .model(let next) = each.type else { return nil }
                return Problem(of: next, below: keys, seen: seen.union([name]), run)
            }
            guard let first = found.first else { return nil }
            self = first
            return
        }
        message = "`\(name)` is not always an object: `\(other.text)` has no discriminator"
        way = "move `\(other.text)` into a model of its own"
    }
}
