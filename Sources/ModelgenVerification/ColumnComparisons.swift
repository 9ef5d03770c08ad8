import ModelgenDatabase
import ModelgenSchema

/// A comparison of a column with a literal or a parameter.
struct ColumnComparison: Hashable {
    enum Kind {
        case equality
        case order
    }

    enum Operand: Hashable {
        /// As SQL: `'draft'`, `-1`.
        case literal(String)
        /// The name, without its colon.
        case parameter(String)
    }

    var column: FoldedName
    var operand: Operand
    var kind: Kind
}

/// The comparisons of a column with a literal or a parameter, by an operator, `IN`, `IS`, `BETWEEN` or `CASE`, the
/// assignments of an UPDATE, and the parameters of an INSERT. A name that the SQL gives to a result is left out: it may
/// be anything.
func columnComparisons(in sql: String) -> [ColumnComparison] {
    let tokens = sqlTokens(sql).filter { $0.kind != .space }
    guard tokens.contains(where: { [.string, .number, .parameter].contains($0.kind) }) else { return [] }
    let reader = ComparisonReader(tokens: tokens, names: namePositions(in: tokens, quotes: .kept))
    return reader.names.sorted().flatMap(reader.comparisons) + tokens.indices.flatMap(reader.insertions)
}

private struct ComparisonReader {
    let tokens: [SQLToken]
    let names: Set<Int>

    func comparisons(ofName index: Int) -> [ColumnComparison] {
        guard let name = tokens[index].name, !isSymbol(index + 1, "(", "."), !isResult(name) else { return [] }
        let start = isSymbol(index - 1, ".") ? index - 2 : index
        func comparison(_ operand: ColumnComparison.Operand, _ kind: ColumnComparison.Kind) -> ColumnComparison {
            ColumnComparison(column: FoldedName(name), operand: operand, kind: kind)
        }
        if isWord(start - 1, "CASE") { return cases(after: index).map { comparison($0, .equality) } }
        if let kind = kind(ofOperator: start - 1), isEnd(index + 1),
            let before = (1...2).first(where: { operand(at: start - 1 - $0)?.end == start - 1 }),
            let operand = operand(at: start - 1 - before), isStart(start - 1 - before)
        {
            return [comparison(operand.value, kind)]
        }
        guard isStart(start) else { return [] }
        let isNegated = isWord(index + 1, "NOT")
        let place = isNegated ? index + 2 : index + 1
        if isWord(place, "IN") {
            let single = operand(at: place + 1).flatMap { isEnd($0.end) ? $0.value : nil }
            return (single.map { [$0] } ?? list(at: place + 1)).map { comparison($0, .equality) }
        }
        if isWord(place, "BETWEEN") {
            guard let first = operand(at: place + 1), isWord(first.end, "AND"), let second = operand(at: first.end + 1),
                isEnd(second.end)
            else { return [] }
            return [comparison(first.value, .order), comparison(second.value, .order)]
        }
        guard let kind = kind(ofOperator: place), !isNegated else { return [] }
        let isNot = isWord(place, "IS") && isWord(place + 1, "NOT")
        guard let operand = operand(at: place + (isNot ? 2 : 1)), isEnd(operand.end) else { return [] }
        return [comparison(operand.value, kind)]
    }

    /// The parameters that `INSERT INTO table (columns) VALUES (…)` stores as they are.
    func insertions(at index: Int) -> [ColumnComparison] {
        guard isWord(index, "INTO") else { return [] }
        var place = isSymbol(index + 2, ".") ? index + 4 : index + 2
        if isWord(place, "AS") { place += 2 }
        let (columns, end) = elements(at: place)
        guard isWord(end, "VALUES") else { return [] }
        var comparisons: [ColumnComparison] = []
        place = end
        repeat {
            let (values, end) = elements(at: place + 1)
            for (column, value) in zip(columns, values) where column.count == 1 && value.count == 1 {
                guard let name = tokens[column.lowerBound].name,
                    case .parameter(let parameter)? = operand(at: value.lowerBound)?.value
                else { continue }
                comparisons.append(
                    ColumnComparison(column: FoldedName(name), operand: .parameter(parameter), kind: .equality))
            }
            place = end
        } while isSymbol(place, ",")
        return comparisons
    }

