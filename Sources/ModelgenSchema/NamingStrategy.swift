/// How the name of a property is converted to a JSON key or a column for which no name is written.
package enum NamingStrategy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Converts `avatarURL` to `avatar_url`.
    case snakeCase = "snake_case"
    /// Converts `avatar_url` to `avatarUrl`. A name without underscores stays unchanged.
    case camelCase
    /// Keeps the name.
    case identity

    /// The key or column for a property with this name.
    package func name(for property: SwiftName) -> String {
        switch self {
        case .snakeCase: Self.words(of: property.text).map { $0.lowercased() }.joined(separator: "_")
        case .camelCase: Self.camelCased(property.text)
        case .identity: property.text
        }
    }

    private static func camelCased(_ text: String) -> String {
        let parts = text.split(separator: "_")
        guard parts.count > 1, let first = parts.first else { return text }
        return first + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The words of a name: `HTTPServerURL2` consists of `HTTP`, `Server` and `URL2`. An acronym is one word, and ends
    /// where the lowercase letters of the next word begin. The plural `URLs` is also one word.
    static func words(of text: String) -> [String] {
        // Most names have no separators.
        if text.utf8.allSatisfy(\.isLowercaseLetter) { return [text] }
        var words: [String] = []
        var word = ""
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            if character == "_" {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let previous = index > 0 ? characters[index - 1] : "_"
            let next = index + 1 < characters.count ? characters[index + 1] : "_"
            let isPlural = next == "s" && (index + 2 == characters.count || !characters[index + 2].isLowercase)
            let startsWord = character.isUppercase && (!previous.isUppercase || (next.isLowercase && !isPlural))
            if startsWord, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
