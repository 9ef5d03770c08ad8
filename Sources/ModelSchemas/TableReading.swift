/// What the pragmas and the declaration say about one table.
extension SchemaFacts {
    mutating func addTable(
        _ table: String, _ declaration: TableDeclaration, _ types: Types, _ handle: OpaquePointer
    ) throws(SchemaReadingFailure) {
        let options = declaration.options.sorted().joined(separator: ", ")
        add(.table, table, table, "table \(options)", options.isEmpty ? "a table" : options)
        try addColumns(table, declaration, types, handle)
        try addIndexes(table, Set(declaration.columns.keys), types, handle)
        try addForeignKeys(table, handle)
        for check in declaration.checks { add(.check, table, check, check, "CHECK (\(check))") }
    }

    private mutating func addColumns(
        _ table: String, _ declaration: TableDeclaration, _ types: Types, _ handle: OpaquePointer
    ) throws(SchemaReadingFailure) {
        let rows = try handle.texts(
            "SELECT name, type, \"notnull\", coalesce(dflt_value, ''), pk, hidden FROM pragma_table_xinfo(\(table.literalForSQL))"
        )
        var keyColumns: [Fact] = []
        for row in rows {
            let detail = declaration.details[FoldedName(row[0])] ?? ""
            var rules: [String] = []
            let value = SchemaText.defaultValue(row[3])
            if !value.isEmpty, types != .stored { rules.append("DEFAULT \(value)") }
            if row[5] == "2" { rules.append("VIRTUAL") }
            if row[5] == "3" { rules.append("STORED") }
            if !detail.isEmpty { rules.append(detail) }
            let type =
                switch types {
                case .affinity where !declaration.options.contains("STRICT"),
                    .stored where !declaration.options.contains("STRICT"):
                    ColumnAffinity(declared: row[1]).rawValue.uppercased()
                case .affinity, .declared, .exact, .stored:
                    normalizedSQL(row[1]).joined(separator: " ").uppercased()
                }
            let declared = row[1].isEmpty ? "no type" : row[1]
            func texts(_ nullability: [String]) -> (meaning: String, text: String) {
                let all = nullability + rules
                return (([type] + all).joined(separator: " "), ([declared] + all).joined(separator: " "))
            }
            let (meaning, text) = texts(row[2] == "0" ? [] : ["NOT NULL"])
            // Only because of an old bug in SQLite may keys be NULL: https://www.sqlite.org/quirks.html
            let own = row[4] == "0" || types == .exact ? (meaning, text) : texts([])
            add(.column, table, row[0], own.0, own.1)
            if row[4] != "0" { keyColumns.append(Fact(meaning: meaning, text: text, table: table, name: row[0])) }
        }
        let key = rows.filter { $0[4] != "0" }.sorted { (Int($0[4]) ?? 0) < (Int($1[4]) ?? 0) }.map {
            $0[0]
        }
        if key.isEmpty { return }
        // A key that is the rowid needs no index: https://www.sqlite.org/lang_createtable.html#rowid
        let terms = try handle.texts(
            """
            SELECT x.name, x.coll FROM pragma_index_list(\(table.literalForSQL)) AS l, pragma_index_xinfo(l.name) AS x
            WHERE l.origin = 'pk' AND x.key = 1
            """)
        func collated(_ name: String, _ spelling: String) -> String {
            let collation = terms.first { $0[0].isName(name) }?[1].folded ?? "binary"
            return collation == "binary" ? spelling : "\(spelling) COLLATE \(collation)"
        }
        let columns = key.map { collated($0, $0) }.joined(separator: ", ")
        let text = "(\(columns))" + (terms.isEmpty ? ", the rowid" : "")
        add(.primaryKey, table, "", text.folded, text)
        let allowsNull = rows.contains { $0[4] != "0" && $0[2] == "0" }
        guard allowsNull, !terms.isEmpty, !declaration.options.contains("WITHOUT ROWID") else { return }
        // As for an index.
        let meaning = key.map { collated($0, $0.folded) }.sorted().joined(separator: ", ")
        nullableKeys[FoldedName(table)] = (
            unique: Fact(meaning: meaning, text: "UNIQUE", table: table, name: meaning), columns: keyColumns
        )
    }

