import ModelgenParsing
import ModelgenSchema

/// Swift names for external names: `avatar_url` becomes `avatarURL`, and the table `blog_posts` holds a `BlogPost`.
package enum SwiftNaming {
    /// The name of a property or a case.
    package static func property(_ text: String) -> SwiftName {
        // Keys that follow Swift's conventions are kept: `userId` stays `userId`.
        let isSwift = text.first.map { $0.isLowercase && $0.isASCII } == true && !text.contains("_")
        if isSwift, NameCheck.isIdentifier(text) { return SwiftName(unreserved(text)) }
        // `+1` and `-1` of reactions are two names.
        let words = (signs[text.prefix(1)].map { [$0] } ?? []) + Self.words(of: text)
        guard let first = words.first else { return "field" }
        let name = first.lowercased() + capitalized(words).dropFirst().joined()
        return SwiftName(unreserved(identifier(name)))
    }

    private static let signs: [Substring: String] = ["+": "plus", "-": "minus"]

    /// The names of the properties for all keys of an object. A key that is a Swift name already keeps it, regardless
    /// of the order.
    package static func properties(_ names: [String]) -> [SwiftName] {
        var taken: Set<String> = []
        var properties = names.map { property($0) }
        for (name, property) in zip(names, properties) where name == property.text { taken.insert(name) }
        for index in names.indices where names[index] != properties[index].text {
            properties[index] = claimed(properties[index], &taken)
        }
        return properties
    }

    /// The name of a type. A plural key names the type of one element: `user_mentions` becomes `UserMention`.
    package static func type(_ text: String, _ number: GrammaticalNumber = .asIs) -> SwiftName {
        var words = words(of: text)
        if number == .singular, let last = words.last { words[words.count - 1] = singular(last) }
        guard !words.isEmpty else { return "Model" }
        return SwiftName(identifier(capitalized(words).joined()))
    }

    package enum GrammaticalNumber {
        case asIs
        case singular
    }

    /// The words of a name: `userID`, `user_id` and `user-id` have two, `VPCs` and `IPv6` are one.
    package static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        let characters = text.map { (character: $0, kind: CharacterKind($0)) }
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for (index, (character, kind)) in characters.enumerated() {
            guard kind != .separator else {
                end()
                continue
            }
            let before = index > 0 ? characters[index - 1].kind : .separator
            let rest = characters[(index + 1)...]
            let isNext = before == .uppercase && rest.first?.kind == .lowercase && !endsAcronym(rest)
            if kind == .uppercase, before == .lowercase || before == .number || isNext { end() }
            word.append(character)
        }
        end()
        return words
    }

    /// What a character is in a name.
    private enum CharacterKind {
        case uppercase, lowercase, number, otherLetter, separator

        init(_ character: Character) {
            if let byte = character.asciiValue {
                self =
                    byte.isLowercaseLetter
                    ? .lowercase : byte.isUppercaseLetter ? .uppercase : byte.isDigit ? .number : .separator
            } else if !character.unicodeScalars.allSatisfy(\.properties.isXIDContinue) {
                self = .separator
            } else if character.isLetter {
                self = character.isUppercase ? .uppercase : character.isLowercase ? .lowercase : .otherLetter
            } else {
                self = character.isNumber ? .number : .separator
            }
        }
    }

    /// Whether the letters after capitals belong to them: the `s` of `VPCs`, the `v6` of `IPv6`.
    private static func endsAcronym(_ rest: ArraySlice<(character: Character, kind: CharacterKind)>) -> Bool {
        let next = rest.dropFirst().first?.kind
        return switch rest.first?.character {
        case "s": next != .lowercase
        case "v": next == .number
        default: false
        }
    }

    /// The English singular of regular nouns.
    package static func singular(_ word: String) -> String {
        let lower = word.lowercased()
        let irregular = [
            "people": "person", "children": "child", "men": "man", "women": "woman", "indices": "index",
            "movies": "movie", "cookies": "cookie", "news": "news", "series": "series", "species": "species",
            "always": "always", "shelves": "shelf", "leaves": "leaf", "halves": "half", "lives": "life",
            "knives": "knife", "wolves": "wolf", "thieves": "thief", "heroes": "hero", "caches": "cache",
            "niches": "niche", "vertices": "vertex", "matrices": "matrix", "analyses": "analysis", "quizzes": "quiz",
        ]
        if let known = irregular[lower] { return known }
        for ending in ["statuses", "buses", "aliases", "viruses", "lenses", "gases"] where lower.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        if lower.hasSuffix("ies"), lower.count > 4 { return word.dropLast(3) + "y" }
        for ending in ["sses", "xes", "ches", "shes", "zzes"] where lower.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        for ending in ["ss", "us", "is", "as", "sys"] where lower.hasSuffix(ending) { return word }
        return lower.hasSuffix("s") && lower.count > 2 ? String(word.dropLast()) : word
    }

    /// A free name: `user`, `user2`, `user3`.
    package static func free(_ name: SwiftName, _ taken: Set<String>) -> SwiftName {
        guard taken.contains(name.text) else { return name }
        func isTaken(_ number: Int) -> Bool { taken.contains("\(name.text)\(number)") }
        var (last, number) = (1, 2)
        // Thousands of equal names have nearly all numbers: not every one is tried for each of them.
        while isTaken(number) { (last, number) = (number, number < 32 ? number + 1 : number * 2) }
        while number - last > 1 {
            let middle = (last + number) / 2
            if isTaken(middle) { last = middle } else { number = middle }
        }
        return SwiftName("\(name.text)\(number)")
    }

    /// A free name, which is taken from then on.
    package static func claimed(_ name: SwiftName, _ taken: inout Set<String>) -> SwiftName {
        let name = free(name, taken)
        taken.insert(name.text)
        return name
    }

    /// A free name for a type that is not reserved in the schema language or in Swift: a table `urls` holds a
    /// `URLModel`.
    package static func free(type name: SwiftName, _ taken: Set<String>) -> SwiftName {
        if isFree(type: name, taken) { return name }
        let longer = SwiftName(name.text + "Model")
        return isFree(type: longer, taken) ? longer : free(longer, taken)
    }

    package static func isFree(type name: SwiftName, _ taken: Set<String>) -> Bool {
        !taken.contains(name.text) && !builtIn.contains(name.text) && !NameCheck.isReservedType(name.text)
    }

    private static let builtIn = Set(
        Scalar.allCases.map(\.rawValue) + Geometry.allCases.map(\.rawValue) + [ExternalType.databaseValue.name.text])

    /// Written in capitals within a name, as the API Design Guidelines recommend for acronyms. `id` is not an acronym
    /// here: a key `userId` is as common as `user_id`, and both give the same property.
    private static let acronyms: Set<String> = [
        "url", "urls", "uri", "uuid", "html", "http", "https", "json", "xml", "css", "sql", "pdf", "ip", "sms", "vat",
        "iban", "isbn",
    ]

    private static func capitalized(_ words: [String]) -> [String] {
        var result: [String] = []
        for word in words {
            // Two consecutive acronyms would look like one.
            let followsAcronym = result.last.map { $0.count > 1 && $0 == $0.uppercased() } ?? false
            result.append(capitalized(word, isAcronym: !followsAcronym && acronyms.contains(word.lowercased())))
        }
        return result
    }

    private static func capitalized(_ word: String, isAcronym: Bool) -> String {
        if isAcronym { return word.lowercased() == "urls" ? "URLs" : word.uppercased() }
        // In a name that is all capitals (`USER_ID`), capitals mean nothing.
        let rest = word.allSatisfy { !$0.isLowercase } ? word.dropFirst().lowercased() : String(word.dropFirst())
        return word.prefix(1).uppercased() + rest
    }

    private static func identifier(_ name: String) -> String {
        if NameCheck.isIdentifier(name) { return name }
        let prefixed = "_" + name
        return NameCheck.isIdentifier(prefixed) ? prefixed : "field"
    }

    /// `self` becomes `selfValue`, and `hashValue` becomes `hash`.
    private static func unreserved(_ name: String) -> String {
        guard NameCheck.isReservedMember(name) else { return name }
        return name.hasSuffix("Value") ? String(name.dropLast(5)) : name + "Value"
    }
}
