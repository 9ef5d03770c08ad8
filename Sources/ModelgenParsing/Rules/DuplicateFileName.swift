import ModelgenDiagnostics

/// Two files never give one output.
enum DuplicateFileName: Rule {
    static let entry = RuleEntry(
        id: "duplicate-file-name",
        summary: "No two files of a run have the same name.",
        explanation: """
            `NAME.model.yaml` gives `NAME.model.swift`, whatever folder it stands in, so two files of one name
            would write the same output. Upper and lower case count as equal, as they do on most Macs. Rename
            one of them.
            """,
        bad: "models:\n  City:\n    fields: { id: Int64 }\n",
        good: "models:\n  City:\n    fields: { id: Int64 }\n"
    )

    static func diagnose(_ files: [InputFile]) -> [Diagnostic] {
        var seen: [String: InputFile] = [:]
        var diagnostics: [Diagnostic] = []
        for file in files {
            let name = file.name.lowercased()
            if let first = seen[name] {
                diagnostics.append(
                    report(
                        "another file gives `\(file.name).model.swift` too",
                        do: "rename one of them",
                        at: file.source.beginning,
                        notes: [.init("the other file is here", at: first.source.beginning)]
                    )
                )
            } else {
                seen[name] = file
            }
        }
        return diagnostics
    }
}
