import ModelgenSchema

/// The SQL with each `*` and `t.*` in a select list replaced by the columns for which it stands, in the order of the
/// model.
///
/// An added column is the last one in an old file, but not in a new one, so `*` means different things in them. A `*`
/// for something that is not in the schema, such as a subquery, stays unchanged. `RETURNING *` is expanded, too.
///
///     expandingStars(in: "SELECT * FROM posts", columns: ["posts": ["id", "title"]])  // SELECT id, title FROM posts
///
/// - Parameter columns: The columns of each table and view, by its name.
package func expandingStars(in sql: String, columns: [FoldedName: [SQLName]]) -> String {
    guard sql.contains("*") else { return sql }
    var expansion = StarExpansion(sql, columns: columns)
    return expansion.run()
}

private struct StarExpansion {
    /// A table in a FROM clause, with its name there.
    private struct Source {
        var name: SQLName
        var columns: [SQLName]?
    }

    private var tokens: [SQLToken]
    private let places: [Int]
    private let columns: [FoldedName: [SQLName]]

    init(_ sql: String, columns: [FoldedName: [SQLName]]) {
        tokens = sqlTokens(sql)
        let columns = columns.filter { [common = commonTables(in: tokens)] in !common.contains($0.key) }
        places = tokens.indices.filter { [tokens] in tokens[$0].kind != .space }
        self.columns = columns
    }

    mutating func run() -> String {
        for index in places.indices where token(index)?.isSymbol("*") == true && endsItem(index + 1) {
            if token(index - 1)?.isSymbol(".") == true, let qualifier = token(index - 2)?.name {
                guard let source = sources(around: index).first(where: { $0.name.folded == FoldedName(qualifier) }),
                    let names = source.columns
                else { continue }
                let prefix = token(index - 2)?.text ?? ""
                tokens[places[index - 2]].text = ""
                tokens[places[index - 1]].text = ""
                tokens[places[index]].text = names.map { named("\(prefix).\($0.quoted)", $0) }.joined(separator: ", ")
            } else if startsItem(index - 1) {
                let sources = isReturned(index) ? target : sources(around: index)
                guard !sources.isEmpty, sources.allSatisfy({ $0.columns != nil }) else { continue }
                let items = sources.flatMap { source in
                    (source.columns ?? []).map { column in
                        named(sources.count == 1 ? column.quoted : "\(source.name.quoted).\(column.quoted)", column)
                    }
                }
                tokens[places[index]].text = items.joined(separator: ", ")
            }
        }
        return tokens.map(\.text).joined()
    }

    /// A column of the result. SQLite names the rowid `rowid`, whichever of its names was selected.
    private func named(_ column: String, _ name: SQLName) -> String {
        ["_rowid_", "oid"].contains(name.folded) ? "\(column) AS \(name.quoted)" : column
    }

    private func token(_ index: Int) -> SQLToken? { places.indices.contains(index) ? tokens[places[index]] : nil }

    private func startsItem(_ index: Int) -> Bool {
        guard let token = token(index) else { return false }
        return token.isSymbol(",") || ["SELECT", "DISTINCT", "ALL", "RETURNING"].contains { token.isWord($0) }
    }

    /// Whether the `*` at this index is in a RETURNING clause, which is the last of its statement.
    private func isReturned(_ index: Int) -> Bool {
        let words = places.indices.filter {
            $0 < index && (token($0)?.isWord("SELECT") == true || token($0)?.isWord("RETURNING") == true)
        }
        return words.last.flatMap(token)?.isWord("RETURNING") == true
    }

    /// The table that the statement changes (https://www.sqlite.org/lang_returning.html).
    private var target: [Source] {
        let verbs = ["INTO", "UPDATE", "DELETE"]
        guard var index = places.indices.first(where: { place in verbs.contains { token(place)?.isWord($0) == true } })
        else {
            return []
        }
        index += 1
        if token(index)?.isWord("FROM") == true { index += 1 }
        if token(index)?.isWord("OR") == true { index += 2 }
        if token(index + 1)?.isSymbol(".") == true { index += 2 }
        guard let name = token(index)?.name else { return [] }
        return [Source(name: SQLName(name), columns: columns[FoldedName(name)])]
    }

    private func endsItem(_ index: Int) -> Bool {
        guard let token = token(index) else { return true }
        return token.isSymbol(",") || token.isSymbol(")") || token.isWord("FROM")
    }

    /// The tables of the FROM clause that belongs to the select list at this index.
    private func sources(around index: Int) -> [Source] {
        var position = index + 1
        var depth = 0
        while let token = token(position), !(depth == 0 && token.isWord("FROM")) {
            depth += token.nesting
            if depth < 0 { return [] }
            position += 1
        }
        var sources: [Source] = []
        var expectsTable = false
        while let token = token(position) {
            if token.isSymbol("(") {
                // A subquery, or a group of tables, whose columns are not known here.
                if expectsTable { sources.append(Source(name: "", columns: nil)) }
                expectsTable = false
                depth += 1
            } else if token.isSymbol(")") {
                depth -= 1
                if depth < 0 { return sources }
            } else if depth == 0 {
                if Self.ends.contains(where: { token.isWord($0) }) || token.isSymbol(";") { return sources }
                // NATURAL and USING omit the columns that both sides have.
                if token.isWord("NATURAL") || token.isWord("USING") { return [] }
                if token.isWord("FROM") || token.isWord("JOIN") || token.isSymbol(",") {
                    expectsTable = true
                } else if expectsTable, let name = token.name {
                    if self.token(position + 1)?.isSymbol(".") == true {
                        position += 2
                        continue
                    }
                    sources.append(
                        Source(name: alias(after: position) ?? SQLName(name), columns: columns[FoldedName(name)])
                    )
                    expectsTable = false
                }
            }
            position += 1
        }
        return sources
    }

    private func alias(after index: Int) -> SQLName? {
        guard let next = token(index + 1) else { return nil }
        if next.isWord("AS") { return token(index + 2)?.name.map { SQLName($0) } }
        guard let name = next.name, next.kind == .quotedName || SQLName(name).quoted == name else { return nil }
        return SQLName(name)
    }

    private static let ends = [
        "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "WINDOW",
    ]
}

extension Schema {
    /// The columns of each table and view of a database, by its name, in the order of their fields.
    package func columnsByTable(of database: SwiftName) -> [FoldedName: [SQLName]] {
        var columns: [FoldedName: [SQLName]] = [:]
        for model in models {
            let names = model.fields.compactMap { $0.column?.name }
            switch model.storage {
            case .table(let table) where table.database == database: columns[table.name.folded] = names
            case .view(let view) where view.database == database: columns[view.name.folded] = names
            case .none, .table, .view: continue
            }
        }
        return columns
    }
}
