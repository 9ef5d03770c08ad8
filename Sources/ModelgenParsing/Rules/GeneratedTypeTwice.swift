import ModelgenDiagnostics

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
        var seen = run.scope.types.filter { $0.value.module == nil }
        var diagnostics: [Diagnostic] = []
        for declaration in run.scope.declarations where declaration.module == nil {
            let name: String
            switch declaration.kind {
            case .database: name = declaration.name.text + "Database"
            case .api: name = declaration.name.text
            case .enumeration, .externalType, .transformer, .model: continue
            }
            if let first = seen[name] {
                diagnostics.append(
                    report(
                        "the \(declaration.kind.rawValue) `\(declaration.name)` generates a type `\(name)`, which already exists",
                        do: "rename one of them",
                        at: declaration.key.range,
                        notes: [
                            .init("the \(first.kind.rawValue) `\(first.name)` is declared here", at: first.key.range)
                        ]
                    )
                )
            } else {
                seen[name] = declaration
            }
        }
        return diagnostics
    }
}
