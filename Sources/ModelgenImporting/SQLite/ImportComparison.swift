import ModelSchemas
import ModelgenDatabase
import ModelgenSchema
import ModelgenVerification

/// A difference between the imported models and the file.
struct ImportDifference {
    /// Nil if it does not belong to a table.
    var table: String?
    var text: String

    static let ofForeignKey = "the foreign key "
    static let ofCheck = "the check "

    /// The columns of a foreign key that a text is about: `the foreign key (a, b) to c: …`, or `the
    /// foreign key a -> c.id …`.
    static func foreignKeyColumns(_ text: String) -> Set<FoldedName> {
        let key = text.dropFirst(ofForeignKey.count)
        if key.hasPrefix("("), let end = key.firstIndex(of: ")") {
            return Set(names: key[..<end].dropFirst())
        }
        let pairs = key.split(separator: ", ").map { pair in pair.firstRange(of: " -> ").map { pair[..<$0.lowerBound] }
        }
        return Set(pairs.map { FoldedName(String($0 ?? "")) })
    }
}

/// Compares the file with what its models would create, by meaning.
///
/// These mean the same: a UNIQUE constraint and a unique index; `INTEGER PRIMARY KEY` with and without NOT NULL;
/// defaults with the same value; a foreign key with and without the name of the key it refers to; a view with `*` and
/// with all columns.
struct ImportComparison {
    let original: OriginalDatabase
    let imported: ObservedSchema
    let copy: MemoryDatabase

    func differences(in file: ObservedSchema) -> [ImportDifference] {
        var differences: [ImportDifference] = []
        let all = original.tables
        let tables = Dictionary(firstOf: all.map { (FoldedName($0.name), $0) })
        for table in all {
            guard let here = file.tables[table.name], let there = imported.tables[table.name] else { continue }
            differences += compare(here, there, table, tables).map { ImportDifference(table: table.name, text: $0) }
        }
        for entry in original.entries where entry.type == "view" {
            guard let there = imported.texts["view \(entry.name)"], file.texts["view \(entry.name)"] != there else {
                continue
            }
            let columns = original.columns(of: entry.name).map { FoldedName($0.name) }
            let own = try? copy.rows("SELECT name FROM pragma_table_xinfo(\(SQLLiteral.string(entry.name)))")
            if own?.map({ FoldedName($0[0].text) }) != columns {
                differences.append(ImportDifference(table: entry.name, text: "its columns differ in the file"))
            }
        }
        // A full-text index that is not exactly as the schema language creates it.
        for (name, text) in imported.texts.sorted(by: { $0.key < $1.key }) where !name.hasPrefix("view ") {
            if file.texts[name] != text {
                differences.append(ImportDifference(table: nil, text: "the \(name) differs from that in the file"))
            }
        }
        return differences
    }

    private func compare(
        _ here: ObservedTable, _ there: ObservedTable, _ table: TableFacts, _ tables: [FoldedName: TableFacts]
    ) -> [String] {
        var texts: [String] = []
        for column in table.columns { texts += compare(column, here, there, table) }
        for (name, detail) in here.details.sorted(by: { $0.key < $1.key }) where there.details[name] != detail {
            texts.append("\(name) is `\(detail.trimmed)` in the file")
        }
        texts += leftOut(keys(here.foreignKeys, table, tables), keys(there.foreignKeys, table, tables)).map {
            ImportDifference.ofForeignKey + $0
        }
        texts += leftOut(here.checks, there.checks).map { ImportDifference.ofCheck + $0 }
        texts += leftOut(here.options, there.options).map { "the option \($0)" }
        texts += leftOut(there.options, here.options).map { "it is not \($0) in the file" }
        for (name, index) in here.indexes.sorted(by: { $0.key < $1.key }) where name != "key" {
            if there.indexes[name] == nil {
                texts.append("the index \(name)")
            } else if there.indexes[name] != index || there.indexExpressions[name] != here.indexExpressions[name] {
                texts.append("the index \(name), which is `\(index)` in the file")
            }
        }
        texts += constraints(here, there)
        return texts
    }

