extension String {
    /// This name in double quotes, which allows any identifier in SQLite.
    package var quotedForSQL: String { enclosed(in: "\"") }

    /// This string as an SQL literal, for the few places that don't allow parameters.
    package var literalForSQL: String { enclosed(in: "'") }

    /// By scalars: a quote followed by a combining mark is one Character, which differs from the quote.
    private func enclosed(in quote: Unicode.Scalar) -> String {
        var text = UnicodeScalarView()
        text.append(quote)
        for scalar in unicodeScalars {
            if scalar == quote { text.append(quote) }
            text.append(scalar)
        }
        text.append(quote)
        return String(text)
    }
}
