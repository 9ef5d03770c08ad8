import ModelgenSchema

/// Whether names in SQL still have the quotes that they need.
package enum NameQuotes {
    case kept
    /// The quotes were removed, as in a lock. Any keyword may be a name.
    case lost
}

/// The positions of names among the tokens of an expression or a SELECT: words that are not keywords, and keywords
/// where SQLite interprets them as names.
///
/// SQLite does so where the keyword would be a syntax error (https://www.sqlite.org/lang_keywords.html). For most
/// keywords, that is where an operand can begin. So the tokens are read in order, and each one determines whether an
/// operand can begin after it.
package func namePositions(in tokens: [SQLToken], quotes: NameQuotes) -> Set<Int> {
    var names = KeywordNames(
        tokens: tokens.indices.filter { tokens[$0].kind != .space }.map { (position: $0, token: tokens[$0]) })
    names.read(quotes)
    return names.positions
}

private struct KeywordNames {
    let tokens: [(position: Int, token: SQLToken)]
    private(set) var positions: Set<Int> = []

    init(tokens: [(position: Int, token: SQLToken)]) { self.tokens = tokens }

    private func token(_ index: Int) -> SQLToken? { tokens.indices.contains(index) ? tokens[index].token : nil }

    private func isWord(_ index: Int, _ keywords: String...) -> Bool {
        token(index).map { token in keywords.contains { token.isWord($0) } } ?? false
    }

    private func isName(_ index: Int) -> Bool { token(index) != nil && positions.contains(tokens[index].position) }

    mutating func read(_ quotes: NameQuotes) {
        var beginsOperand = true
        for (index, (position, token)) in tokens.enumerated() {
            switch token.kind {
            case .word:
                let word = token.text.uppercased()
                let isName =
                    !token.isKeyword || self.token(index - 1)?.isSymbol(".") == true
                    || beginsOperand && isOperand(word, at: index, quotes)
                if isName { positions.insert(position) }
                // In `UNION ALL SELECT`, `a NOT LIKE b` and `a IS NOT DISTINCT FROM b`, another keyword follows.
                let isFirst = !beginsOperand && ["ALL", "NOT"].contains(word) || isDistinctFrom(index)
                beginsOperand = !isName && !isFirst && Self.beforeOperands.contains(word)
            case .symbol:
                switch token.text {
                case ")": beginsOperand = false
                case "(": beginsOperand = !opensClause(index)
                // Either all columns, or a multiplication.
                case "*": beginsOperand.toggle()
                default: beginsOperand = true
                }
            case .quotedName:
                positions.insert(position)
                beginsOperand = false
            case .string, .blob, .number, .parameter: beginsOperand = false
            case .space: break
            }
        }
    }

    /// Whether a keyword is a name, at a position where an operand can begin.
    private func isOperand(_ word: String, at index: Int, _ quotes: NameQuotes) -> Bool {
        if quotes == .kept, Self.reserved.contains(word) { return false }
        switch word {
        case "NULL", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP": return false
        case "PARTITION": return !isWord(index + 1, "BY")
        case "UNBOUNDED": return !isWord(index + 1, "PRECEDING", "FOLLOWING")
        case "CURRENT": return !isWord(index + 1, "ROW")
        case "BETWEEN" where isWord(index - 1, "GROUPS", "RANGE", "ROWS"): return isName(index - 1)
        case "DISTINCT" where isDistinctFrom(index): return false
        case "WHEN" where isWord(index - 1, "CASE"): return isName(index - 1)
        case "CASE" where isWord(index + 1, "WHEN"): return isWord(index - 1, "CASE") && !isName(index - 1)
        case "CAST", "EXISTS", "RAISE": return token(index + 1)?.isSymbol("(") != true
        case "CASE", "NOT": return !beginsOperand(index + 1)
        case "SELECT", "VALUES", "WITH": return !beginsQuery(index) || !beginsOperand(index + 1)
        case "ALL", "DISTINCT":
            let canBeKeyword = isWord(index - 1, "SELECT") && !isName(index - 1) || isParenthesis(index - 1)
            return !canBeKeyword || !beginsOperand(index + 1)
        default: return true
        }
    }