    /// What is between the commas in parentheses, and what follows them.
    private func elements(at index: Int) -> (elements: [Range<Int>], end: Int) {
        guard isSymbol(index, "(") else { return ([], index) }
        var (depth, start, elements) = (0, index + 1, [Range<Int>]())
        for place in tokens.indices[index...] {
            depth += tokens[place].nesting
            guard depth == 0 || depth == 1 && isSymbol(place, ",") else { continue }
            elements.append(start..<place)
            if depth == 0 { return (elements, place + 1) }
            start = place + 1
        }
        return (elements, tokens.endIndex)
    }

    private func kind(ofOperator index: Int) -> ColumnComparison.Kind? {
        if isSymbol(index, "=", "==", "<>", "!=") || isWord(index, "IS") { return .equality }
        return isSymbol(index, "<", "<=", ">", ">=") ? .order : nil
    }

    /// A string, a number or a parameter, and what follows it.
    private func operand(at index: Int) -> (value: ColumnComparison.Operand, end: Int)? {
        guard let token = token(index) else { return nil }
        switch token.kind {
        case .string, .number: return (.literal(token.text), index + 1)
        case .parameter: return (.parameter(String(token.text.dropFirst())), index + 1)
        case .word, .quotedName, .blob, .symbol, .space:
            guard token.isSymbol("-"), let number = self.token(index + 1), number.kind == .number else { return nil }
            return (.literal("-" + number.text), index + 2)
        }
    }

    /// The operands in parentheses; none if there is anything else.
    private func list(at index: Int) -> [ColumnComparison.Operand] {
        guard isSymbol(index, "(") else { return [] }
        var (place, operands) = (index, [ColumnComparison.Operand]())
        repeat {
            guard let operand = operand(at: place + 1) else { return [] }
            operands.append(operand.value)
            place = operand.end
        } while isSymbol(place, ",")
        return isSymbol(place, ")") ? operands : []
    }

    /// The operands after each WHEN of `CASE name`.
    private func cases(after index: Int) -> [ColumnComparison.Operand] {
        var (depth, operands) = (0, [ColumnComparison.Operand]())
        for place in tokens.indices.dropFirst(index + 1) {
            if isWord(place, "CASE") { depth += 1 }
            if isWord(place, "END") { depth -= 1 }
            if depth < 0 { break }
            guard depth == 0, isWord(place, "WHEN"), let operand = operand(at: place + 1), isWord(operand.end, "THEN")
            else { continue }
            operands.append(operand.value)
        }
        return operands
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
        names.contains { tokens[$0].name.map { FoldedName($0) } == FoldedName(name) && isNew($0) }
    }

    /// Whether the SQL gives the name to something: with or without AS, or in the columns of a common table expression.
    private func isNew(_ index: Int) -> Bool {
        guard let previous = token(index - 1) else { return false }
        if isWord(index - 1, "AS") || previous.isSymbol(")") || names.contains(index - 1) { return true }
        let end = tokens.indices[index...].first { !names.contains($0) && !isSymbol($0, ",") } ?? tokens.endIndex
        return isSymbol(end, ")") && isWord(end + 1, "AS")
            && (isSymbol(end + 2, "(") || isWord(end + 2, "MATERIALIZED") || isWord(end + 2, "NOT"))
    }

    private func token(_ index: Int) -> SQLToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    private func isWord(_ index: Int, _ keyword: String) -> Bool {
        token(index)?.isWord(keyword) == true && !names.contains(index)
    }

    private func isSymbol(_ index: Int, _ symbols: String...) -> Bool {
        token(index).map { token in symbols.contains { token.isSymbol($0) } } ?? false
    }
}
