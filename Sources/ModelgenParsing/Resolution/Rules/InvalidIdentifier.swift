import ModelgenDiagnostics
import ModelgenSchema

/// A name is valid in Swift.
enum InvalidIdentifier: Rule {
    static let entry = RuleEntry(
        id: "invalid-identifier",
        summary: "A name is a Swift identifier.",
        explanation: """
            Names become those of Swift types, properties and functions: letters, digits and underscores, not starting
            with a digit. Keywords are allowed (`default`, `class`); generated code escapes them with backticks. If
            the JSON key or the column has a different name, specify it with `json` or `column`.
            """,
        example: """
             models:
               City:
            -    fields: { zip-code: String }
            +    fields:
            +      zipCode: { type: String, json: zip-code }
            """
    )

    static func diagnose(_ node: Node, what: String) -> Diagnostic? {
        let text = node.text ?? ""
        if isIdentifier(text) { return nil }
        if text.isEmpty { return report("\(what) requires a name", do: "add one", at: node.range) }
        return report("`\(text)` is not a valid Swift name for \(what)", do: advice(text), at: node.range)
    }

    static func diagnose(module node: Node) -> Diagnostic? {
        if let diagnostic = diagnose(node, what: "a module") { return diagnostic }
        guard let text = node.text, SwiftName(text).isKeyword else { return nil }
        return report("no module can be named `\(text)`, a keyword of Swift", do: "correct the name", at: node.range)
    }

    /// The name of a parameter that is derived from that of its header.
    static func diagnose(_ name: String, ofHeader key: Node) -> Diagnostic? {
        if isIdentifier(name) { return nil }
        return report(
            "`\(key.text ?? "")` gives its parameter no Swift name", do: "add `name: …` to the header", at: key.range)
    }

    /// The name of a parameter that selects a page, which is derived from its key.
    static func diagnose(_ name: String, ofPage key: Node, do advice: String) -> Diagnostic? {
        if isIdentifier(name) { return nil }
        return report("`\(key.text ?? "")` gives the pagination's parameter no Swift name", do: advice, at: key.range)
    }

    private static func advice(_ text: String) -> String {
        if text.utf8.count > longest { return "shorten it to \(longest) bytes" }
        return corrected(text).map { "use letters and digits, as in `\($0)`" }
            ?? "use letters, digits and underscores, and start with a letter"
    }

    /// Enough for any name, while files and symbols made of it still have names that systems accept.
    private static let longest = 200

    /// Whether it is a Swift identifier, in backticks if it is a keyword (The Swift Programming Language,
    /// "Identifiers"; non-ASCII letters by their Unicode properties).
    static func isIdentifier(_ text: String) -> Bool {
        var isFirst = true
        var onlyUnderscores = true
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z": onlyUnderscores = false
            case "_": break
            case "0"..."9":
                if isFirst { return false }
                onlyUnderscores = false
            default:
                guard scalar.value >= 0x80, isFirst ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue
                else {
                    return false
                }
                onlyUnderscores = false
            }
            isFirst = false
        }
        return !isFirst && !onlyUnderscores && text.utf8.count <= longest
    }

    private static func corrected(_ text: String) -> String? {
        var result = ""
        var upper = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isXIDContinue {
                result += upper && !result.isEmpty ? String(scalar).uppercased() : String(scalar)
                upper = false
            } else {
                upper = true
            }
        }
        return isIdentifier(result) ? result : nil
    }
}
