/// The parts of a fact's value, separated by commas: `[String: Int]?, required, key a | b`.
///
/// A comma inside brackets or quotes does not separate parts.
package struct FactParts: Equatable {
    package private(set) var parts: [String]

    package init(_ value: String) {
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

    package var first: String { parts.first ?? "" }

    package func contains(_ part: String) -> Bool { parts.contains(part) }

    /// What follows this word in the part that begins with it: `a | b` for `key`.
    package subscript(word: String) -> String? {
        parts.first { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
    }

    /// An arbitrary string as a part: quoted unless it is a plain name.
    package static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "_-./[]{}:\\".unicodeScalars.contains(scalar)
        }
        return isPlain ? whole(text) : inQuotes(text)
    }

    /// A string as a single part. It is quoted if it would otherwise be read as several, or changed.
    package static func whole(_ text: String) -> String {
        !text.isEmpty && !text.hasPrefix("\"") && FactParts(text + ",").parts == [text] ? text : inQuotes(text)
    }

    /// A quoted string in which no quote ends it early.
    package static func inQuotes(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }

    /// The text of a part that may be quoted.
    package static func plain(_ part: String) -> String { part.hasPrefix("\"") ? withoutQuotes(part) : part }

    /// The original text of what ``inQuotes(_:)`` has quoted.
    package static func withoutQuotes(_ quoted: String) -> String {
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in quoted.unicodeScalars.dropFirst().dropLast() {
            isEscaped = scalar == "\\" && !isEscaped
            if !isEscaped { result.append(scalar) }
        }
        return String(result)
    }
}
