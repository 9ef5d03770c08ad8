import ModelSQLite

/// `String` or `String?`.
public protocol TextValue: SQLiteValue {}
extension String: TextValue {}
extension Optional: TextValue where Wrapped == String {}

extension SQLExpression where Value: TextValue {
    /// Whether the text matches a LIKE pattern: `%` stands for any characters, and `_` for one character; a preceding
    /// `\` escapes them. The case of ASCII letters is ignored. Source: <https://www.sqlite.org/lang_expr.html#like>.
    public func like(_ pattern: String) -> Condition<Root> {
        Condition<Root>("\(wrapped(.bits)) LIKE \(pattern) ESCAPE '\\'")
    }

    /// Whether the text matches a GLOB pattern: `*` stands for any characters, `?` for one, and `[a-z]` for one of a
    /// range. Case-sensitive.
    public func glob(_ pattern: String) -> Condition<Root> { Condition<Root>("\(wrapped(.bits)) GLOB \(pattern)") }

    /// Whether the text starts with a string. Case-sensitive, as in Swift. Uses an index on the column.
    public func hasPrefix(_ prefix: String) -> Condition<Root> {
        // GLOB only reads text up to its first NUL, and limits the length of a pattern.
        prefix.utf8.contains(0) || prefix.utf8.count > 10_000
            ? bytes(of: prefix, "1, ") : glob(prefix.escapedForGlob + "*")
    }

    /// Whether the text ends with a string. Case-sensitive, as in Swift.
    public func hasSuffix(_ suffix: String) -> Condition<Root> {
        // For `substr`, -0 means the beginning.
        suffix.isEmpty ? glob("*") : bytes(of: suffix, "-")
    }

    /// Compares a part of the text byte by byte, in the encoding of the file (https://www.sqlite.org/nulinstr.html).
    private func bytes(of text: String, _ place: SQL) -> Condition<Root> {
        let wanted: SQL = "CAST(\(text) AS BLOB)"
        // For zero bytes, `substr` returns NULL.
        return Condition<Root>("ifnull(substr(CAST(\(sql) AS BLOB), \(place)length(\(wanted))), \(sql)) = \(wanted)")
    }

    /// Whether the text contains a string. Case-sensitive, as in Swift.
    public func contains(_ part: String) -> Condition<Root> {
        Condition<Root>("instr(\(sql), \(part)) > 0")
    }
}

extension String {
    /// This string, escaped for a GLOB pattern.
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
