/// The only place where strings become SQL literals.
package enum SQLLiteral {
    /// `'it''s'`. SQL has no escape for NUL, so a string with one is cast from its bytes.
    package static func string(_ text: String) -> String {
        text.utf8.contains(0) ? "CAST(\(blob(Array(text.utf8))) AS TEXT)" : text.literalForSQL
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
