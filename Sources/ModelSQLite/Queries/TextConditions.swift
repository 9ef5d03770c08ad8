import Foundation

/// `String` and `String?`.
public protocol TextValue: SQLiteValue {}
extension String: TextValue {}
extension Optional: TextValue where Wrapped == String {}

extension SQLExpression where Value: TextValue {
    private func condition(_ parts: [SQL.Part]) -> Condition<Root> {
        Condition<Root>(wrapped(.bits).parts + parts)
    }

    /// Matches a LIKE pattern: `%` any characters, `_` one character; a preceding `\` escapes them. The case of ASCII
    /// letters is ignored. Source: <https://www.sqlite.org/lang_expr.html#like>.
    public func like(_ pattern: String) -> Condition<Root> {
        condition([.text(" LIKE "), .value(.text(pattern)), .text(" ESCAPE '\\'")])
    }

    /// Matches a GLOB pattern: `*` any characters, `?` one, `[a-z]` one of them. Case-sensitive.
    public func glob(_ pattern: String) -> Condition<Root> { condition([.text(" GLOB "), .value(.text(pattern))]) }

    /// Starts with a string; case-sensitive, as in Swift. An index on the column is used.
    public func hasPrefix(_ prefix: String) -> Condition<Root> {
        prefix.utf8.contains(0) ? bytes(", 1, \(prefix.utf8.count)", are: prefix) : glob(prefix.escapedForGlob + "*")
    }

    /// Ends with a string; case-sensitive, as in Swift.
    public func hasSuffix(_ suffix: String) -> Condition<Root> { bytes(", -\(suffix.utf8.count)", are: suffix) }

    /// Compares part of the text byte by byte: GLOB reads text up to its first NUL
    /// (https://www.sqlite.org/nulinstr.html).
    private func bytes(_ part: String, are text: String) -> Condition<Root> {
        // `substr` treats -0 as the beginning.
        guard !text.isEmpty else { return glob("*") }
        let part: [SQL.Part] =
            [.text("substr(CAST(")] + sql.parts + [.text(" AS BLOB)\(part)) = "), .value(.blob(Data(text.utf8)))]
        return Condition<Root>(part, .comparison, DirectConversion())
    }

    /// Contains a string; case-sensitive, as in Swift.
    public func contains(_ part: String) -> Condition<Root> {
        Condition<Root>([.text("instr(")] + sql.parts + [.text(", "), .value(.text(part)), .text(") > 0")])
    }

    /// The number of characters.
    public var length: SQLExpression<Root, Int> { call("length") }
    /// In lowercase; SQLite only converts ASCII letters.
    public var lower: SQLExpression<Root, Value> { call("lower", as: conversion) }
    /// In uppercase; SQLite only converts ASCII letters.
    public var upper: SQLExpression<Root, Value> { call("upper", as: conversion) }
    /// With each occurrence of a string replaced.
    public func replacing(_ part: String, with other: String) -> SQLExpression<Root, Value> {
        call("replace", [.value(.text(part)), .value(.text(other))], as: conversion)
    }
    /// The first characters.
    public func prefix(_ length: Int) -> SQLExpression<Root, Value> {
        call("substr", [.text("1"), .value(.integer(Int64(length)))], as: conversion)
    }
    /// With a string appended; NULL stays NULL.
    public static func + (left: SQLExpression, right: String) -> SQLExpression {
        left.concatenated([.value(.text(right))])
    }
    /// Two concatenated strings; NULL if either is NULL.
    public static func + (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        left.concatenated(right.sql.parts)
    }
    private func concatenated(_ right: [SQL.Part]) -> SQLExpression {
        SQLExpression([.text("(")] + sql.parts + [.text(" || ")] + right + [.text(")")], .atom, conversion)
    }
    /// Without spaces at both ends.
    public var trimmed: SQLExpression<Root, Value> { call("trim", as: conversion) }
}

extension String {
    /// This string in a GLOB pattern, without special meaning.
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

    /// This string escaped for a LIKE pattern, so that it is matched literally.
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
