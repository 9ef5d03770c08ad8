import ModelgenDiagnostics
import ModelgenSchema

/// YAML does not allow control characters, including NUL.
enum ControlCharacter: Rule {
    static let entry = RuleEntry(
        id: "control-character",
        summary: "A schema contains no control characters.",
        explanation: #"""
            YAML allows tabs and line breaks, but no other control characters, including NUL (YAML 1.1, section 4.1).
            In double quotes, they can be written as escapes such as "\u0007".
            """#,
        bad: "models:\n  City:\n    doc: a bell \u{7} rings\n    fields:\n      id: Int64\n",
        good: "models:\n  City:\n    doc: \"a bell \\u0007 rings\"\n    fields:\n      id: Int64\n"
    )

    static func diagnose(at offset: Int, in file: SourceFile) -> Diagnostic {
        let scalar = String(decoding: file.bytes[min(offset, file.bytes.count)...].prefix(4), as: UTF8.self)
            .unicodeScalars.first
        let code = String(scalar?.value ?? 0, radix: 16, uppercase: true).zeroPadded(to: 4)
        return report(
            "the control character U+\(code) is not allowed in YAML",
            do: "remove it",
            at: file.range(offset, offset + 1)
        )
    }
}
