import ModelgenDiagnostics

/// Two files never have the same output.
enum DuplicateFileName: Rule {
    static let entry = RuleEntry(
        id: "duplicate-file-name",
        summary: "No two files of a run have the same name.",
        explanation: """
            `NAME.model.yaml` generates `NAME.model.swift`, regardless of its folder, so two files with the same name
            would generate the same file. Uppercase and lowercase are considered equal, as in most file systems on
            macOS. Rename one of them.
            """
    )

    static func diagnose(_ files: [InputFile]) -> [Diagnostic] {
        files.repetitions { $0.name.lowercased() }.map { file, first in
            report(
                "another file also generates `\(file.name).model.swift`",
                do: "rename one of them",
                at: file.source.beginning,
                notes: [.init("the other file is here", at: first.source.beginning)]
            )
        }
    }
}
