import ModelgenDiagnostics

/// A name stands for one thing.
enum DuplicateName: Rule {
    static let entry = RuleEntry(
        id: "duplicate-name",
        summary: "A name is declared only once across all files of a run.",
        explanation: """
            Models, enums, external types and transformers are all Swift types of one module, so their names must be
            different, also across files. The same applies to databases and to APIs. Other modules may use the same
            names: a name then means what this module declares, or else what the one module declares that the file
            imports.
            """,
        example: """
             models:
            -  City: { fields: { id: Int64 } }
            +  City: { fields: { id: Int64, size: CitySize } }
             ---
             enums:
            -  City: [small, large]
            +  CitySize: [small, large]
            """
    )

    static func diagnose(_ name: String, modules: [String], at range: SourceRange) -> Diagnostic {
        report(
            "`\(name)` belongs to several modules that this file imports: \(modules.map { "`\($0)`" }.joined(separator: ", "))",
            do: "use it in a file that imports only one of them",
            at: range
        )
    }

    /// Swift looks for `Core.Locale` in the type `Core`, not in the module.
    static func diagnose(_ name: String, hiddenIn module: String, at range: SourceRange) -> Diagnostic {
        report(
            "`\(name)` cannot be written as `\(module).\(name)`, because `\(module)` is also the name of a type",
            do: "rename one of the two types", at: range)
    }

    static func diagnose(former name: String, _ key: Node, first: Node) -> Diagnostic {
        report(
            "the former name `\(name)` stands for two things",
            do: "write `formerly` in the files that use it", at: key.range,
            notes: [.init("it stands for something else here", at: first.range)])
    }

    static func diagnose(_ declaration: Declaration, first: Declaration) -> Diagnostic {
        report(
            "the name `\(declaration.name)` is declared twice",
            do: "rename one of them",
            at: declaration.key.range,
            notes: [.init("the \(first.kind.rawValue) `\(first.name)` is declared here", at: first.key.range)]
        )
    }
}
