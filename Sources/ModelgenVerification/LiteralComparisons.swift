import ModelgenDatabase
import ModelgenSchema

/// A comparison of a column with a literal.
struct LiteralComparison: Hashable {
    enum Kind {
        case equality
        case order
    }

    var column: FoldedName
    /// As SQL: `'draft'`, `-1`.
    var literal: String
    var kind: Kind
}

/// The comparisons of a column with a literal: by an operator, `IN`, `IS`, `BETWEEN` or `CASE`. A name that the SQL gives to
/// a result is left out: it may be anything.
func literalComparisons(in sql: String) -> [LiteralComparison] {
    let tokens = sqlTokens(sql).filter { $0.kind != .space }
    guard tokens.contains(where: { $0.kind == .string || $0.kind == .number }) else { return [] }
    let reader = ComparisonReader(tokens: tokens, names: namePositions(in: tokens, quotes: .kept))
    return reader.names.sorted().flatMap(reader.comparisons)
}

private struct ComparisonReader {
    let tokens: [SQLToken]
    let names: Set<Int>

    func comparisons(ofName index: Int) -> [LiteralComparison] {
        guard let name = tokens[index].name, !isSymbol(index + 1, "(", "."), !isResult(name) else { return [] }
        let start = isSymbol(index - 1, ".") ? index - 2 : index
        func comparison(_ literal: String, _ kind: LiteralComparison.Kind) -> LiteralComparison {
            LiteralComparison(column: FoldedName(name), literal: literal, kind: kind)
        }
        if isWord(start - 1, "CASE") { return cases(after: index).map { comparison($0, .equality) } }
        if let kind = kind(ofOperator: start - 1), isEnd(index + 1),
            let before = (1...2).first(where: { literal(at: start - 1 - $0)?.end == start - 1 }),
            let literal = literal(at: start - 1 - before), isStart(start - 1 - before)
        {
            return [comparison(literal.text, kind)]
        }
        guard isStart(start) else { return [] }
        let isNegated = isWord(index + 1, "NOT")
        let place = isNegated ? index + 2 : index + 1
        if isWord(place, "IN") { return list(at: place + 1).map { comparison($0, .equality) } }
        if isWord(place, "BETWEEN") {
            guard let first = literal(at: place + 1), isWord(first.end, "AND"), let second = literal(at: first.end + 1),
                isEnd(second.end)
            else { return [] }
            return [comparison(first.text, .order), comparison(second.text, .order)]
        }
        guard let kind = kind(ofOperator: place), !isNegated else { return [] }
        let isNot = isWord(place, "IS") && isWord(place + 1, "NOT")
        guard let literal = literal(at: place + (isNot ? 2 : 1)), isEnd(literal.end) else { return [] }
        return [comparison(literal.text, kind)]
    }

    private func kind(ofOperator index: Int) -> LiteralComparison.Kind? {
        if isSymbol(index, "=", "==", "<>", "!=") || isWord(index, "IS") { return .equality }
        return isSymbol(index, "<", "<=", ">", ">=") ? .order : nil
    }

    /// A string or a number, and what follows it.
    private func literal(at index: Int) -> (text: String, end: Int)? {
        guard let token = token(index) else { return nil }
        if token.kind == .string || token.kind == .number { return (token.text, index + 1) }
        guard token.isSymbol("-"), let number = self.token(index + 1), number.kind == .number else { return nil }
        return ("-" + number.text, index + 2)
    }

    /// The literals in parentheses; none if there is anything else.
    private func list(at index: Int) -> [String] {
        guard isSymbol(index, "(") else { return [] }
        var (place, literals) = (index, [String]())
        repeat {
            guard let literal = literal(at: place + 1) else { return [] }
            literals.append(literal.text)
            place = literal.end
        } while isSymbol(place, ",")
        return isSymbol(place, ")") ? literals : []
    }

    /// The literals after each WHEN of `CASE name`.
    private func cases(after index: Int) -> [String] {
        var (depth, literals) = (0, [String]())
        for place in tokens.indices.dropFirst(index + 1) {
            if isWord(place, "CASE") { depth += 1 }
            if isWord(place, "END") { depth -= 1 }
            if depth < 0 { break }
            guard depth == 0, isWord(place, "WHEN"), let literal = literal(at: place + 1), isWord(literal.end, "THEN")
            else { continue }
            literals.append(literal.text)
        }
        return literals
    }

    /// Whether no operator that binds more closely precedes an operand.
    private func isStart(_ index: Int) -> Bool {
        guard let token = token(index - 1) else { return true }
        return token.isSymbol("(") || token.isSymbol(",") || token.kind == .word && !names.contains(index - 1)
    }

    /// Whether none follows an operand, nor a collation.
    private func isEnd(_ index: Int) -> Bool {
        guard let token = token(index) else { return true }
        return token.isSymbol(")") || token.isSymbol(",") || token.isSymbol(";")
            || token.kind == .word && !names.contains(index) && !token.isWord("COLLATE")
    }

    private func isResult(_ name: String) -> Bool {
        names.contains { tokens[$0].name.map { FoldedName($0) } == FoldedName(name) && isWord($0 - 1, "AS") }
    }

    private func token(_ index: Int) -> SQLToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    private func isWord(_ index: Int, _ keyword: String) -> Bool {
        token(index)?.isWord(keyword) == true && !names.contains(index)
    }

    private func isSymbol(_ index: Int, _ symbols: String...) -> Bool {
        token(index).map { token in symbols.contains { token.isSymbol($0) } } ?? false
    }
}
