import ModelgenSchema

/// A rename that is applied to SQL.
package enum SQLRename: Hashable, Sendable {
    case table(from: SQLName, to: SQLName)
    case column(table: SQLName, from: SQLName, to: SQLName)
}

/// The context of SQL, which determines what an unqualified name in it means.
package enum SQLScope: Hashable, Sendable {
    /// An expression with the columns of one table: a check, the condition of an index, or a generated column.
    case expression(table: SQLName)
    /// A whole SELECT. `columns` are the columns of every table of the database.
    case select(columns: [FoldedName: Set<FoldedName>])
}

/// The SQL after the rename. Names are only replaced where they mean the renamed table or column. Strings, functions,
/// aliases after AS, types and collations stay unchanged.
package func renaming(_ rename: SQLRename, in sql: String, scope: SQLScope) -> String {
    var text = RenamableSQL(sql)
    switch rename {
    case .table(let from, let to): text.renameTable(from, to: to)
    case .column(let table, let from, let to): text.renameColumn(of: table, from, to: to, scope: scope)
    }
    return text.sql
}

/// The names in an expression: columns, but also functions and keywords.
package func namesMentioned(in sql: String) -> Set<FoldedName> {
    Set(sqlTokens(sql).compactMap { $0.name.map { FoldedName($0) } })
}

/// The names in statements, and all strings, because SQLite interprets a string as a name where only a name is
/// possible, as in `DELETE FROM 'roads'`. Source: <https://www.sqlite.org/lang_keywords.html>.
package func namesOrStrings(in sql: String) -> Set<FoldedName> {
    Set(sqlTokens(sql).compactMap { $0.declaredName.map { FoldedName($0) } })
}

/// The common table expressions of a statement. Inside it, their names do not mean tables of the database.
func commonTables(in tokens: [SQLToken]) -> Set<FoldedName> {
    let tokens = tokens.filter { $0.kind != .space }
    var names: Set<FoldedName> = []
    guard tokens.contains(where: { $0.isWord("WITH") }) else { return names }
    for index in tokens.indices where tokens[index].isWord("AS") {
        let query = tokens[(index + 1)...].drop { $0.isWord("NOT") || $0.isWord("MATERIALIZED") }.first
        guard query?.isSymbol("(") == true else { continue }
        // `name AS (` or `name (columns) AS (`
        var name = index - 1
        if name > 0, tokens[name].isSymbol(")") { name = (tokens[..<name].lastIndex { $0.isSymbol("(") } ?? 0) - 1 }
        if tokens.indices.contains(name), let text = tokens[name].name { names.insert(FoldedName(text)) }
    }
    return names
}

private struct RenamableSQL {
    private var tokens: [SQLToken]
    /// The indexes of the tokens that are not white space.
    private let places: [Int]
    /// For each of these tokens, whether it names a table.
    private let namesTable: [Bool]
    /// The indexes of the tokens that are names, including keywords used as names.
    private let names: Set<Int>

    init(_ sql: String) {
        tokens = sqlTokens(sql)
        places = tokens.indices.filter { [tokens] in tokens[$0].kind != .space }
        namesTable = Self.tableNames(places.map { [tokens] in tokens[$0] })
        names = namePositions(in: tokens, quotes: .kept)
    }

    var sql: String { tokens.map(\.text).joined() }

    private static func nameToken(_ name: SQLName) -> SQLToken {
        SQLToken(name.quoted == name.text ? .word : .quotedName, name.quoted)
    }

    private func token(_ index: Int) -> SQLToken? { places.indices.contains(index) ? tokens[places[index]] : nil }

    private func name(_ index: Int) -> FoldedName? { token(index)?.name.map { FoldedName($0) } }

    /// The tables from which a SELECT reads, as far as the SQL shows: each name after FROM, JOIN, INTO, UPDATE or a
    /// comma between tables.
    private func tablesNamed() -> Set<FoldedName> {
        Set(places.indices.filter { namesTable[$0] }.compactMap { name($0) }).subtracting(commonTables(in: tokens))
    }

    mutating func renameTable(_ from: SQLName, to: SQLName) {
        if commonTables(in: tokens).contains(from.folded) { return }
        let aliases = aliasNames()
        for index in places.indices where name(index) == from.folded {
            let qualifies = token(index + 1)?.isSymbol(".") == true && !aliases.contains(from.folded)
            if namesTable[index] || (qualifies && token(index - 1)?.isSymbol(".") != true) {
                tokens[places[index]] = Self.nameToken(to)
            }
        }
    }

    mutating func renameColumn(of table: SQLName, _ from: SQLName, to: SQLName, scope: SQLScope) {
        let named = tablesNamed()
        var qualifiers: Set<FoldedName> = [table.folded]
        var bareNamesMeanIt = true
        var isResult = Array(repeating: false, count: places.count)
        switch scope {
        case .expression: break
        case .select(let columns):
            isResult = results()
            guard named.contains(table.folded) else { return }
            qualifiers.formUnion(aliases(of: table))
            bareNamesMeanIt = !named.contains { $0 != table.folded && columns[$0]?.contains(from.folded) == true }
        }
        for index in places.indices where name(index) == from.folded && isColumn(index) {
            let isQualified = token(index - 1)?.isSymbol(".") == true
            let isMeant = isQualified ? qualifiers.contains(name(index - 2) ?? "") : bareNamesMeanIt
            guard isMeant else { continue }
            // Other SQL refers to the columns of a view by name, so a result column keeps its name.
            let name = isResult[index] ? " AS \(tokens[places[index]].text)" : ""
            tokens[places[index]] = SQLToken(.quotedName, Self.nameToken(to).text + name)
        }
    }