    private func compare(
        _ column: TableFacts.Column, _ here: ObservedTable, _ there: ObservedTable, _ table: TableFacts
    ) -> [String] {
        guard let mine = here.columns[column.name] else { return [] }
        guard let other = there.columns[column.name] else { return ["the column \(column.name)"] }
        if mine == other { return [] }
        let imported = try? copy.rows(
            """
            SELECT "notnull", dflt_value IS NULL, coalesce(dflt_value, ''), type, pk, hidden
            FROM pragma_table_xinfo(\(SQLLiteral.string(table.name)))
            WHERE name = \(SQLLiteral.string(column.name))
            """)
        guard let row = imported?.first else { return ["the column \(column.name), which is `\(mine)` in the file"] }
        var texts: [String] = []
        if (row[0].integer != 0) != column.isRequired, table.rowIDAlias != column.name {
            texts.append(
                column.isRequired
                    ? "\(column.name) is NOT NULL in the file" : "\(column.name) can be NULL in the file")
        }
        let own = row[1].integer != 0 ? nil : row[2].text
        if !SQLDefault.areSame(column.defaultSQL, own) {
            texts.append("\(column.name) has the default `\(column.defaultSQL ?? "NULL")` in the file")
        }
        if row[3].text.uppercased() != column.declaredType.uppercased() {
            texts.append("\(column.name) has the type `\(column.declaredType)` in the file")
        }
        if Int(row[4].integer) != column.keyPosition {
            texts.append("\(column.name) has another position in the key in the file")
        }
        let generated: TableFacts.Column.Generated =
            row[5].integer == 2 ? .virtual : row[5].integer == 3 ? .stored : .no
        if generated != column.generated { texts.append("\(column.name) is computed differently in the file") }
        return texts
    }

    /// Foreign keys with the columns they refer to written out.
    private func keys(_ keys: [String], _ table: TableFacts, _ tables: [FoldedName: TableFacts]) -> [String] {
        keys.map { key in
            var key = key
            for foreign in table.foreignKeys where foreign.parentColumns.isEmpty {
                for (column, own) in zip(foreign.columns, tables[FoldedName(foreign.table)]?.key ?? []) {
                    let open = "\(column) -> \(foreign.table). ".folded
                    let closed = "\(column) -> \(foreign.table).\(own.name) ".folded
                    if let range = key.firstRange(of: open) { key.replaceSubrange(range, with: closed) }
                }
            }
            // The pairs of a composite key may be in any order.
            return key.split(separator: ", ").sorted().joined(separator: ", ")
        }
    }

    /// What the first list has more often than the second.
    private func leftOut(_ list: [String], _ other: [String]) -> [String] {
        var rest = other
        return list.filter { each in
            guard let index = rest.firstIndex(of: each) else { return true }
            rest.remove(at: index)
            return false
        }
    }

    /// The indexes of PRIMARY KEY and UNIQUE: they have no names here, while there a UNIQUE is a separate index.
    private func constraints(_ here: ObservedTable, _ there: ObservedTable) -> [String] {
        // Special collations and sort orders of a key or a UNIQUE.
        let special = (here.indexes["key"] ?? "").contains(" DESC")
        return special && !(there.indexes["key"] ?? "").contains(" DESC") ? ["the DESC of a key or a UNIQUE"] : []
    }
}

extension ModelSchemas.SchemaDifference {
    /// Whether a text about its table is about this difference.
    func isSaid(by text: String) -> Bool {
        switch kind {
        case .table, .view: true
        case .column: text.hasWord(name)
        // A key in which rows have NULL is only unique in the models.
        case .primaryKey, .unique:
            text.contains("primary key") || text.contains("of a key") || text.contains("a constraint")
        case .index, .trigger:
            text.folded.hasWord("\(kind.rawValue) \(name)".folded) || text.contains("a constraint")
        // One of several may have been reported.
        case .foreignKey where text.hasPrefix(ImportDifference.ofForeignKey) && !name.isEmpty:
            ImportDifference.foreignKeyColumns(text) == Set(names: name)
        case .check where text.hasPrefix(ImportDifference.ofCheck):
            normalizedSQL(String(text.dropFirst(ImportDifference.ofCheck.count))) == normalizedSQL("(\(name))")
        case .foreignKey, .check: text.contains(kind.rawValue) || text.contains("a constraint")
        }
    }
}

extension Set<FoldedName> {
    /// The names in a list: `a, b`.
    fileprivate init(names list: some StringProtocol) {
        self.init(list.split(separator: ", ").map { FoldedName(String($0)) })
    }
}

extension String {
    /// Whether it contains a name that is not part of a longer one.
    fileprivate func hasWord(_ name: String) -> Bool {
        func continues(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
        return ranges(of: name).contains { range in
            !continues(self[..<range.lowerBound].last) && !continues(self[range.upperBound...].first)
        }
    }
}
