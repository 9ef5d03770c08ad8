import ModelgenDiagnostics

/// YAML indents with spaces.
enum TabIndentation: Rule {
    static let entry = RuleEntry(
        id: "tab-indentation",
        summary: "YAML is indented with spaces.",
        explanation: """
            YAML forbids tabs in indentation, because nobody could tell how wide they are (YAML 1.1, section
            4.1.1). Replace the tab with spaces, and set the editor to write spaces in YAML files.
            """,
        bad: "models:\n\tCity:\n\t\tfields: {}\n",
        good: "models:\n  City:\n    fields:\n      id: Int64\n"
    )

    static func diagnose(at offset: Int, in file: SourceFile) -> Diagnostic {
        report("a tab cannot indent YAML", do: "use spaces", at: file.range(offset, offset + 1))
    }
}
