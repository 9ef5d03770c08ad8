import ModelgenSchema

/// SQL as the user wrote it. It equals other SQL with the same tokens.
package struct SQLText: Hashable, Sendable, ExpressibleByStringLiteral {
    package var text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }

    package static func == (left: SQLText, right: SQLText) -> Bool {
        left.text.isExactly(right.text)
            || normalizedSQL(left.text).elementsEqual(normalizedSQL(right.text)) { $0.isExactly($1) }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(normalizedSQL(text)) }

    /// The problem with text that is not closed.
    package var openProblem: String {
        "`\(text)` is not a SQL expression; close its quotes, comments and parentheses, and remove `;`"
    }

    /// The problem with a parameter; nil if there is none.
    package var parameterProblem: String? {
        sqlTokens(text).first { $0.kind == .parameter }.map {
            "nothing binds `\($0.text)`; write the value itself"
        }
    }

    /// Whether parentheses are balanced and nothing ends the statement. Otherwise, the SQL could break out of its
    /// context.
    package var isClosed: Bool {
        var depth = 0
        for token in sqlTokens(text) {
            if token.isSymbol(";") || token.isUnclosed { return false }
            depth += token.nesting
            if depth < 0 { return false }
        }
        return depth == 0
    }

    /// The statements of a script, without the semicolons between them. The body of a trigger is part of its statement.
    package static func statements(in script: String) -> [String] {
        var statements: [String] = []
        var current: [SQLToken] = []
        func finish() {
            if current.contains(where: { $0.kind != .space }) {
                statements.append(current.map(\.text).joined().trimmed)
            }
            current = []
        }
        for token in sqlTokens(script) {
            if token.isSymbol(";"), !isInsideTrigger(current) { finish() } else { current.append(token) }
        }
        finish()
        return statements
    }

    /// A trigger ends at the semicolon after END (https://www.sqlite.org/c3ref/complete.html).
    private static func isInsideTrigger(_ tokens: [SQLToken]) -> Bool {
        let words = tokens.filter { $0.kind != .space }
        guard words.first?.isWord("CREATE") == true,
            words.prefix(3).contains(where: { $0.isWord("TRIGGER") })
        else { return false }
        let closesBody = words.last?.isWord("END") == true && words.dropLast().last?.isSymbol(";") == true
        return !closesBody
    }
}

extension SQLToken {
    /// Whether a string, a quoted name or a comment is unclosed and extends to the end.
    var isUnclosed: Bool {
        switch kind {
        case .string, .quotedName, .blob:
            // Compares scalars, because a quote followed by a combining mark is a single Character.
            let scalars = Array(text.unicodeScalars)
            if scalars.first == "[" { return scalars.last != "]" }
            let quotes: Set<Unicode.Scalar> = ["'", "\"", "`"]
            guard let quote = scalars.first(where: { quotes.contains($0) }), scalars.last == quote else { return true }
            return scalars.count { $0 == quote } % 2 == 1
        case .space:
            // The asterisk of `/*/` does not close it.
            return text.hasPrefix("--") || text.hasPrefix("/*") && (text.utf8.count < 4 || !text.hasSuffix("*/"))
        case .word, .number, .parameter, .symbol: return false
        }
    }
}

/// A declared type without the parts that SQLite ignores: `DECIMAL(10,2)`, `UNSIGNED BIG INT`.
package func canonicalType(_ type: String) -> String {
    StorageClass(rawValue: type) == nil ? canonicalType(sqlTokens(type).filter { $0.kind != .space }[...]) : type
}

func canonicalType(_ tokens: ArraySlice<SQLToken>) -> String {
    var previous: SQLToken?
    return tokens.reduce(into: "") { text, token in
        let isApart = token.kind != .symbol && (previous.map { $0.kind != .symbol || $0.isSymbol(")") } ?? false)
        text += (isApart ? " " : "") + token.text.uppercased()
        previous = token
    }
}
