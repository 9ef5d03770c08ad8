import ModelgenDiagnostics

/// The files of an imported module are given.
enum UnknownImport: Rule {
    static let entry = RuleEntry(
        id: "unknown-import",
        summary: "The schema files of an imported module are provided.",
        explanation: """
            `imports: [Core]` refers to the models of the module Core. Provide its schema files with `--import
            FOLDER`, where one folder in their path is named `Core`, or with `--import Core=FOLDER`; the plugins pass
            those of the target's dependencies.
            """,
        bad: "imports: [Core]\nmodels:\n  City:\n    fields: { id: Int64 }\n",
        good: "models:\n  City:\n    fields: { id: Int64 }\n"
    )

    static func diagnose(_ node: Node, given: [String]) -> Diagnostic {
        let name = node.text ?? ""
        return report(
            "no schema files for the module `\(name)`",
            do: suggestion(
                for: name, among: given,
                else: "add it to the target's dependencies; without a plugin, pass their folder with `--import FOLDER`"),
            at: node.range
        )
    }
}
