import ModelgenDiagnostics
import ModelgenSchema

/// Only spaces separate words in YAML, not other characters that look like them.
enum UnusualSpace: Rule {
    static let entry = RuleEntry(
        id: "unusual-space",
        summary: "Keys and values are separated by ordinary spaces.",
        explanation: #"""
            Text that is copied from a web page or a chat may contain characters that look like a space, or like nothing,
            but belong to a word for YAML: a no-break space (U+00A0), a zero-width space (U+200B), a byte order mark
            (U+FEFF). Replace them with ordinary spaces. In double quotes, they can be written as escapes such as
            "\u00A0".
            """#,
        bad: "models:\n  City:\n    fields:\n      id:\u{A0}Int64\n",
        good: "models:\n  City:\n    fields:\n      id: Int64\n"
    )

    /// A plain scalar with such a character at an end, or after a colon, which is not that of a key then.
    static func diagnose(_ node: Node) -> Diagnostic? {
        let scalars = Array((node.text ?? "").unicodeScalars)
        var (previous, offset) = (Unicode.Scalar(":"), 0)
        for (index, scalar) in scalars.enumerated() {
            let width = UTF8.width(scalar)
            if isUnusual(scalar), previous == ":" || index == scalars.count - 1 {
                return report(scalar, at: node.range(ofText: offset, width))
            }
            (previous, offset) = (scalar, offset + width)
        }
        return nil
    }

    /// The first such character in the line where the parser gave up, or the last one before, unless it may be quoted or in a comment.
    static func diagnose(inLineOf offset: Int, in file: SourceFile) -> Diagnostic? {
        let lines = file.bytes[..<min(offset, file.bytes.count)].split(separator: UInt8(ascii: "\n"))
        guard let begin = lines.last?.startIndex else { return nil }
        let end = file.bytes[begin...].firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
        var place = begin
        for scalar in String(decoding: file.bytes[begin..<end], as: UTF8.self).unicodeScalars {
            if "\"'#".unicodeScalars.contains(scalar) { return nil }
            let width = UTF8.width(scalar)
            if isUnusual(scalar) { return report(scalar, at: file.range(place, place + width)) }
            place += width
        }
        return nil
    }

    private static func isUnusual(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x7F && scalar.properties.generalCategory == .spaceSeparator
            || scalar == "\u{200B}" || scalar == "\u{FEFF}"
    }

    private static func report(_ scalar: Unicode.Scalar, at range: SourceRange) -> Diagnostic {
        let code = String(scalar.value, radix: 16, uppercase: true).zeroPadded(to: 4)
        return report(
            "the invisible character U+\(code) is part of the text in YAML",
            do: "replace it with a space, remove it, or put the text in double quotes",
            at: range)
    }
}
