import ModelgenDatabase
import ModelgenSchema

/// Turns strings into Swift literals. Nothing else may do so.
package enum SwiftLiteral {
    /// A string literal on one line: `"a \"quoted\" word"`.
    package static func string(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return "\"\(text)\"" }
        var literal = "\""
        for scalar in text.unicodeScalars {
            literal += escaped(scalar)
        }
        return literal + "\""
    }

    /// Whether a byte needs no escaping in a literal. Nearly all names and most SQL consist of such bytes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"")
    }

    /// Whether text needs no escaping between triple quotes, which is true of most SQL.
    private static func isPlainBetweenTripleQuotes(_ text: String) -> Bool {
        var quotes = 0
        for byte in text.utf8 {
            quotes = byte == UInt8(ascii: "\"") ? quotes + 1 : 0
            if quotes == 3 || (quotes == 0 && !isPlain(byte) && byte != UInt8(ascii: "\n")) { return false }
        }
        return true
    }

    /// A string literal: between triple quotes for text of several lines, otherwise on a single line.
    package static func block(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\n")) else { return string(text) }
        if isPlainBetweenTripleQuotes(text) { return "\"\"\"\n\(text)\n\"\"\"" }
        let lines = text.asLines
        guard lines.count > 1 else { return string(text) }
        let body = lines.map { line in
            if isPlainBetweenTripleQuotes(line) { return line }
            // Within triple quotes a quote needs no backslash, unless it might close the literal. Quotes are searched
            // for by bytes: a quote with a combining mark is one character, but the compiler would see the quote.
            let mightClose = line.utf8.split(omittingEmptySubsequences: false) { $0 != UInt8(ascii: "\"") }
                .contains { $0.count >= 3 }
            var escapedLine = ""
            for scalar in line.unicodeScalars {
                escapedLine += scalar == "\"" && !mightClose ? "\"" : escaped(scalar)
            }
            return escapedLine
        }
        return "\"\"\"\n\(body.joined(separator: "\n"))\n\"\"\""
    }

    /// A string literal, broken at spaces if it is wider than `width`. Its value stays a single line.
    package static func wrapped(_ text: String, width: Int) -> String {
        guard !text.contains("\n"), string(text).count > width else { return block(text) }
        var pieces = [""]
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let isFirst = pieces.count == 1 && pieces[0].isEmpty
            if !isFirst { pieces[pieces.count - 1] += " " }
            if !isFirst, pieces[pieces.count - 1].count + word.count > width - 1 { pieces.append("") }
            pieces[pieces.count - 1] += word
        }
        let body = pieces.map { piece in piece.unicodeScalars.map(escaped).joined() }
        // A backslash at the end of a line removes the line break from the value.
        return "\"\"\"\n\(body.joined(separator: "\\\n"))\n\"\"\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": "\\\\"
        case "\"": "\\\""
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\0": "\\0"
        case _ where scalar.isHidden: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: String(scalar)
        }
    }
}

/// The lines of a documentation comment, without their slashes.
package func documentationLines(_ text: String?) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    // Most are one line of ASCII, which a scan of the bytes handles a hundred times as fast.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }), text.utf8.last != UInt8(ascii: " ") { return [text] }
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        .map { line in
            // Joiners are part of emoji and of words in some scripts.
            let shown = line.unicodeScalars.filter { !$0.isHidden || ["\t", "\u{200C}", "\u{200D}"].contains($0) }
            return String(String.UnicodeScalarView(shown))
        }
    lines = lines.map { line in
        var line = line[...]
        while line.last?.isWhitespace == true { line.removeLast() }
        return String(line)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
}

/// The lines of documentation, with why something should no longer be used.
func documentationLines(_ text: String?, deprecated: String?) -> [String] {
    let parts = [text, deprecated.map { "Deprecated. " + $0 }].compactMap(\.self)
    return documentationLines(parts.joined(separator: "\n\n"))
}

/// Why something should no longer be used, as the end of its documentation. The attribute would make the generated code warn
/// about itself, since it uses everything that it declares.
func warningLines(deprecated: String?) -> [String] {
    documentationLines(deprecated.map { "- Warning: Deprecated. " + $0 })
}

extension Unicode.Scalar {
    /// Whether it is invisible or reorders text on a reviewer's screen: control characters, marks and separators.
    fileprivate var isHidden: Bool {
        [.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }
}

extension String {
    /// The text on one line: line breaks and invisible characters become spaces.
    var onOneLine: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.isHidden || $0.properties.isPatternWhitespace ? " " : $0 }))
    }
}