    private mutating func addIndexes(
        _ table: String, _ columns: Set<FoldedName>, _ types: Types, _ handle: OpaquePointer
    ) throws(SchemaReadingFailure) {
        let indexes = try handle.texts(
            """
            SELECT l.name, l."unique", coalesce(m.sql, '') FROM pragma_index_list(\(table.literalForSQL)) AS l
            LEFT JOIN sqlite_master AS m ON m.type = 'index' AND m.name = l.name WHERE l.origin <> 'pk'
            """)
        for index in indexes {
            let terms = try handle.texts(
                "SELECT coalesce(name, ''), \"desc\", coalesce(coll, '') FROM pragma_index_xinfo(\(index[0].literalForSQL)) WHERE key = 1"
            )
            let isUnique = index[1] != "0"
            let isNamed = !isUnique || types == .exact && !index[2].isEmpty
            let isPlain = terms.allSatisfy { !$0[0].isEmpty }
            let (declared, condition) = SchemaText.parts(of: SchemaText.afterTable(index[2], columns))
            var texts = terms.map { term in
                let collation = term[2].uppercased() == "BINARY" ? "" : " COLLATE \(term[2].folded)"
                return term[0].folded + collation + (isNamed && term[1] != "0" ? " DESC" : "")
            }
            if !isNamed { texts.sort() }
            // The SQL of an expression or a condition is only found in the declaration.
            let meaning = (isPlain ? texts.joined(separator: ", ") : declared) + condition
            if isNamed {
                add(.index, table, index[0], (isUnique ? "UNIQUE " : "") + meaning)
            } else {
                add(
                    .unique, table, meaning, meaning, "UNIQUE",
                    index: index[2].isEmpty ? nil : Index(name: index[0], sql: index[2]))
            }
        }
    }

    private mutating func addForeignKeys(_ table: String, _ handle: OpaquePointer) throws(SchemaReadingFailure) {
        let rows = try handle.texts(
            """
            SELECT id, "from", "table", coalesce("to", ''), on_delete, on_update, seq
            FROM pragma_foreign_key_list(\(table.literalForSQL)) ORDER BY id, seq
            """)
        var keys: [String: Set<String>] = [:]
        for id in Set(rows.map { $0[0] }).sorted() {
            let parts = rows.filter { $0[0] == id }
            guard let first = parts.first else { continue }
            var targets = parts.map { $0[3] }
            if targets.allSatisfy(\.isEmpty) {
                keysWithoutNames.insert(FoldedName(first[2]))
                targets = try handle.texts(
                    "SELECT name FROM pragma_table_info(\(first[2].literalForSQL)) WHERE pk > 0 ORDER BY pk"
                ).map { $0[0] }
            }
            // A table that is missing, or has another number of keys, does not say which columns are meant.
            let isNamed = targets.count == parts.count
            let pairs = zip(parts.map { $0[1] }, isNamed ? targets : parts.map { $0[3] })
                .sorted { FoldedName($0.0) < FoldedName($1.0) }
            let columns = pairs.map(\.0).joined(separator: ", ")
            var text = "REFERENCES \(first[2])" + (isNamed ? " (\(pairs.map(\.1).joined(separator: ", ")))" : "")
            if first[4] != "NO ACTION" { text += " ON DELETE \(first[4])" }
            if first[5] != "NO ACTION" { text += " ON UPDATE \(first[5])" }
            keys[columns, default: []].insert(text)
        }
        for (columns, texts) in keys {
            let text = texts.sorted().joined(separator: ", ")
            add(.foreignKey, table, columns, text.folded, text)
        }
    }
}
