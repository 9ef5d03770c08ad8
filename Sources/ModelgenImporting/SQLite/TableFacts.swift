import ModelgenDatabase
import ModelgenSchema
import ModelgenVerification

/// A table or a view of a file, according to SQLite and to its SQL.
struct TableFacts {
    struct Column {
        var name: String
        var declaredType: String
        var isRequired: Bool
        var defaultSQL: String?
        /// From 1; 0 if it is not part of the key.
        var keyPosition: Int
        var generated: Generated

        enum Generated {
            case no, virtual, stored
        }
    }

    struct ForeignKey {
        var columns: [String]
        var table: String
        /// Empty if it refers to the key of the other table.
        var parentColumns: [String]
        var onDelete: String
        var onUpdate: String
    }

    struct IndexFacts {
        enum Origin {
            case statement, uniqueConstraint, primaryKey
        }

        var name: String
        var isUnique: Bool
        var origin: Origin
        /// One for each term; nil for an expression.
        var columns: [String?]
        /// What is between the parentheses of CREATE INDEX or UNIQUE, term by term.
        var terms: [String]
        var condition: String?
    }

    var name: String
    var columns: [Column]
    var foreignKeys: [ForeignKey]
    var indexes: [IndexFacts]
    var text: TableText
    /// Whether rows have NULL in the key, which SQLite allows (https://www.sqlite.org/quirks.html). Then it is only a
    /// unique constraint.
    var hasNullKeys = false

    /// The columns of the key, in its order.
    var key: [Column] { columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition } }

    /// The column that is an alias of the rowid.
    var rowIDAlias: String? {
        guard key.count == 1, !text.isWithoutRowID, key[0].declaredType.uppercased() == "INTEGER" else { return nil }
        // `INTEGER PRIMARY KEY DESC` is not an alias, and has a separate index (lang_createtable.html#rowid).
        return indexes.contains { $0.origin == .primaryKey } ? nil : key[0].name
    }

    func column(_ name: String) -> Column? { columns.first { $0.name.isName(name) } }

    /// Whether these columns together identify the rows.
    func isUnique(_ wanted: [String]) -> Bool {
        let wanted = Set(wanted.map { FoldedName($0) })
        if !key.isEmpty, Set(key.map { FoldedName($0.name) }) == wanted { return true }
        return indexes.contains { index in
            index.isUnique && index.condition == nil && index.origin != .primaryKey
                && Set(index.columns.compactMap { $0.map { FoldedName($0) } }) == wanted
                && index.columns.count == wanted.count
                // With its own collation, SQLite does not accept it as a key (foreignkeys.html#fk_indexes).
                && !index.terms.contains { sqlTokens($0).contains { $0.isWord("COLLATE") } }
        }
    }
}

extension OriginalDatabase {
    /// The ordinary tables, in the order in which they were created.
    var tables: [TableFacts] {
        entries.filter { $0.type == "table" && !SchemaText.isVirtual($0.sql) }.map { entry in
            let text = TableText(entry.sql)
            var table = TableFacts(
                name: entry.name, columns: columns(of: entry.name), foreignKeys: foreignKeys(of: entry.name),
                indexes: indexes(of: entry.name, text), text: text)
            let values = facts.columns[FoldedName(entry.name)] ?? [:]
            table.hasNullKeys =
                table.rowIDAlias == nil && table.key.contains { values[FoldedName($0.name)]?.nulls ?? 0 > 0 }
            guard table.hasNullKeys else { return table }
            for index in table.columns.indices { table.columns[index].keyPosition = 0 }
            for index in table.indexes.indices where table.indexes[index].origin == .primaryKey {
                table.indexes[index].origin = .uniqueConstraint
            }
            return table
        }
    }

    func columns(of table: String) -> [TableFacts.Column] {
        rows(
            """
            SELECT name, type, "notnull", dflt_value IS NULL, coalesce(dflt_value, ''), pk, hidden
            FROM pragma_table_xinfo(\(SQLLiteral.string(table)))
            """
        ).map { row in
            TableFacts.Column(
                name: row[0].text, declaredType: row[1].text, isRequired: row[2].integer != 0,
                defaultSQL: row[3].integer != 0 ? nil : row[4].text, keyPosition: Int(row[5].integer),
                generated: row[6].integer == 2 ? .virtual : row[6].integer == 3 ? .stored : .no)
        }
    }

    private func foreignKeys(of table: String) -> [TableFacts.ForeignKey] {
        var keys: [Int64: TableFacts.ForeignKey] = [:]
        var order: [Int64] = []
        let rows = rows(
            """
            SELECT id, "table", "from", coalesce("to", ''), on_delete, on_update
            FROM pragma_foreign_key_list(\(SQLLiteral.string(table))) ORDER BY id DESC, seq
            """)
        for row in rows {
            let id = row[0].integer
            if keys[id] == nil { order.append(id) }
            var key =
                keys[id]
                ?? TableFacts.ForeignKey(
                    columns: [], table: row[1].text, parentColumns: [], onDelete: row[4].text, onUpdate: row[5].text)
            key.columns.append(row[2].text)
            if !row[3].text.isEmpty { key.parentColumns.append(row[3].text) }
            keys[id] = key
        }
        return order.compactMap { keys[$0] }
    }

    private func indexes(of table: String, _ text: TableText) -> [TableFacts.IndexFacts] {
        let list = rows(
            """
            SELECT name, "unique", origin FROM pragma_index_list(\(SQLLiteral.string(table))) ORDER BY seq DESC
            """)
        return list.map { row in
            let name = row[0].text
            let columns = rows(
                """
                SELECT coalesce(name, ''), "desc", coll FROM pragma_index_xinfo(\(SQLLiteral.string(name)))
                WHERE "key" = 1 ORDER BY seqno
                """)
            let sql = entries.first { $0.type == "index" && $0.name == name }?.sql
            let declared = sql.map(Self.parts)
            let terms = columns.enumerated().map { place, column in
                // SQLite tells all about a column, and nothing about an expression.
                column[0].text.isEmpty
                    ? declared.flatMap { place < $0.0.count ? $0.0[place] : nil } ?? ""
                    : Self.term(column[0].text, collation: column[2].text, isDescending: column[1].integer != 0, text)
            }
            let origin: TableFacts.IndexFacts.Origin =
                row[2].text == "c" ? .statement : row[2].text == "u" ? .uniqueConstraint : .primaryKey
            return TableFacts.IndexFacts(
                name: name, isUnique: row[1].integer != 0, origin: origin,
                columns: columns.map { $0[0].text.isEmpty ? nil : $0[0].text }, terms: terms, condition: declared?.1)
        }
    }

    /// A column as a term of CREATE INDEX.
    private static func term(
        _ column: String, collation: String, isDescending: Bool, _ text: TableText
    ) -> String {
        let own = text.columns[FoldedName(column)]?.collation ?? "BINARY"
        return SQLName(column).quoted
            + (collation.isName(own) ? "" : " COLLATE \(SQLName(collation).quoted)")
            + (isDescending ? " DESC" : "")
    }

    /// The terms and the condition of a CREATE INDEX.
    private static func parts(_ sql: String) -> ([String], String?) {
        let tokens = sqlTokens(sql)
        // No term contains a SELECT (https://www.sqlite.org/expridx.html), so the first WHERE is the index's own.
        let condition = tokens.firstIndex { $0.isWord("WHERE") }.map { tokens[($0 + 1)...].onOneLine }
        return (tokens.firstList.map(\.onOneLine), condition)
    }
}
