import ModelgenDiagnostics

/// Modules whose models are used generate them with access for others.
enum InternalImport: Rule {
    static let entry = RuleEntry(
        id: "internal-import",
        summary: "Models that another module uses are generated with `access: public` or `access: package`.",
        explanation: """
            Generated code is internal by default, and Swift then reports `cannot find type` in the code of the module
            that uses it. The access level of a module is in its modelgen.yaml: the nearest one, from the folder of its
            models up to the folder of its package. With `package`, only modules of the same package can use the models.
            """
    )

    static func diagnose(_ module: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, rule: entry.id, "the models of `\(module)` are internal, so this module cannot use them",
            suggestion: "add `access: public` to the modelgen.yaml of `\(module)`", at: range)
    }
}
