import ModelgenSchema

extension [Fact] {
    /// The facts, in which released views replace those that only differ in the order of their columns.
    ///
    /// `*` stands for the columns in the order of the fields. Nobody relies on that order, because rows are read by
    /// name.
    func keepingOrder(ofViews released: [Fact]) -> [Fact] {
        let views = Dictionary(firstOf: released.filter { $0.kind == .view }.map { ($0.$subject, $0) })
        guard !views.isEmpty else { return self }
        return map { fact in
            guard fact.kind == .view, let earlier = views[fact.$subject], earlier.$value != fact.$value,
                Columns(earlier.value) == Columns(fact.value)
            else { return fact }
            return earlier
        }
    }
}

/// A SELECT with its results sorted, for where their order does not matter.
private struct Columns: Equatable {
    private var words: [ExactText]

    init(_ sql: String) {
        let tokens = sqlTokens(sql).filter { $0.kind != .space }
        words = tokens.map { ExactText($0.text) }
        guard !Self.hasPlaces(tokens) else { return }
        for index in tokens.indices.reversed() where tokens[index].isWord("SELECT") && Self.isRead(tokens[..<index]) {
            sort(tokens, after: index)
        }
    }

    /// Whether anything refers to results by their positions.
    private static func hasPlaces(_ tokens: [SQLToken]) -> Bool {
        tokens.indices.contains { index in
            if ["UNION", "EXCEPT", "INTERSECT"].contains(where: tokens[index].isWord) { return true }
            guard tokens[index].kind == .number, index > 0 else { return false }
            return tokens[index - 1].isWord("BY")
                || (tokens[index - 1].isSymbol(",") && tokens[..<index].contains { $0.isWord("BY") })
        }
    }

    /// Whether the SELECT is the whole statement, a table in FROM, or a common table expression that does not name its
    /// columns.
    private static func isRead(_ before: ArraySlice<SQLToken>) -> Bool {
        guard let last = before.last else { return true }
        guard last.isSymbol("("), let previous = before.dropLast().last else { return last.isSymbol(")") }
        if previous.isWord("AS") { return before.dropLast(2).last?.isSymbol(")") == false }
        return previous.isWord("FROM") || previous.isWord("JOIN")
    }

    private mutating func sort(_ tokens: [SQLToken], after select: Int) {
        var start = select + 1
        while start < tokens.count, tokens[start].isWord("DISTINCT") || tokens[start].isWord("ALL") { start += 1 }
        var items: [[ExactText]] = [[]]
        var depth = 0
        var end = start
        while end < tokens.count, depth > 0 || !(tokens[end].isWord("FROM") || tokens[end].isSymbol(")")) {
            depth += tokens[end].nesting
            if depth == 0, tokens[end].isSymbol(",") {
                items.append([])
            } else {
                items[items.count - 1].append(words[end])
            }
            end += 1
        }
        let sorted = items.sorted { $0.lexicographicallyPrecedes($1) }
        words.replaceSubrange(start..<end, with: Array(sorted.joined(separator: [ExactText(",")])))
    }
}
