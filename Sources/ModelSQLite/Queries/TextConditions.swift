import Foundation

/// `String` and `String?`.
public protocol TextValue: SQLiteValue {
    /// The type of a length: optional like the text.
    associatedtype Length: SQLiteValue = Int
}
extension String: TextValue {}
extension Optional: TextValue where Wrapped == String {
    /// Nil for no text.
    public typealias Length = Int?
}

extension SQLExpression where Value: TextValue {
    /// Matches a LIKE pattern: `%` any characters, `_` one character; a preceding `\` escapes them. The case of ASCII
    /// letters is ignored. Source: <https://www.sqlite.org/lang_expr.html#like>.
    public func like(_ pattern: String) -> Condition<Root> {
        Condition<Root>("\(wrapped(.bits)) LIKE \(pattern) ESCAPE '\\'")
    }

    /// Matches a GLOB pattern: `*` any characters, `?` one, `[a-z]` one of them. Case-sensitive.
    public func glob(_ pattern: String) -> Condition<Root> { Condition<Root>("\(wrapped(.bits)) GLOB \(pattern)") }

    /// Starts with a string; case-sensitive, as in Swift. An index on the column is used.
    public func hasPrefix(_ prefix: String) -> Condition<Root> {
        // GLOB reads text up to its first NUL, and limits the length of a pattern.
        prefix.utf8.contains(0) || prefix.utf8.count > 10_000
            ? bytes(of: prefix, "1, ") : glob(prefix.escapedForGlob + "*")
    }

    /// Ends with a string; case-sensitive, as in Swift.
    public func hasSuffix(_ suffix: String) -> Condition<Root> {
        // `substr` treats -0 as the beginning.
        suffix.isEmpty ? glob("*") : bytes(of: suffix, "-")
    }

    /// Compares part of the text byte by byte, in the encoding of the file (https://www.sqlite.org/nulinstr.html).
    private func bytes(of text: String, _ place: SQL) -> Condition<Root> {
        let wanted: SQL = "CAST(\(text) AS BLOB)"
        let bytes: SQL = "CAST(\(sql) AS BLOB)"
        // `substr` returns NULL for no bytes.
        return Condition<Root>(
            "CASE length(\(bytes)) WHEN 0 THEN 0 ELSE substr(\(bytes), \(place)length(\(wanted))) = \(wanted) END",
            .atom)
    }

    /// Contains a string; case-sensitive, as in Swift.
    public func contains(_ part: String) -> Condition<Root> {
        Condition<Root>("instr(\(sql), \(part)) > 0")
    }

    /// The number of characters.
    public var length: SQLExpression<Root, Value.Length> { call("length") }
    /// In lowercase; SQLite only converts ASCII letters.
    public var lower: SQLExpression<Root, Value> { call("lower", as: conversion) }
    /// In uppercase; SQLite only converts ASCII letters.
    public var upper: SQLExpression<Root, Value> { call("upper", as: conversion) }
    /// With each occurrence of a string replaced.
    public func replacing(_ part: String, with other: String) -> SQLExpression<Root, Value> {
        call("replace", ["\(part)", "\(other)"], as: conversion)
    }
    /// The first characters.
    public func prefix(_ length: Int) -> SQLExpression<Root, Value> {
        call("substr", ["1", "\(length)"], as: conversion)
    }
    /// With a string appended; NULL stays NULL.
    public static func + (left: SQLExpression, right: String) -> SQLExpression { left.concatenated("\(right)") }
    /// Two concatenated strings; NULL if either is NULL.
    public static func + (left: SQLExpression, right: SQLExpression) -> SQLExpression { left.concatenated(right.sql) }
    private func concatenated(_ right: SQL) -> SQLExpression {
        SQLExpression("(\(sql) || \(right))", .atom, conversion)
    }
    /// Without spaces at both ends.
    public var trimmed: SQLExpression<Root, Value> { call("trim", as: conversion) }
}

extension String {
    /// This string in a GLOB pattern, without special meaning.
    var escapedForGlob: String {
        unicodeScalars.reduce(into: "") { $0 += "*?[".unicodeScalars.contains($1) ? "[\($1)]" : String($1) }
    }

    /// This string escaped for a LIKE pattern, so that it is matched literally.
    ///
    /// ```swift
    /// Post.where { $0.title.like("%" + typed.escapedForLike + "%") }
    /// ```
    public var escapedForLike: String {
        unicodeScalars.reduce(into: "") { $0 += "%_\\".unicodeScalars.contains($1) ? "\\\($1)" : String($1) }
    }
}
