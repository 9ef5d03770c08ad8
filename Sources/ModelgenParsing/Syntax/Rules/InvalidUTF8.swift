import ModelgenDiagnostics

/// Files are UTF-8.
enum InvalidUTF8: Rule {
    static let entry = RuleEntry(
        id: "invalid-utf8",
        summary: "A schema is UTF-8 text.",
        explanation: """
            The bytes at this position are not valid UTF-8. The file was probably saved in another encoding (Latin-1,
            UTF-16): save it as UTF-8.
            """,
        bad: "models: {}  # saved as UTF-16 or Latin-1\n",
        good: "models:\n  City:\n    doc: Zürich\n    fields:\n      id: Int64\n"
    )

    static func diagnose(_ problem: String, at offset: Int, in file: SourceFile) -> Diagnostic {
        report("invalid UTF-8 (\(problem))", do: "save the file as UTF-8", at: file.range(offset, offset + 1))
    }

    static func diagnose(byteOrderOf file: SourceFile) -> Diagnostic? {
        // The byte order mark of UTF-32 begins like that of UTF-16 (https://www.unicode.org/faq/utf_bom.html#bom4).
        let marks: [(form: String, bytes: [UInt8])] = [
            ("UTF-32", [0xFF, 0xFE, 0, 0]), ("UTF-32", [0, 0, 0xFE, 0xFF]), ("UTF-16", [0xFF, 0xFE]),
            ("UTF-16", [0xFE, 0xFF]),
        ]
        guard let mark = marks.first(where: { file.bytes.starts(with: $0.bytes) }) else { return nil }
        return report("the file is encoded as \(mark.form)", do: "save it as UTF-8", at: file.beginning)
    }
}

extension SourceFile {
    /// The mistake that the file has another encoding than UTF-8, if its byte order mark says so.
    package var encodingMistake: Diagnostic? { InvalidUTF8.diagnose(byteOrderOf: self) }
}
