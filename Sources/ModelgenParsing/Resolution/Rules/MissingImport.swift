import ModelgenDiagnostics

/// Modules whose models are used are imported.
enum MissingImport: Rule {
    static let entry = RuleEntry(
        id: "missing-import",
        summary: "A file imports the modules whose models it uses.",
        explanation: """
            The generated file starts with the imports listed in the schema file. A type of another module is only
            visible if its module is among the file's `imports`.
            """
    )

    static func diagnose(_ name: String, module: String, at range: SourceRange) -> Diagnostic {
        report("`\(name)` belongs to the module `\(module)`", do: "add `imports: [\(module)]` to this file", at: range)
    }
}
