import ModelDatePatterns
import ModelgenDiagnostics

/// The pattern of a date can be written and read.
enum InvalidDateFormat: Rule {
    static let entry = RuleEntry(
        id: "invalid-date-format",
        summary: "The pattern of `dateFormat` consists of known symbols, and what it writes can be read back.",
        explanation: """
            The symbols are those of Unicode's UTS 35: `yyyy-MM-dd HH:mm:ss`, where `YYYY` and `DD` mean something else.
            Text with letters is in single quotes, as the `T` in `"yyyy-MM-dd'T'HH:mm"`. `h` counts to 12 and needs an
            `a`, the weekday `E` needs `y`, `M` and `d`, no part is written twice, and a `d` or `M` of one or two digits
            is not followed by another digit.
            """,
        bad: "models:\n  City:\n    fields:\n      founded: { type: Date, transformer: dateFormat(\"YYYY-MM-DD\") }\n",
        good: "models:\n  City:\n    fields:\n      founded: { type: Date, transformer: dateFormat(\"yyyy-MM-dd\") }\n"
    )

    static func diagnose(_ node: Node, _ pattern: String) -> Diagnostic? {
        do {
            _ = try DatePattern(pattern)
            return nil
        } catch {
            return report(
                "\(error.text) in the date format `\(pattern)`", do: "write it like `yyyy-MM-dd'T'HH:mm:ss`",
                at: node.range)
        }
    }
}
