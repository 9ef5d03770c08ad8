import ModelgenDiagnostics
import ModelgenSchema

/// Generated types have unique names.
enum GeneratedTypeTwice: RunRule {
    static let entry = RuleEntry(
        id: "generated-type-twice",
        summary: "No model or enum has the name of the type that is generated for a database or an API.",
        explanation: """
            `database: { name: Blog }` generates the type `BlogDatabase`, and `api: { name: BlogAPI }` the type
            `BlogAPI`.
            """,
        bad: "api: { name: City }\nmodels:\n  City:\n    fields: { id: Int64 }\n",
        good: "api: { name: CityAPI }\nmodels:\n  City:\n    fields: { id: Int64 }\n"
    )

    static func check(_ run: Resolver) -> [Diagnostic] {
        let generated = run.scope.declarations.filter { $0.module == nil }
            .compactMap { declaration -> (String, Declaration)? in
                switch declaration.kind {
                case .database: (Database.typeName(of: declaration.name).text, declaration)
                case .api: (declaration.name.text, declaration)
                case .enumeration, .externalType, .transformer, .model: nil
                }
            }
        let all = run.scope.types.filter { $0.value.module == nil }.map { ($0, $1) } + generated
        return all.repetitions { $0.0 }.map { again, first in
            report(
                "the \(again.1.kind.rawValue) `\(again.1.name)` generates a type `\(again.0)`, which already exists",
                do: "rename one of them",
                at: again.1.key.range,
                notes: [.init("the \(first.1.kind.rawValue) `\(first.1.name)` is declared here", at: first.1.key.range)]
            )
        }
    }
}
