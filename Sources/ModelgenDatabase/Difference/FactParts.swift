import ModelgenSchema

/// The parts of a fact's value, which commas separate: `[String: Int]?, required, key a | b`.
///
/// A comma within brackets or quotes is no separator.
struct FactParts: Equatable {
    private(set) var parts: [String]

    init(_ value: String) {
        parts = []
        var part = ""
        var depth = 0
        var isQuoted = false
        var isEscaped = false
        for character in value.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if isQuoted {
                if character == "\\" { isEscaped = true }
                if character == "\"" { isQuoted = false }
            } else {
                switch character {
                case "\"": isQuoted = true
                case "(", "[", "<": depth += 1
                case ")", "]", ">": depth -= 1
                case "," where depth == 0:
                    parts.append(part)
                    part = ""
                    continue
                default: break
                }
            }
            if !(part.isEmpty && character == " ") { part.unicodeScalars.append(character) }
        }
        if !part.isEmpty { parts.append(part) }
    }

    var first: String { parts.first ?? "" }

    func contains(_ part: String) -> Bool { parts.contains(part) }

    /// What stands behind that word in a part that begins with it: `a | b` for `key`.
    subscript(word: String) -> String? {
        parts.first { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
    }

    /// A text that may hold anything, as a part: in quotes where it is more than a plain name.
    static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "_-./[]{}:\\".unicodeScalars.contains(scalar)
        }
        return isPlain && !text.isEmpty ? text : inQuotes(text)
    }

    /// A text in quotes, of which none ends before its end.
    static func inQuotes(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}
