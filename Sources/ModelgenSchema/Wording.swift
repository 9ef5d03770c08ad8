extension [String] {
    /// All of them in one phrase: `a, b and c`.
    package var enumerated: String { enumerated("and") }

    /// The same with another word before the last one: `a, b or c`.
    package func enumerated(_ word: String) -> String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
    }
}

extension String {
    /// Without leading and trailing whitespace.
    package var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// The last step of a path or a reference: `Pet` of `#/components/schemas/Pet`.
    package var lastStep: String { split(separator: "/").last.map(String.init) ?? self }

    /// The text with zeros before it, if it is shorter.
    package func zeroPadded(to width: Int) -> String {
        String(repeating: "0", count: max(0, width - utf8.count)) + self
    }

    /// The text with its first letter, or its leading acronym, in lower case: `Post` to `post`, `URLBook` to `urlBook`.
    package var lowerCamelCased: String {
        let capitals = prefix { $0.isUppercase }
        guard !capitals.isEmpty else { return self }
        let head = capitals.count == 1 || capitals.count == count ? capitals : capitals.dropLast()
        return head.lowercased() + dropFirst(head.count)
    }

    /// `posts` to `Posts`.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The words of a path or a key as one Swift name: `user-groups` to `userGroups`.
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

    /// The text with the indefinite article for its sound: `a post`, `an article`, `a user`, `an hour`.
    package var withArticle: String {
        let word = prefix { $0.isLetter }
        let start = word.lowercased()
        // Mixed case is read as a word; all capitals, letter by letter.
        if word.count > 1, word.count <= 4, word == word.uppercased(), let letter = start.first {
            return "aefhilmnorsx".contains(letter) ? "an \(self)" : "a \(self)"
        }
        if Self.silentH.contains(where: start.hasPrefix) { return "an \(self)" }
        if Self.consonantSounds.contains(where: start.hasPrefix) { return "a \(self)" }
        guard let first = start.first, "aeiou".contains(first) else { return "a \(self)" }
        return "an \(self)"
    }

    private static let silentH = ["heir", "honest", "honor", "honour", "hour"]
    /// Spelled with a vowel but pronounced with a consonant: `user`, `unit`, `one-off`, `European`.
    private static let consonantSounds = [
        "eu", "ewe", "ui", "uri", "url", "uuid", "once", "one", "ubiq", "unanim", "unic", "unif", "union", "uniq",
        "unis", "unit", "univ", "ura",
        "urin", "usa", "use", "usu", "utah", "uten", "util", "utop",
    ]
}
