extension String {
    /// This name in double quotes, which allows any identifier in SQLite.
    package var quotedForSQL: String { enclosed(in: "\"") }

    /// This string as a SQL literal, for the few places that don't allow parameters.
    package var literalForSQL: String { enclosed(in: "'") }

    /// Works on bytes: a quote followed by a combining mark is a single Character, which differs from the quote.
    private func enclosed(in quote: Unicode.Scalar) -> String {
        let doubled = utf8.reduce(into: [UInt8]()) { $0 += $1 == UInt8(ascii: quote) ? [$1, $1] : [$1] }
        return "\(quote)\(String(decoding: doubled, as: UTF8.self))\(quote)"
    }
}
