import ModelSchemas
import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// What SQLite reports about the tables of a database, in a form that is equal if the meaning is the same: everything
/// by name, SQL as normalized tokens.
package struct ObservedSchema: Equatable, Sendable {
    package var tables: [String: ObservedTable] = [:]
    /// Views, triggers and virtual tables, by name.
    package var texts: [String: String] = [:]

    package init(_ database: MemoryDatabase) throws(MemoryDatabase.Refusal) {
        let entries = try database.rows(
            "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        ).map { row in row.map(\.text) }
        let shadows = SchemaFacts.shadows(of: entries.map { ($0[1], $0[3]) })
        for entry in entries {
            let (type, name, sql) = (entry[0], entry[1], entry[3])
            switch type {
            case "table" where SchemaText.isVirtual(sql): texts["full text \(name)"] = Self.normalized(sql)
            case "table" where !shadows.contains(FoldedName(name)): tables[name] = ObservedTable(sql: sql)
            case "trigger", "view": texts["\(type) \(name)"] = Self.normalized(sql)
            case "index": tables[entry[2]]?.indexTexts[name] = sql
            default: continue
            }
        }
        try readColumns(database)
        try readForeignKeys(database)
        try readIndexes(database)
    }

    private static func normalized(_ sql: String) -> String { normalizedSQL(sql).joined(separator: " ") }

    private mutating func readColumns(_ database: MemoryDatabase) throws(MemoryDatabase.Refusal) {
        let rows = try database.rows(
            """
            SELECT m.name, x.name, x.type, x."notnull", coalesce(x.dflt_value, ''), x.pk, x.hidden
            FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS x WHERE m.type = 'table'
            """
        )
        for row in rows {
            var facts = [row[2].text.isEmpty ? "no type" : canonicalType(row[2].text)]
            if row[5].integer > 0 { facts.append("PRIMARY KEY \(row[5].integer)") }
            if row[3].integer != 0 { facts.append("NOT NULL") }
            if !row[4].text.isEmpty { facts.append("DEFAULT \(Self.normalized(row[4].text))") }
            if row[6].integer == 2 { facts.append("VIRTUAL") }
            if row[6].integer == 3 { facts.append("STORED") }
            tables[row[0].text]?.columns[row[1].text] = facts.joined(separator: " ")
        }
    }

    private mutating func readForeignKeys(_ database: MemoryDatabase) throws(MemoryDatabase.Refusal) {
        let rows = try database.rows(
            """
            SELECT m.name, f.id, f."from", f."table", coalesce(f."to", ''), f.on_delete, f.on_update
            FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'
            ORDER BY m.name, f.id, f.seq
            """
        )
        var keys: [String: [Int64: String]] = [:]
        for row in rows {
            let part = "\(row[2].text) -> \(row[3].text).\(row[4].text) DELETE \(row[5].text) UPDATE \(row[6].text)"
            let earlier = keys[row[0].text]?[row[1].integer].map { $0 + ", " } ?? ""
            keys[row[0].text, default: [:]][row[1].integer] = earlier + part.folded
        }
        for (table, parts) in keys { tables[table]?.foreignKeys = parts.values.sorted() }
    }

    private mutating func readIndexes(_ database: MemoryDatabase) throws(MemoryDatabase.Refusal) {
        let rows = try database.rows(
            """
            SELECT m.name, l.name, l."unique", l.origin, l.partial, coalesce(x.name, ''), x."desc", coalesce(x.coll, '')
            FROM sqlite_schema AS m, pragma_index_list(m.name) AS l, pragma_index_xinfo(l.name) AS x
            WHERE m.type = 'table' AND x.key = 1 ORDER BY m.name, l.name, x.seqno
            """
        )
        let expressions = Set(rows.filter(\.[5].text.isEmpty).map(\.[1].text))
        for row in rows {
            let order = row[6].integer == 0 ? "" : " DESC"
            let part = "\(row[5].text.isEmpty ? "expression" : row[5].text)\(order) COLLATE \(row[7].text.uppercased())"
            // SQLite numbers the indexes of constraints.
            let isOwn = row[3].text == "c"
            let name = isOwn ? row[1].text : "key"
            let start = (row[2].integer == 0 ? "" : "UNIQUE ") + (row[4].integer == 0 ? "" : "PARTIAL ") + "("
            let table = row[0].text
            let earlier = tables[table]?.indexes[name].map { $0 + ", " } ?? start
            tables[table]?.indexes[name] = earlier + part
            if isOwn, let sql = tables[table]?.indexTexts.removeValue(forKey: row[1].text) {
                let (terms, condition) = SchemaText.parts(of: SchemaText.afterTable(sql))
                // Only the SQL tells expressions and conditions. Columns have several spellings: `a`, `"a" ASC`.
                tables[table]?.indexExpressions[name] = (expressions.contains(row[1].text) ? terms : "") + condition
            }
        }
        for table in tables.keys { tables[table]?.closeIndexes() }
    }
}

/// What SQLite reports about one table.
package struct ObservedTable: Equatable, Sendable {
    package var columns: [String: String] = [:]
    package var foreignKeys: [String] = []
    package var indexes: [String: String] = [:]
    package var indexExpressions: [String: String] = [:]
    /// The checks, of columns and of the table, sorted.
    package var checks: [String] = []
    /// The collation and the expression of a column, which no pragma returns.
    package var details: [String: String] = [:]
    package var options: [String] = []
    fileprivate var indexTexts: [String: String] = [:]

    /// Reads what no pragma returns from the SQL of the table.
    fileprivate init(sql: String) {
        let tokens = sqlTokens(sql).filter { $0.kind != .space }
        guard let open = tokens.firstIndex(where: { $0.isSymbol("(") }),
            let close = tokens.lastIndex(where: { $0.isSymbol(")") }), open < close
        else { return }
        options = tokens[(close + 1)...].compactMap { $0.name?.uppercased() }.filter { $0 != "WITHOUT" }.sorted()
        for definition in SchemaText.list(tokens[(open + 1)..<close]) { read(definition) }
        checks.sort()
        options.sort()
    }

    fileprivate mutating func closeIndexes() { indexes = indexes.mapValues { $0 + ")" } }

    private mutating func read(_ definition: [SQLToken]) {
        guard let column = definition.first?.name else { return }
        var depth = 0
        for (index, token) in definition.enumerated() {
            if token.isSymbol("(") { depth += 1 }
            if token.isSymbol(")") { depth -= 1 }
            guard depth == 0, index > 0 || token.isWord("CHECK") else { continue }
            if token.isWord("CHECK") { checks.append(Self.group(after: index, in: definition)) }
            if token.isWord("AUTOINCREMENT") { options.append("AUTOINCREMENT") }
            if token.isWord("COLLATE"), index + 1 < definition.count {
                let collation = definition[index + 1].declaredName?.folded ?? ""
                if collation != "binary" { details[column, default: ""] += "COLLATE \(collation) " }
            }
            if token.isWord("AS") { details[column, default: ""] += "AS \(Self.group(after: index, in: definition))" }
        }
    }

    /// The tokens between the parentheses that follow.
    private static func group(after index: Int, in tokens: [SQLToken]) -> String {
        var depth = 0
        var inner: [String] = []
        for token in tokens[(index + 1)...] {
            if token.isSymbol("(") { depth += 1 }
            if token.isSymbol(")") { depth -= 1 }
            inner.append(token.text)
            if depth == 0 { break }
        }
        return normalizedSQL(inner.joined(separator: " ")).joined(separator: " ")
    }
}
