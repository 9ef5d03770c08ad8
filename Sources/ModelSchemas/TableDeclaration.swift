/// What pragmas don't report about a table, so that it is only found in its CREATE TABLE.
package struct TableDeclaration: Sendable {
    /// `STRICT`, `WITHOUT ROWID`, `AUTOINCREMENT`, and the conflict clause of a key with several columns.
    package private(set) var options: Set<String> = []
    package private(set) var checks: Set<String> = []
    /// Collation, expression and conflict clauses of a column, by its name.
    private(set) var details: [FoldedName: String] = [:]
    /// The columns of deferred foreign keys, folded and in order.
    package private(set) var deferred: Set<String> = []
    /// The declaration of each column, by its name.
    package private(set) var columns: [FoldedName: String] = [:]

    package init(_ sql: String) {
        let tokens = sqlTokens(sql).filter { $0.kind != .space }
        guard let body = tokens.body else { return }
        let words = tokens[body.upperBound...].compactMap { $0.name?.uppercased() }
        if words.contains("STRICT") { options.insert("STRICT") }
        if words.contains("WITHOUT") { options.insert("WITHOUT ROWID") }
        let definitions = SchemaText.list(tokens[body])
        let names = definitions.compactMap(\.first).filter { !Self.startsConstraint($0) }.compactMap(\.declaredName)
        let columns = Set(names.map { FoldedName($0) })
        for definition in definitions { read(definition, of: columns) }
    }

    /// - Parameter columns: All columns of the table.
    private mutating func read(_ definition: [SQLToken], of columns: Set<FoldedName>) {
        guard let first = definition.first else { return }
        let name = first.declaredName ?? first.text
        let isColumn = !Self.startsConstraint(first)
        func expression(after index: Int) -> String {
            SchemaText.group(after: index, in: SchemaText.quotingStrings(in: definition, besides: columns))
        }
        var details: [String] = []
        var depth = 0
        for (index, token) in definition.enumerated() {
            depth += token.nesting
            // This also finds `PRIMARY KEY (id AUTOINCREMENT)`.
            if token.isWord("AUTOINCREMENT") { options.insert("AUTOINCREMENT") }
            guard depth == 0, index > 0 || !isColumn else { continue }
            let next = index + 1 < definition.count ? definition[index + 1] : nil
            if token.isWord("CHECK") { checks.insert(expression(after: index)) }
            if token.isWord("AS") { details.append("AS (\(expression(after: index)))") }
            if token.isWord("COLLATE"), let collation = next?.declaredName?.folded, collation != "binary" {
                details.append("COLLATE \(collation)")
            }
            // A table may have this name: `REFERENCES conflict`.
            let isPolicy = token.isWord("CONFLICT") && index > 0 && definition[index - 1].isWord("ON")
            if isPolicy, let policy = next?.name?.uppercased(), policy != "ABORT" {
                details.append("ON CONFLICT \(policy)")
            }
        }
        if Self.defers(definition), let columns = Self.referring(definition) { deferred.insert(columns) }
        if isColumn {
            self.columns[FoldedName(name)] = definition.map(\.text).joined(separator: " ")
            if !details.isEmpty { self.details[FoldedName(name)] = details.sorted().joined(separator: " ") }
        } else {
            options.formUnion(details.filter { $0.hasPrefix("ON CONFLICT") })
        }
    }

    /// Whether SQLite computes the values of a column.
    package func computes(_ column: FoldedName) -> Bool { details[column]?.contains("AS (") == true }

    private static func startsConstraint(_ token: SQLToken) -> Bool {
        ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains { token.isWord($0) }
    }

    /// The columns that refer to another table, folded and sorted: `a, b` of `FOREIGN KEY (b, a) REFERENCES …`. Nil if
    /// there are none.
    private static func referring(_ definition: [SQLToken]) -> String? {
        guard let reference = definition.firstIndex(where: { $0.isWord("REFERENCES") }) else { return nil }
        guard let foreign = definition.firstIndex(where: { $0.isWord("FOREIGN") }) else {
            return definition.first?.declaredName?.folded
        }
        return definition[foreign..<reference].dropFirst(2).compactMap { $0.declaredName?.folded }.sorted()
            .joined(separator: ", ")
    }

    /// Whether a definition ends with a clause that defers its foreign key. `NOT DEFERRABLE INITIALLY DEFERRED` does not:
    /// <https://www.sqlite.org/foreignkeys.html#fk_deferred>.
    private static func defers(_ definition: [SQLToken]) -> Bool {
        let tokens = definition.filter { $0.kind != .space }
        guard let place = tokens.lastIndex(where: { $0.isWord("DEFERRABLE") }) else { return false }
        let isNegated = place > 0 && tokens[place - 1].isWord("NOT")
        return !isNegated && tokens[place...].dropFirst(2).first?.isWord("DEFERRED") == true
    }

    /// Whether columns, named as in ``SchemaDifference/name``, refer to another table.
    package func refers(_ names: String) -> Bool {
        columns[FoldedName(names)].map { sqlTokens($0).contains { $0.isWord("REFERENCES") } } ?? false
    }

    /// The words with which a constraint of a column begins. Source: <https://www.sqlite.org/syntax/column-def.html>.
    private static let constraints = [
        "AS", "CHECK", "COLLATE", "CONSTRAINT", "DEFAULT", "GENERATED", "NOT", "NULL", "PRIMARY", "REFERENCES",
        "UNIQUE",
    ]

    /// The declaration of a column with another type.
    package static func retyped(_ column: String, as type: String) -> String {
        let tokens = sqlTokens(column)
        let rest = tokens.dropFirst().drop { token in !constraints.contains { token.isWord($0) } }
        return tokens.prefix(1).sql + " \(type) " + rest.sql
    }

    /// The declaration of a column with everything that determines its values, but without what restricts them.
    package static func loosened(_ column: String) -> String {
        keeping(["AS", "COLLATE", "DEFAULT", "GENERATED"], in: sqlTokens(column))
    }

    /// The declaration of a column, keeping only the constraints that begin with these words.
    private static func keeping(_ words: [String], in column: [SQLToken]) -> String {
        let tokens = column.filter { $0.kind != .space }
        var (kept, depth, isKept) = (Array(tokens.prefix(1)), 0, true)
        for (place, token) in tokens.enumerated().dropFirst() {
            // `DEFAULT NULL`, `COLLATE x`, `CONSTRAINT x`, `GENERATED ALWAYS AS`; `ON DELETE SET NULL`.
            let continues = ["DEFAULT", "COLLATE", "CONSTRAINT", "ALWAYS", "SET"].contains {
                tokens[place - 1].isWord($0)
            }
            let defers = token.isWord("NOT") && tokens.dropFirst(place + 1).first?.isWord("DEFERRABLE") == true
            if depth == 0, !continues, !defers, constraints.contains(where: { token.isWord($0) }) {
                isKept = words.contains { token.isWord($0) }
            }
            depth += token.nesting
            if isKept { kept.append(token) }
        }
        return kept.map(\.text).joined(separator: " ")
    }

    /// The statement for a table with another name, which is already quoted.
    package static func renamed(_ create: String, to name: String) -> String {
        let tokens = sqlTokens(create)
        guard let open = tokens.firstIndex(where: { $0.isSymbol("(") }) else { return create }
        return "CREATE TABLE \(name) " + tokens[open...].sql
    }

    /// The statement with changed definitions of columns and constraints; nil if it has none.
    private static func changing(_ create: String, _ change: ([[SQLToken]]) -> [String]) -> String? {
        let tokens = sqlTokens(create)
        return tokens.body.map { body in
            tokens[..<body.lowerBound].sql + change(SchemaText.list(tokens[body])).joined(separator: ",")
                + tokens[body.upperBound...].sql
        }
    }

    /// The statement with additional columns, before the constraints of the table; nil if it has no columns.
    package static func adding(_ columns: [String], to create: String) -> String? {
        changing(create) { definitions in
            let constraint = definitions.firstIndex { definition in
                definition.first { $0.kind != .space }.map(startsConstraint) == true
            }
            let place = constraint ?? definitions.endIndex
            return definitions[..<place].map(\.sql) + columns.map { " " + $0 } + definitions[place...].map(\.sql)
        }
    }

    /// What makes values unique.
    package enum Uniqueness: Sendable {
        case constraints
        /// The constraints and the primary key.
        case all
    }

    /// The statement for a table with another name, without UNIQUE constraints, and optionally without its primary key.
    package static func without(_ uniqueness: Uniqueness, _ create: String, named name: String) -> String {
        renamed(changing(create) { $0.compactMap { without(uniqueness, $0) } } ?? create, to: name)
    }

    /// The statement for a table with another name, without foreign keys.
    package static func withoutReferences(_ create: String, named name: String) -> String {
        let changed = changing(create) { definitions in
            definitions.compactMap { definition in
                if !definition.contains(where: { $0.isWord("REFERENCES") }) { return definition.sql }
                let isColumn = definition.first { $0.kind != .space }.map(startsConstraint) == false
                return isColumn ? " " + keeping(constraints.filter { $0 != "REFERENCES" }, in: definition) : nil
            }
        }
        return renamed(changed ?? create, to: name)
    }

    /// A definition without the constraint; nil if it consists of nothing else.
    private static func without(_ uniqueness: Uniqueness, _ definition: [SQLToken]) -> String? {
        var tokens = definition
        while let place = uniqueConstraint(uniqueness, in: tokens) {
            let rest = tokens[..<place.lowerBound].contains { $0.kind != .space }
            if !rest { return nil }
            tokens.removeSubrange(place)
        }
        return tokens.sql
    }

    /// The range of `CONSTRAINT name UNIQUE ON CONFLICT ABORT` or `PRIMARY KEY DESC` in a column, or up to the columns
    /// in a table constraint. Source: <https://www.sqlite.org/syntax/column-constraint.html>.
    private static func uniqueConstraint(_ uniqueness: Uniqueness, in tokens: [SQLToken]) -> Range<Int>? {
        let words = tokens.indices.filter { tokens[$0].kind != .space }
        var depth = 0
        for (place, index) in words.enumerated() {
            depth += tokens[index].nesting
            let isKey = uniqueness == .all && tokens[index].isWord("PRIMARY")
            guard depth == 0, tokens[index].isWord("UNIQUE") || isKey else { continue }
            func isWord(_ word: String, at place: Int) -> Bool {
                words.indices.contains(place) && tokens[words[place]].isWord(word)
            }
            let start = isWord("CONSTRAINT", at: place - 2) ? words[place - 2] : index
            var last = isKey ? place + 1 : place
            if isKey, isWord("ASC", at: last + 1) || isWord("DESC", at: last + 1) { last += 1 }
            if isWord("ON", at: last + 1), isWord("CONFLICT", at: last + 2) { last += 3 }
            return words.indices.contains(last) ? start..<words[last] + 1 : nil
        }
        return nil
    }

    /// The statement with these foreign keys deferred.
    package static func deferring(_ keys: Set<String>, in create: String) -> String {
        let changed = changing(create) { definitions in
            definitions.map { definition in
                let key = referring(definition.filter { $0.kind != .space })
                let isMissing = key.map(keys.contains) == true && !defers(definition)
                return definition.sql + (isMissing ? " DEFERRABLE INITIALLY DEFERRED" : "")
            }
        }
        return changed ?? create
    }
}
