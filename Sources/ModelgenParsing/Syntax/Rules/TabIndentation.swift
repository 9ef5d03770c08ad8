import ModelgenDiagnostics

/// YAML indents with spaces.
enum TabIndentation: Rule {
    static let entry = RuleEntry(
        id: "tab-indentation",
        summary: "YAML is indented with spaces.",
        explanation: """
            YAML forbids tabs in indentation, because their width is ambiguous (YAML 1.1, section 4.1.1). Replace the
            tab with spaces, and set your editor to insert spaces in YAML files.
            """,
        bad: "models:\n\tCity:\n\t\tfields: {}\n",
        good: "models:\n  City:\n    fields:\n      id: Int64\n"
    )

    static func diagnose(at offset: Int, in file: SourceFile) -> Diagnostic {
        report("YAML cannot be indented with tabs", do: "use spaces", at: file.range(offset, offset + 1))
    }
}
