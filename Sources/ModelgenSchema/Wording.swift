extension String {
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

    /// The English plural of a type's name, where it is regular.
    package var plural: String {
        if hasSuffix("s") || hasSuffix("x") || hasSuffix("ch") || hasSuffix("sh") { return self + "es" }
        if hasSuffix("y"), let before = dropLast().last, !"aeiou".contains(before) { return dropLast() + "ies" }
        return self + "s"
    }

    /// The text with an article: `a post`, `an article`.
    package var withArticle: String {
        guard let first = first?.lowercased() else { return self }
        return "aeiou".contains(first) ? "an \(self)" : "a \(self)"
    }
}
