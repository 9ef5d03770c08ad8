extension [String] {
    /// The elements in one phrase: `a, b and c`.
    package var enumerated: String { enumerated("and") }

    /// The same with another word before the last one: `a, b or c`.
    package func enumerated(_ word: String) -> String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
    }
}

extension String {
    /// The text without white space at its ends.
    package var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// The last component of a path or a reference: `Pet` in `#/components/schemas/Pet`.
    package var lastStep: String { split(separator: "/").last.map(String.init) ?? self }

    /// The text, padded with zeros on the left.
    package func zeroPadded(to width: Int) -> String {
        String(repeating: "0", count: max(0, width - utf8.count)) + self
    }

    /// The text with its first letter, or its leading acronym, in lowercase: `post` for `Post`, `urlBook` for
    /// `URLBook`.
    package var lowerCamelCased: String {
        let capitals = prefix { $0.isUppercase }
        guard !capitals.isEmpty else { return self }
        let head = capitals.count == 1 || capitals.count == count ? capitals : capitals.dropLast()
        return head.lowercased() + dropFirst(head.count)
    }

    /// The words of a type's name, for a sentence: `order item` for `OrderItem`, `URL entry` for `URLEntry`.
    package var asWords: String {
        let words = NamingStrategy.words(of: self)
        if words.isEmpty { return self }
        return words.map { $0 == $0.uppercased() && (words.count > 1 || $0.count > 1) ? $0 : $0.lowercased() }
            .joined(separator: " ")
    }

    /// `Posts` for `posts`.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The words of a path or a key as a single Swift name: `userGroups` for `user-groups`.
    package var camelCasedIdentifier: String {
        let words = split { !($0.isLetter || $0.isNumber) }
        guard let first = words.first else { return "" }
        let name = String(first).lowerCamelCased + words.dropFirst().map { String($0).capitalizedFirst }.joined()
        return name.first?.isNumber == true ? "_" + name : name
    }

    /// The English plural of a type's name, for regular nouns.
    package var plural: String {
        if hasSuffix("s") || hasSuffix("x") || hasSuffix("ch") || hasSuffix("sh") { return self + "es" }
        if hasSuffix("y"), let before = dropLast().last, !"aeiou".contains(before) { return dropLast() + "ies" }
        return self + "s"
    }

    /// The text with the indefinite article for its pronunciation: `a post`, `an article`, `a user`, `an hour`.
    package var withArticle: String {
        let word = prefix { $0.isLetter }
        let start = word.lowercased()
        // A word in mixed case is pronounced as a word; one in capitals, letter by letter.
        if count > 1, word.count <= 4, word == word.uppercased(), let letter = start.first {
            return "aefhilmnorsx".contains(letter) ? "an \(self)" : "a \(self)"
        }
        if Self.silentH.contains(where: start.hasPrefix) { return "an \(self)" }
        if Self.consonantSounds.contains(where: start.hasPrefix) { return "a \(self)" }
        guard let first = start.first, "aeiou".contains(first) else { return "a \(self)" }
        return "an \(self)"
    }

    private static let silentH = ["heir", "honest", "honor", "honour", "hour"]
    /// Words that begin with a vowel letter but a consonant sound: `user`, `unit`, `one-off`, `European`.
    private static let consonantSounds = [
        "eu", "ewe", "ui", "uri", "url", "uuid", "once", "one", "ubiq", "unanim", "unic", "unif", "union", "uniq",
        "unis", "unit", "univ", "ura",
        "urin", "usa", "use", "usu", "utah", "uten", "util", "utop",
    ]
}
