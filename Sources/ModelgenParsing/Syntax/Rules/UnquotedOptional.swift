import ModelgenDiagnostics

/// `"[Post]?"` needs its quotes.
enum UnquotedOptional: Rule {
    static let entry = RuleEntry(
        id: "unquoted-optional",
        summary: "An optional list or dictionary is written in quotes.",
        explanation: """
            `[Post]` and `[String: Int]` are YAML lists and mappings, which are read as the types they look like. A
            question mark after the bracket is not valid YAML, so the whole type needs quotes: `"[Post]?"`.
            """,
        bad: "models:\n  City:\n    fields:\n      names: [String]?\n",
        good: "models:\n  City:\n    fields:\n      names: \"[String]?\"\n"
    )

    /// Looks for `]?` where the parser gave up, which is exactly at the question mark.
    static func diagnose(at offset: Int, in file: SourceFile) -> Diagnostic? {
        let bytes = file.bytes
        guard (1..<bytes.count).contains(offset), bytes[offset] == UInt8(ascii: "?"),
            bytes[offset - 1] == UInt8(ascii: "]")
        else { return nil }
        var depth = 0
        for start in (0..<offset).reversed() {
            switch bytes[start] {
            case UInt8(ascii: "\n"): return nil
            case UInt8(ascii: "]"): depth += 1
            case UInt8(ascii: "["): depth -= 1
            default: break
            }
            if depth == 0 {
                let range = file.range(start, offset + 1)
                return report(
                    "an optional list or dictionary needs quotes", do: "write `\"\(range.text)\"`", at: range)
            }
        }
        return nil
    }
}
