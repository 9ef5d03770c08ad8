import Foundation

/// `String` and `String?`.
public protocol TextValue: SQLiteValue {}
extension String: TextValue {}
extension Optional: TextValue where Wrapped == String {}

extension SQLExpression where Value: TextValue {
    private func condition(_ parts: [SQL.Part]) -> Condition<Root> {
        Condition<Root>(wrapped(.bits).parts + parts, .comparison, DirectConversion())
    }

    /// Matches a LIKE pattern: `%` any characters, `_` one, `\` before them the character itself.
    /// Upper and lower case of ASCII letters are the same. Source: <https://www.sqlite.org/lang_expr.html#like>.
    public func like(_ pattern: String) -> Condition<Root> {
        condition([.text(" LIKE "), .value(.text(pattern)), .text(" ESCAPE '\\'")])
    }

    /// Matches a GLOB pattern: `*` any characters, `?` one, `[a-z]` one of them. Case matters.
    public func glob(_ pattern: String) -> Condition<Root> { condition([.text(" GLOB "), .value(.text(pattern))]) }

    /// Begins with a text; case matters, as in Swift. An index on the column is used.
    public func hasPrefix(_ prefix: String) -> Condition<Root> { glob(prefix.escapedForGlob + "*") }

    /// Ends with a text; case matters, as in Swift.
    public func hasSuffix(_ suffix: String) -> Condition<Root> { glob("*" + suffix.escapedForGlob) }

    /// Contains a text; case matters, as in Swift.
    public func contains(_ part: String) -> Condition<Root> {
        Condition<Root>(
            [.text("instr(")] + sql.parts + [.text(", "), .value(.text(part)), .text(") > 0")],
            .comparison,
            DirectConversion()
        )
    }

    /// The number of characters.
    public var length: SQLExpression<Root, Int> { call("length") }
    /// In lower case; SQLite knows the ASCII letters alone.
    public var lower: SQLExpression<Root, Value> { call("lower", conversion) }
    /// In upper case; SQLite knows the ASCII letters alone.
    public var upper: SQLExpression<Root, Value> { call("upper", conversion) }
    /// With each occurrence of a text replaced.
    public func replacing(_ part: String, with other: String) -> SQLExpression<Root, Value> {
        SQLExpression(
            [.text("replace(")] + sql.parts
                + [.text(", "), .value(.text(part)), .text(", "), .value(.text(other)), .text(")")], .atom, conversion)
    }
    /// The first characters.
    public func prefix(_ length: Int) -> SQLExpression<Root, Value> {
        SQLExpression(
            [.text("substr(")] + sql.parts + [.text(", 1, "), .value(.integer(Int64(length))), .text(")")], .atom,
            conversion)
    }
    /// With a text behind it; NULL stays NULL.
    public static func + (left: SQLExpression, right: String) -> SQLExpression {
        left.concatenated([.value(.text(right))])
    }
    /// Two texts, one behind the other; NULL where one is.
    public static func + (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        left.concatenated(right.sql.parts)
    }
    private func concatenated(_ right: [SQL.Part]) -> SQLExpression {
        SQLExpression([.text("(")] + sql.parts + [.text(" || ")] + right + [.text(")")], .atom, conversion)
    }
    /// Without white space at both ends.
    public var trimmed: SQLExpression<Root, Value> { call("trim", conversion) }
}

/// A record whose table has a full-text index (`fullText` in YAML).
public protocol FullTextRecord: TableRecord {
    /// The FTS5 table, whose rowids are those of the record's table.
    static var fullTextTable: String { get }
}

extension FullTextRecord {
    /// The rows that a full-text search finds; see ``Select/matching(_:)``.
    public static func matching(_ text: String) -> Query<Self> { all.matching(text) }
}

extension Select where Root: FullTextRecord {
    /// The rows that a full-text search finds.
    ///
    /// ```swift
    /// try Post.matching("sqlite NEAR swift").order { [$0.id] }.all(db)
    /// ```
    /// - Parameter text: A query in the language of FTS5. SQLite throws an error when it runs if the text is not one.
    ///
    /// Source: <https://www.sqlite.org/fts5.html>, section 3.
    public func matching(_ text: String) -> Select { matching(text, in: Root.fullTextTable) }
}

extension Select where Root: TableRecord {
    /// The rows that a full-text search finds in an FTS5 table of your own, whose rowids are those of this table.
    ///
    /// ```swift
    /// try Post.all.matching("sqlite NEAR swift", in: "posts_words").all(db)
    /// ```
    /// Source: <https://www.sqlite.org/fts5.html>, section 3.
    public func matching(_ text: String, in index: String) -> Select {
        `where`(SQL("rowid IN (SELECT rowid FROM \(name: index) WHERE \(name: index) MATCH \(text))"))
    }
}

extension String {
    /// This text in a GLOB pattern, where it stands for itself.
    var escapedForGlob: String {
        var text = ""
        for character in self.unicodeScalars {
            switch character {
            case "*": text += "[*]"
            case "?": text += "[?]"
            case "[": text += "[[]"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }

    /// This text in a LIKE pattern, where it stands for itself.
    ///
    /// ```swift
    /// Post.where { $0.title.like("%" + typed.escapedForLike + "%") }
    /// ```
    public var escapedForLike: String {
        var text = ""
        for character in self.unicodeScalars {
            if character == "%" || character == "_" || character == "\\" { text += "\\" }
            text.unicodeScalars.append(character)
        }
        return text
    }
}
