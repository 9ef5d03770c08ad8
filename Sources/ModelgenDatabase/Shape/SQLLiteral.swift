/// The one place where text becomes a SQL literal.
package enum SQLLiteral {
    /// `'it''s'`. SQL has no escape for NUL, so text with one is cast from its bytes.
    package static func string(_ text: String) -> String {
        if text.utf8.contains(0) { return "CAST(\(blob(Array(text.utf8))) AS TEXT)" }
        // By scalars: a quote before a combining mark is one character with it.
        var literal = String.UnicodeScalarView("'".unicodeScalars)
        for scalar in text.unicodeScalars {
            literal.append(scalar)
            if scalar == "'" { literal.append(scalar) }
        }
        literal.append("'")
        return String(literal)
    }

    /// `X'00FF'`
    package static func blob(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF")
        var text = "X'"
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text + "'"
    }
}
