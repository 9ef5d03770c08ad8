import ModelgenDiagnostics
import ModelgenSchema

/// A model that asks for a repository can have one.
enum RepositoryNeedsKey: ModelRule {
    static let entry = RuleEntry(
        id: "repository-needs-key",
        summary: "A model with `repository: true` can be requested, and has a single-field key.",
        explanation: """
            A repository stores the server's answers and finds them by key. So the model needs a REST client with
            `list` or `get`, and a primary key of one field that is not optional. If an API has `repository: true`,
            models that lack one of these simply have no repository.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 repository: true
                 fields: { id: Int64, name: String }
            +    rest: { operations: [list, get] }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard subject.entries.flag(.repository) == true, !subject.isBroken, !subject.entries.isBroken(.rest),
            !subject.entries.has(.oneOf), let key = subject.entries.key(.repository)
        else { return [] }
        let name = subject.model.name
        func problem(_ message: String, _ advice: String) -> [Diagnostic] {
            [report(message, do: advice, at: key.range)]
        }
        guard subject.entries.has(.rest) else {
            return problem("`\(name)` has a repository, but no REST client", "add `rest`, or remove `repository`")
        }
        guard let client = subject.model.client else { return [] }
        guard client.operations.contains(where: { $0.kind == .list || $0.kind == .get }) else {
            return problem(
                "`\(name)` has a repository, but neither `list` nor `get`", "add the operation `list` or `get`")
        }
        guard subject.primaryKey.count == 1, let field = subject.model.field(subject.primaryKey[0]),
            !field.type.isOptional
        else {
            return problem(
                "`\(name)` has a repository, but no single-field key",
                "add \(subject.keyDeclaration), or remove `repository`")
        }
        return []
    }
}
