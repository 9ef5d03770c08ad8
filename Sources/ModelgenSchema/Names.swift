/// A name in Swift code: of a type, a property or a case.
///
/// A `SwiftName` never mixes with a ``SQLName``; only ``escaped`` adds backticks.
package struct SwiftName: Hashable, Comparable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as it is, without backticks.
    package let text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }
    package init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package static func < (left: SwiftName, right: SwiftName) -> Bool { left.text < right.text }

    package var description: String { text }

    /// The name as Swift code spells it: `` `default` `` for `default`.
    package var escaped: String { Self.reserved.contains(text) ? "`\(text)`" : text }

    /// The keywords that need backticks where a declaration or a member is named (The Swift Programming Language,
    /// "Keywords and Punctuation"). Those that are reserved in certain contexts only are not among them.
    private static let reserved: Set<String> = [
        "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
    ]
}

/// A name in SQL: of a table, a column or an index.
///
/// Only ``quoted`` adds quotes.
package struct SQLName: Hashable, Comparable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as SQLite stores it, without quotes.
    package let text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }
    package init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package static func < (left: SQLName, right: SQLName) -> Bool { left.text < right.text }

    package var description: String { text }

    /// The name between double quotes, those inside it doubled (https://www.sqlite.org/lang_keywords.html).
    package var quoted: String { "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" }

    /// Names are equal to SQLite when they differ in ASCII case only.
    package var folded: String { text.lowercased() }
}