    /// For each index, whether a column alone is a result of the outermost SELECT there.
    private func results() -> [Bool] {
        var marks = Array(repeating: false, count: places.count)
        var depth = 0
        var clause = ""
        for index in places.indices {
            guard let token = token(index) else { continue }
            depth += token.nesting
            guard depth == 0 else { continue }
            if let start = Self.clause(startedBy: token, after: self.token(index - 1)) { clause = start }
            guard clause == "SELECT", token.name != nil else { continue }
            let isQualified = self.token(index - 1)?.isSymbol(".") == true
            let before = self.token(isQualified ? index - 3 : index - 1)
            let begins =
                before.map { $0.isSymbol(",") || ["SELECT", "DISTINCT", "ALL"].contains(where: $0.isWord) } ?? false
            let after = self.token(index + 1)
            let ends =
                after.map { $0.isSymbol(",") || $0.isSymbol(";") || Self.clauseStarts[$0.text.uppercased()] != nil }
                ?? true
            marks[index] = begins && ends
        }
        return marks
    }

    private func isColumn(_ index: Int) -> Bool {
        if namesTable[index] || !names.contains(places[index]) { return false }
        if let next = token(index + 1), next.isSymbol("(") || next.isSymbol(".") { return false }
        guard let previous = token(index - 1) else { return true }
        return !previous.isWord("AS") && !previous.isWord("COLLATE")
    }

    private func aliases(of table: SQLName) -> Set<FoldedName> {
        Set(places.indices.filter { namesTable[$0] && name($0) == table.folded }.compactMap { alias(after: $0) })
    }

    private func aliasNames() -> Set<FoldedName> {
        Set(places.indices.filter { namesTable[$0] }.compactMap { alias(after: $0) })
    }

    private func alias(after index: Int) -> FoldedName? {
        let next = token(index + 1)
        if next?.isWord("AS") == true { return name(index + 2) }
        guard let next, let name = next.name else { return nil }
        return next.kind == .word && SQLName(name).quoted != name ? nil : FoldedName(name)
    }

    /// Goes through the clauses, by depth of parentheses, and marks each name that stands for a table.
    private static func tableNames(_ tokens: [SQLToken]) -> [Bool] {
        var marks = Array(repeating: false, count: tokens.count)
        var clauses: [String] = [""]
        for (index, token) in tokens.enumerated() {
            let previous = index > 0 ? tokens[index - 1] : nil
            if token.isSymbol("(") {
                // A parenthesis after FROM or a join may contain tables as well as a SELECT.
                let last = clauses.last ?? ""
                let opens = previous.map { $0.isWord("FROM") || $0.isWord("JOIN") || $0.isSymbol(",") } ?? false
                clauses.append(last == "FROM" && opens ? "FROM" : "")
                continue
            }
            if token.isSymbol(")") {
                if clauses.count > 1 { clauses.removeLast() }
                continue
            }
            if let clause = clause(startedBy: token, after: previous) {
                clauses[clauses.count - 1] = clause
                continue
            }
            guard token.name != nil, clauses.last == "FROM", let previous else { continue }
            let afterSchema = previous.isSymbol(".") && index > 2 && startsTable(tokens[index - 3])
            let isSchema = index + 1 < tokens.count && tokens[index + 1].isSymbol(".")
            marks[index] = (startsTable(previous) && !isSchema) || afterSchema
        }
        return marks
    }

    private static func startsTable(_ token: SQLToken) -> Bool {
        token.isSymbol(",") || token.isSymbol("(") || ["FROM", "JOIN", "INTO", "UPDATE"].contains { token.isWord($0) }
    }

    /// The clause that a token begins. The FROM of `IS DISTINCT FROM` begins none.
    private static func clause(startedBy token: SQLToken, after previous: SQLToken?) -> String? {
        guard token.kind == .word, previous?.isWord("DISTINCT") != true || !token.isWord("FROM") else { return nil }
        return clauseStarts[token.text.uppercased()]
    }

    /// The clause that a word begins: FROM if tables follow, otherwise another one.
    private static let clauseStarts: [String: String] = [
        "FROM": "FROM", "JOIN": "FROM", "INTO": "FROM", "UPDATE": "FROM", "SELECT": "SELECT", "WHERE": "WHERE",
        "ON": "ON", "USING": "USING", "GROUP": "GROUP", "ORDER": "ORDER", "HAVING": "HAVING", "LIMIT": "LIMIT",
        "SET": "SET", "VALUES": "VALUES", "UNION": "", "EXCEPT": "", "INTERSECT": "", "WINDOW": "WINDOW",
    ]
}
