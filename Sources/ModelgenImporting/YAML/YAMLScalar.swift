import ModelgenSchema

/// Turns strings into YAML scalars. Nothing else may do so.
enum YAMLScalar {
    /// A string: plain if every reader takes it for a string, otherwise quoted.
    static func text(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

    /// A quoted string: in double quotes, unless single ones avoid backslashes (YAML 1.1, 9.1).
    static func quoted(_ text: String) -> String {
        var needsEscapes = false
        var hasQuoteOrBackslash = false
        for scalar in text.unicodeScalars {
            if isUnprintable(scalar) { needsEscapes = true }
            if scalar == "\"" || scalar == "\\" { hasQuoteOrBackslash = true }
        }
        if needsEscapes { return "\"" + text.unicodeScalars.map(escaped).joined() + "\"" }
        guard hasQuoteOrBackslash else { return "\"\(text)\"" }
        // By scalars: a quote with a combining mark is one character.
        return "'" + text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
    }

    /// The lines of a literal block; nil for a string that such a block would change.
    static func literalLines(_ text: String) -> [String]? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count > 1, lines.first?.isEmpty == false, lines.last?.isEmpty == false else { return nil }
        let isFaithful = lines.allSatisfy { line in
            line.last != " " && !line.unicodeScalars.contains(where: isUnprintable)
        }
        return isFaithful && lines.first?.first != " " ? lines : nil
    }

    /// A comment on one line.
    static func comment(_ text: String) -> String {
        "# " + text.unicodeScalars.map { isUnprintable($0) ? " " : String($0) }.joined()
    }

    /// Words that YAML 1.1 or people do not read as strings.
    private static let words: Set<String> = [
        "null", "~", "true", "false", "yes", "no", "on", "off", "nan", "inf",
    ]

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
        guard isLetter(first) || first == "_" || first == "/", last != " ", !words.contains(text.lowercased()) else {
            return false
        }
        return text.unicodeScalars.allSatisfy { scalar in
            isLetter(scalar) || ("0"..."9").contains(scalar) || " _-./()?+<>=".unicodeScalars.contains(scalar)
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar.isASCIILetter : scalar.properties.isAlphabetic && !isUnprintable(scalar)
    }

    /// Control characters, and those that change the direction of text or are not characters: they would be lost or
    /// mislead.
    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        default: scalar.value == 0xFEFF
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case _ where isUnprintable(scalar):
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return scalar.value > 0xFFFF ? "\\U" + digits.zeroPadded(to: 8) : "\\u" + digits.zeroPadded(to: 4)
        default: return String(scalar)
        }
    }
}
