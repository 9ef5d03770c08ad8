extension String {
    /// This name in double quotes, as SQLite wants an identifier that may be anything.
    package var quotedForSQL: String { enclosed(in: "\"") }

    /// This text as an SQL literal, for the few places that take no parameter.
    package var literalForSQL: String { enclosed(in: "'") }

    /// By scalars: a quote with a combining mark behind it is one Character, and another one than the quote.
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
