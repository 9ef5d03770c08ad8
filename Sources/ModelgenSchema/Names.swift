/// A name in Swift code: of a type, a property or a case.
///
/// A `SwiftName` never mixes with a ``SQLName``; only ``escaped`` adds backticks.
package struct SwiftName: Hashable, Comparable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The plain name, without backticks.
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

    /// The name without that of its module: `City` for `Core.City`.
    package var unqualified: String { text.lastIndex(of: ".").map { String(text[$0...].dropFirst()) } ?? text }

    /// The name as it is written in Swift code: `` `default` `` for `default`.
    package var escaped: String { Self.reserved.contains(text) ? "`\(text)`" : text }

    /// The name as the label of an argument, where only one keyword needs backticks (SE-0001).
    package var label: String { text == "inout" ? "`\(text)`" : text }

    /// Names that have a meaning in Swift after a dot: `Post.self`, `Post.Type`, `self.init` (The Swift Programming
    /// Language, "Postfix Self Expression", "Metatype Type", "Initializer Expression").
    package static let ofLanguage: Set<String> = ["Protocol", "Self", "Type", "init", "self"]

    /// The property as the whole body of a getter, where a bare `get` would begin an accessor.
    package var inGetter: String { Self.accessors.contains(text) ? "self.\(text)" : escaped }

    /// The words that begin an accessor (The Swift Programming Language, "Variable Declaration").
    private static let accessors: Set<String> = [
        "_modify", "_read", "borrow", "didSet", "get", "modify", "mutate", "mutating", "nonmutating", "read", "set",
        "willSet",
    ]

    /// Whether it is a keyword everywhere, so that no module can have the name.
    package var isKeyword: Bool { Self.keywords.contains(text) }

    /// The names that need backticks in a declaration or a member: keywords, what has a meaning after a dot, and words
    /// that may precede a type, so that `Table<sending>` would be parsed differently. Keywords that are only reserved in
    /// other contexts are not included.
    private static let reserved = keywords.union([
        "any", "async", "borrowing", "consuming", "each", "isolated", "nonisolated", "sending", "some",
        "Protocol", "Type", "actor", "await",
    ])

    /// The keywords that are reserved everywhere (The Swift Programming Language, "Keywords and Punctuation").
    private static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}

/// A name in SQL: of a table, a column or an index.
///
/// Only ``quoted`` adds quotes.
package struct SQLName: Hashable, Comparable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as SQLite stores it, without quotes.
    @ExactText package private(set) var text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }
    package init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package static func < (left: SQLName, right: SQLName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package var description: String { text }

    /// The name as it is written in SQL: bare if that is safe, otherwise in double quotes, with quotes inside it
    /// doubled.
    ///
    /// Bare names are easier to read, and safer: SQLite interprets an unknown name in quotes as a string
    /// (https://www.sqlite.org/quirks.html#dblquote), so a mistake would go unnoticed.
    package var quoted: String {
        let isPlain = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
        if isPlain, let first = text.utf8.first, !first.isDigit, !Self.keywords.contains(text.uppercased()) {
            return text
        }
        return inQuotes
    }

    /// The name in double quotes, even if it needs none.
    package var inQuotes: String { text.quotedForSQL }

    /// The name as SQLite compares it.
    package var folded: FoldedName { FoldedName(text) }

    /// The name of the FTS5 table for a table with this name.
    package var fullTextTable: SQLName { SQLName("\(text)_fts") }

    /// The first name of a table's rowid that is not the name of a column (https://www.sqlite.org/rowidtable.html); nil
    /// if all three are.
    package static func rowID(besides columns: [SQLName]) -> SQLName? {
        columns.map(\.text).freeRowIDName.map { SQLName($0) }
    }

    /// https://www.sqlite.org/lang_keywords.html
    private static let keywords: Set<String> = [
        "ABORT", "ACTION", "ADD", "AFTER", "ALL", "ALTER", "ALWAYS", "ANALYZE", "AND", "AS", "ASC", "ATTACH",
        "AUTOINCREMENT", "BEFORE", "BEGIN", "BETWEEN", "BY", "CASCADE", "CASE", "CAST", "CHECK", "COLLATE", "COLUMN",
        "COMMIT", "CONFLICT", "CONSTRAINT", "CREATE", "CROSS", "CURRENT", "CURRENT_DATE", "CURRENT_TIME",
        "CURRENT_TIMESTAMP", "DATABASE", "DEFAULT", "DEFERRABLE", "DEFERRED", "DELETE", "DESC", "DETACH", "DISTINCT",
        "DO", "DROP", "EACH", "ELSE", "END", "ESCAPE", "EXCEPT", "EXCLUDE", "EXCLUSIVE", "EXISTS", "EXPLAIN", "FAIL",
        "FALSE", "FILTER", "FIRST", "FOLLOWING", "FOR", "FOREIGN", "FROM", "FULL", "GENERATED", "GLOB", "GROUP",
        "GROUPS", "HAVING", "IF", "IGNORE", "IMMEDIATE", "IN", "INDEX", "INDEXED", "INITIALLY", "INNER", "INSERT",
        "INSTEAD", "INTERSECT", "INTO", "IS", "ISNULL", "JOIN", "KEY", "LAST", "LEFT", "LIKE", "LIMIT", "MATCH",
        "MATERIALIZED", "NATURAL", "NO", "NOT", "NOTHING", "NOTNULL", "NULL", "NULLS", "OF", "OFFSET", "ON", "OR",
        "ORDER", "OTHERS", "OUTER", "OVER", "PARTITION", "PLAN", "PRAGMA", "PRECEDING", "PRIMARY", "QUERY", "RAISE",
        "RANGE", "RECURSIVE", "REFERENCES", "REGEXP", "REINDEX", "RELEASE", "RENAME", "REPLACE", "RESTRICT",
        "RETURNING", "RIGHT", "ROLLBACK", "ROW", "ROWS", "SAVEPOINT", "SELECT", "SET", "TABLE", "TEMP", "TEMPORARY",
        "THEN", "TIES", "TO", "TRANSACTION", "TRIGGER", "TRUE", "UNBOUNDED", "UNION", "UNIQUE", "UPDATE", "USING",
        "VACUUM", "VALUES", "VIEW", "VIRTUAL", "WHEN", "WHERE", "WINDOW", "WITH", "WITHIN", "WITHOUT",
    ]
}
