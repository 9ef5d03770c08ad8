/// A token of SQL. Text is split as by SQLite's tokenizer (https://www.sqlite.org/lang_keywords.html, tokenize.c).
///
/// Concatenating the tokens gives the original text.
package struct SQLToken: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A bare word: a name or a keyword.
        case word
        /// A name in double quotes, backticks or brackets.
        case quotedName
        case string
        case blob
        case number
        case parameter
        case symbol
        /// White space or a comment.
        case space
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// The name, if the token is a word or a quoted name.
    package var name: String? {
        switch kind {
        case .word: text
        case .quotedName:
            switch text.unicodeScalars.first {
            case "[": String(text.unicodeScalars.dropFirst().dropLast())
            case let quote:
                Self.undoubled(text.unicodeScalars.dropFirst().dropLast(), quote: quote ?? "\"")
            }
        case .string, .blob, .number, .parameter, .symbol, .space: nil
        }
    }

    /// The name with which a column is declared. It may also be a string: <https://www.sqlite.org/quirks.html>.
    package var declaredName: String? {
        kind == .string ? Self.undoubled(text.unicodeScalars.dropFirst().dropLast(), quote: "'") : name
    }

    /// Whether the token is this keyword, ignoring case.
    package func isWord(_ keyword: String) -> Bool {
        kind == .word && text.utf8.count == keyword.utf8.count && text.uppercased() == keyword
    }

    package func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }

    /// How much the depth of parentheses changes: 1 for an opening one, -1 for a closing one.
    package var nesting: Int { isSymbol("(") ? 1 : isSymbol(")") ? -1 : 0 }

    /// Works on scalars: a quote followed by a combining mark is a single Character.
    private static func undoubled(_ text: Substring.UnicodeScalarView, quote: Unicode.Scalar)
        -> String
    {
        var result = String.UnicodeScalarView()
        var afterQuote = false
        for scalar in text {
            if scalar == quote, afterQuote {
                afterQuote = false
                continue
            }
            afterQuote = scalar == quote
            result.append(scalar)
        }
        return String(result)
    }
}

/// Splits SQL into tokens. A token that is not closed, such as a string, extends to the end.
package func sqlTokens(_ sql: String) -> [SQLToken] {
    var scanner = SQLScanner(bytes: Array(sql.utf8))
    var tokens: [SQLToken] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
}

extension Collection<SQLToken> {
    /// The SQL as it was written.
    package var sql: String { map(\.text).joined() }
}

extension [SQLToken] {
    /// The tokens between the first opening and the last closing parenthesis: the definitions in a CREATE TABLE.
    package var body: Range<Int>? {
        guard let open = firstIndex(where: { $0.isSymbol("(") }), let close = lastIndex(where: { $0.isSymbol(")") }),
            open < close
        else { return nil }
        return open + 1..<close
    }
}

private struct SQLScanner {
    let bytes: [UInt8]
    var position = 0

    mutating func next() -> SQLToken? {
        guard position < bytes.count else { return nil }
        let start = position
        let kind = advance(over: bytes[position])
        return SQLToken(kind, String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func advance(over byte: UInt8) -> SQLToken.Kind {
        switch byte {
        case UInt8(ascii: "'"):
            skipQuoted(by: byte)
            return .string
        case UInt8(ascii: "\""), UInt8(ascii: "`"):
            skipQuoted(by: byte)
            return .quotedName
        case UInt8(ascii: "["):
            skip { $0 != UInt8(ascii: "]") }
            position = min(position + 1, bytes.count)
            return .quotedName
        case _ where Self.isSpace(byte):
            skip(while: Self.isSpace)
            return .space
        case UInt8(ascii: "-") where peek(1) == byte:
            skip { $0 != UInt8(ascii: "\n") }
            return .space
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
            skipComment()
            return .space
        case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"):
            position += 1
            skip(while: Self.continuesName)
            return .parameter
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            guard peek(1) == UInt8(ascii: "'") else { fallthrough }
            position += 1
            skipQuoted(by: UInt8(ascii: "'"))
            return .blob
        case _ where Self.startsName(byte):
            skip(while: Self.continuesName)
            return .word
        case _ where Self.isDigit(byte), UInt8(ascii: ".") where Self.isDigit(peek(1) ?? 0):
            skipNumber()
            return .number
        default:
            skipSymbol(byte)
            return .symbol
        }
    }

    private func peek(_ distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    private mutating func skip(while isWanted: (UInt8) -> Bool) {
        while position < bytes.count, isWanted(bytes[position]) { position += 1 }
    }

    private mutating func skipQuoted(by quote: UInt8) {
        position += 1
        while position < bytes.count {
            if bytes[position] == quote {
                guard peek(1) == quote else { break }
                position += 1
            }
            position += 1
        }
        position = min(position + 1, bytes.count)
    }

    private mutating func skipComment() {
        position += 2
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                position += 2
                return
            }
            position += 1
        }
    }

    private mutating func skipNumber() {
        while position < bytes.count {
            let isSign = bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
            let followsExponent = position > 0 && (bytes[position - 1] | 0x20) == UInt8(ascii: "e")
            let isPoint = bytes[position] == UInt8(ascii: ".")
            guard Self.continuesName(bytes[position]) || isPoint || (isSign && followsExponent) else {
                return
            }
            position += 1
        }
    }

    /// Skips an operator. Two characters form one token, so that `a<>b` and `a <> b` have the same tokens.
    private mutating func skipSymbol(_ byte: UInt8) {
        // Most symbols are a comma or a parenthesis.
        guard Self.operators.contains(byte) else {
            position += 1
            return
        }
        let pair = String(decoding: [byte, peek(1) ?? 0], as: UTF8.self)
        position += ["<>", "<=", ">=", "==", "!=", "||", "<<", ">>", "->"].contains(pair) ? 2 : 1
        if pair == "->", position < bytes.count, bytes[position] == UInt8(ascii: ">") { position += 1 }
    }

    private static let operators = Array("<>=!|-".utf8)

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Whether a byte can begin a name. Every byte of a non-ASCII character can.
    private static func startsName(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower) || byte == UInt8(ascii: "_")
            || byte >= 0x80
    }

    private static func continuesName(_ byte: UInt8) -> Bool {
        startsName(byte) || isDigit(byte) || byte == UInt8(ascii: "$")
    }
}

/// SQL as tokens that are equal if the meaning is the same: without white space and comments, names without quotes, and
/// keywords and names in lowercase.
///
///     normalizedSQL("LENGTH ( \"Title\" )>0") == normalizedSQL("length(title) > 0")
package func normalizedSQL(_ sql: String) -> [String] { normalizedSQL(sqlTokens(sql)) }

package func normalizedSQL(_ tokens: some Sequence<SQLToken>) -> [String] {
    tokens.compactMap { token in
        switch token.kind {
        case .space: nil
        case .word, .quotedName: token.name?.folded
        case .symbol: token.text == "==" ? "=" : token.text == "!=" ? "<>" : token.text
        // Distinguishes the string 'a' from the name a.
        case .string, .blob, .number, .parameter: token.text
        }
    }
}
