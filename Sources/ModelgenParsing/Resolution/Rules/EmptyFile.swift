import ModelgenDiagnostics

/// A schema file is not empty.
enum EmptyFile: Rule {
    static let entry = RuleEntry(
        id: "empty-file",
        summary: "A schema file is not empty.",
        explanation: "An empty file is probably a mistake. Declare a model in it, or remove it.",
        bad: "# nothing yet\n",
        good: "models:\n  City:\n    fields: { id: Int64 }\n"
    )

    static func diagnose(_ file: SourceFile) -> Diagnostic {
        report("the file is empty", do: "declare a model in it, or remove it", at: file.beginning)
    }
}
