import ModelgenDatabase
import ModelgenSchema

/// The SQL of a named query in the form that SQLite accepts.
package struct QuerySQL: Hashable, Sendable {
    /// The SQL with every `*` and every list expanded and with named parameters, as SQLite prepares it during
    /// generation.
    package var named: String
    /// The same SQL with parameters numbered in the order of their declaration, as the program runs it.
    package var numbered: String
    /// The parameters that are lists for IN: `id IN :ids`.
    package var lists: Set<SwiftName>
}

extension NamedQuery {
    /// Its SQL for SQLite.
    ///
    /// A list parameter follows IN, with or without parentheses. SQLite has no such parameters, so the list is passed
    /// as one JSON string: `id IN (SELECT value FROM json_each(?1))`. So the statement does not depend on the length of
    /// the list, and is prepared once.
    ///
    /// - Parameter columns: The columns of each table and view, by its name.
    package func sqliteSQL(columns: [FoldedName: [SQLName]]) -> QuerySQL {
        var tokens = sqlTokens(expandingStars(in: sql, columns: columns))
        let lists = matchLists(&tokens)
        let named = tokens.map(\.text).joined()
        // The replacement of a list contains a parameter.
        var numbered = sqlTokens(named)
        for index in numbered.indices where numbered[index].kind == .parameter {
            let name = SwiftName(String(numbered[index].text.dropFirst()))
            guard let place = parameters.firstIndex(where: { $0.name == name }) else { continue }
            numbered[index].text = "?\(place + 1)"
        }
        return QuerySQL(
            named: trimmed(named), numbered: trimmed(numbered.map(\.text).joined()), lists: lists)
    }

    private func matchLists(_ tokens: inout [SQLToken]) -> Set<SwiftName> {
        var lists: Set<SwiftName> = []
        let places = tokens.indices.filter { tokens[$0].kind != .space }
        for (index, place) in places.enumerated() where tokens[place].isWord("IN") {
            guard index + 1 < places.count else { continue }
            let isOpened = tokens[places[index + 1]].isSymbol("(")
            let position = index + (isOpened ? 2 : 1)
            guard position < places.count, tokens[places[position]].kind == .parameter else { continue }
            let token = tokens[places[position]]
            let name = SwiftName(String(token.text.dropFirst()))
            guard let parameter = parameters.first(where: { $0.name == name }), parameter.type.matchedElement != nil
            else {
                continue
            }
            lists.insert(name)
            let values = "SELECT value FROM json_each(\(token.text))"
            tokens[places[position]].text = isOpened ? values : "(\(values))"
        }
        return lists
    }

    private func trimmed(_ text: String) -> String {
        let tokens = sqlTokens(text)
        func isEnd(_ token: SQLToken) -> Bool { token.kind == .space || token.isSymbol(";") }
        return tokens.drop { $0.kind == .space }.reversed().drop(while: isEnd).reversed().map(\.text).joined()
    }

    /// The first word of the statement, in upper case.
    package var verb: String {
        sqlTokens(sql).first { $0.kind != .space }?.text.uppercased() ?? ""
    }
}

extension FieldType {
    /// The type of the elements of a list or set, which may be optional itself.
    package var matchedElement: FieldType? {
        switch self {
        case .list(let element), .set(let element): element
        case .optional(let wrapped): wrapped.matchedElement
        case .scalar, .geometry, .enumeration, .model, .external, .dictionary: nil
        }
    }
}