    /// `IS DISTINCT FROM` and `IS NOT DISTINCT FROM`.
    private func isDistinctFrom(_ index: Int) -> Bool {
        isWord(index, "DISTINCT") && isWord(index + 1, "FROM")
            && isWord(isWord(index - 1, "NOT") ? index - 2 : index - 1, "IS")
    }

    /// Whether the parenthesis belongs to a window, a filter or a common table expression, in which a clause can begin.
    private func opensClause(_ index: Int) -> Bool {
        if isName(index - 1) { return false }
        return isWord(index - 1, "OVER", "FILTER") || isWord(index - 1, "AS") && isName(index - 2)
    }

    private func isParenthesis(_ index: Int) -> Bool { token(index)?.isSymbol("(") == true }

    /// Whether a SELECT can begin at the token.
    private func beginsQuery(_ index: Int) -> Bool { index == 0 || isParenthesis(index - 1) }

    /// Whether the token begins an operand. A token that can follow an operand does not, unless what comes next can
    /// follow one as well.
    private func beginsOperand(_ index: Int) -> Bool {
        guard let token = token(index) else { return false }
        return !followsOperand(index) || token.kind == .word && !token.isWord("NOT") && followsOperand(index + 1)
    }

    /// Whether the token, or the end, can follow an operand.
    private func followsOperand(_ index: Int) -> Bool {
        guard let token = token(index) else { return true }
        switch token.kind {
        case .word where token.isWord("NOT"):
            return isWord(index + 1, "BETWEEN", "GLOB", "IN", "LIKE", "MATCH", "NULL", "REGEXP")
        case .word: return Self.afterOperands.contains(token.text.uppercased())
        case .symbol: return !["(", "*", "+", "-", "~"].contains(token.text)
        case .quotedName, .string, .blob, .number, .parameter, .space: return false
        }
    }

    /// The keywords after which an operand or a name can begin.
    private static let beforeOperands: Set = [
        "ALL", "AND", "AS", "BETWEEN", "BY", "CASE", "COLLATE", "DISTINCT", "ELSE", "ESCAPE", "FROM", "GLOB", "GROUPS",
        "HAVING", "IN", "INTO", "IS", "JOIN", "LIKE", "LIMIT", "MATCH", "NOT", "OFFSET", "ON", "OR", "RANGE", "REGEXP",
        "RETURNING", "ROWS", "SELECT", "SET", "THEN", "UPDATE", "WHEN", "WHERE",
    ]

    /// The keywords that can follow an operand.
    private static let afterOperands: Set = [
        "AND", "AS", "ASC", "BETWEEN", "COLLATE", "DESC", "ELSE", "END", "ESCAPE", "EXCEPT", "FROM", "GLOB", "GROUP",
        "GROUPS", "HAVING", "IN", "INTERSECT", "IS", "ISNULL", "LIKE", "LIMIT", "MATCH", "NOTNULL", "NULLS", "OFFSET",
        "OR", "ORDER", "RANGE", "REGEXP", "ROWS", "THEN", "UNION", "WHEN", "WHERE", "WINDOW",
    ]

    /// The keywords that cannot be the name of a column without quotes: those without a `%fallback` in SQLite's
    /// `parse.y`, and those with one that always begin an operand.
    private static let reserved: Set = [
        "ADD", "ALL", "ALTER", "AND", "AS", "AUTOINCREMENT", "BETWEEN", "CASE", "CAST", "CHECK", "COLLATE", "COMMIT",
        "CONSTRAINT", "CREATE", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "DEFAULT", "DEFERRABLE",
        "DELETE", "DISTINCT", "DROP", "ELSE", "ESCAPE", "EXCEPT", "EXISTS", "FOREIGN", "FROM", "GROUP", "HAVING", "IN",
        "INDEX", "INSERT", "INTERSECT", "INTO", "IS", "ISNULL", "JOIN", "LIMIT", "NOT", "NOTHING", "NOTNULL", "NULL",
        "ON", "OR", "ORDER", "PRIMARY", "RAISE", "REFERENCES", "RETURNING", "SELECT", "SET", "TABLE", "THEN", "TO",
        "TRANSACTION", "UNION", "UNIQUE", "UPDATE", "USING", "VALUES", "WHEN", "WHERE",
    ]
}

extension SQLToken {
    /// Whether the word is a keyword, or another word that would need quotes as a name.
    fileprivate var isKeyword: Bool { kind == .word && SQLName(text).quoted != text }
}
