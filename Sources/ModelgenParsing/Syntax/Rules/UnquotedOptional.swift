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

    /// Looks for `]?` where the parser gave up.
    static func diagnose(before offset: Int, in file: SourceFile) -> Diagnostic? {
        let bytes = file.bytes
        var index = min(offset + 1, bytes.count - 1)
        let newline = UInt8(ascii: "\n")
        var lines = 0
        while index > 0, lines < 2, offset - index < 500 {
            if bytes[index] == UInt8(ascii: "?"), bytes[index - 1] == UInt8(ascii: "]") {
                var start = index - 1
                var depth = 0
                while start >= 0, bytes[start] != newline {
                    if bytes[start] == UInt8(ascii: "]") { depth += 1 }
                    if bytes[start] == UInt8(ascii: "[") { depth -= 1 }
                    if depth == 0 { break }
                    start -= 1
                }
                guard depth == 0, start >= 0 else { return nil }
                let range = file.range(start, index + 1)
                return report(
                    "an optional list or dictionary needs quotes",
                    do: "write `\"\(range.text)\"`",
                    at: range
                )
            }
            if bytes[index] == newline { lines += 1 }
            index -= 1
        }
        return nil
    }
}
