import ModelgenDiagnostics
import ModelgenSchema

/// A transformer is built in or declared.
enum UnknownTransformer: Rule {
    static let entry = RuleEntry(
        id: "unknown-transformer",
        summary: "A transformer is built in, or declared under `transformers`.",
        explanation: """
            The built-in ones are iso8601, rfc3339, unixSeconds, unixMilliseconds, dateFormat("…"), base64, hex,
            stringNumber, intBool, commaSeparated, trimmed and lowercased. Custom ones are declared with their types:
            `transformers: { Encrypted: { from: String, to: String } }`.
            """,
        bad: "models:\n  City:\n    fields:\n      founded: { type: Date, transformer: unixMillis }\n",
        good: "models:\n  City:\n    fields:\n      founded: { type: Date, transformer: unixMilliseconds }\n"
    )

    static let names: [String: BuiltInTransformer] = [
        "iso8601": .iso8601, "rfc3339": .rfc3339, "unixSeconds": .unixSeconds, "unixMilliseconds": .unixMilliseconds,
        "base64": .base64, "hex": .hex, "stringNumber": .stringNumber, "intBool": .intBool,
        "commaSeparated": .commaSeparated,
        "trimmed": .trimmed, "lowercased": .lowercased,
    ]

    /// The built-in transformer with that spelling.
    static func builtIn(_ text: String) -> BuiltInTransformer? {
        if let builtIn = names[text] { return builtIn }
        for quote in ["\"", "'"] where text.hasPrefix("dateFormat(\(quote)") && text.hasSuffix("\(quote))") {
            let format = text.dropFirst(12).dropLast(2)
            if !format.isEmpty, text.utf8.count > 14 { return .dateFormat(String(format)) }
        }
        return nil
    }

    /// Whether it is meant as the built-in one that has an argument.
    static func isDateFormat(_ text: String) -> Bool { text.prefix { $0 != "(" } == "dateFormat" }

    /// - Parameter isEarlier: Whether a step says so about an earlier form of the field.
    static func diagnose(_ node: Node, declared: [String], isEarlier: Bool) -> Diagnostic {
        let text = node.text ?? ""
        let name = String(text.prefix { $0 != "(" })
        if isDateFormat(text) {
            return report("`\(text)` requires a format", do: "write `dateFormat(\"yyyy-MM-dd\")`", at: node.range)
        }
        let near = nearestName(to: name, among: declared + names.keys.sorted() + ["dateFormat"])
        // Only it has an argument.
        let meant = near == "dateFormat" ? "dateFormat" + text.dropFirst(name.count) : near
        let declaring =
            isEarlier
            ? "keep its declaration under `transformers`, even if the Swift type no longer exists"
            : "declare it under `transformers`"
        return report(
            "unknown transformer `\(text)`", do: meant.map { "did you mean `\($0)`?" } ?? declaring,
            at: node.range)
    }
}
