import ModelgenSchema

/// A difference between a migrated database and what its version should be.
package struct SchemaDifference: Equatable {
    /// The name of the table; nil for a view, a trigger or a full-text table.
    package var table: String?
    /// The thing that differs: `column body`, `index posts_on_title`.
    package var subject: String
    package var migrated: String?
    package var expected: String?

    package var message: String {
        switch (migrated, expected) {
        case (let migrated?, let expected?):
            "\(subject) is `\(migrated)` after the migration, but should be `\(expected)`"
        case (let migrated?, nil): "\(subject) is `\(migrated)` after the migration, but should not exist"
        case (nil, let expected?): "\(subject) is missing after the migration, but should be `\(expected)`"
        case (nil, nil): subject
        }
    }
}

extension MemoryDatabase {
    /// The differences between this migrated database and one that was created with that version, sorted.
    func differences(from expected: MemoryDatabase) throws(Refusal) -> [SchemaDifference] {
        // The same statements create the same schema. Only databases with different statements are compared by SQLite's
        // view of them, which takes longer than migrating.
        if try statements() == expected.statements() { return [] }
        return try ObservedSchema(self).differences(from: ObservedSchema(expected))
    }

    /// The statements that SQLite stores for each thing, by kind and name.
    private func statements() throws(Refusal) -> [String: [SQLToken]] {
        let rows = try rows("SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return Dictionary(rows.map { ($0[0].text, sqlTokens($0[1].text).filter { $0.kind != .space }) }) { $1 }
    }
}

extension ObservedSchema {
    /// The differences between this migrated database and one that was created with that version, sorted.
    package func differences(from expected: ObservedSchema) -> [SchemaDifference] {
        if self == expected { return [] }
        var differences: [SchemaDifference] = []
        for name in Set(tables.keys).union(expected.tables.keys).sorted() {
            switch (tables[name], expected.tables[name]) {
            case (let here?, let there?): differences += here.differences(from: there, name: name)
            case (_?, nil):
                differences.append(SchemaDifference(table: name, subject: "table \(name)", migrated: "a table"))
            case (nil, _):
                differences.append(SchemaDifference(table: name, subject: "table \(name)", expected: "a table"))
            }
        }
        differences += compared(texts, expected.texts, table: nil, kind: nil)
        return differences
    }
}

extension ObservedTable {
    fileprivate func differences(from expected: ObservedTable, name: String) -> [SchemaDifference] {
        if self == expected { return [] }
        var result = compared(columns, expected.columns, table: name, kind: "column")
        result += compared(details, expected.details, table: name, kind: "column")
        result += compared(indexes, expected.indexes, table: name, kind: "index")
        result += compared(indexExpressions, expected.indexExpressions, table: name, kind: "index")
        result += compared(foreignKeys, expected.foreignKeys, table: name, subject: "foreign keys")
        result += compared(checks, expected.checks, table: name, subject: "checks")
        result += compared(options, expected.options, table: name, subject: "options")
        return result
    }
}

private func compared(
    _ here: [String: String],
    _ there: [String: String],
    table: String?,
    kind: String?
) -> [SchemaDifference] {
    Set(here.keys).union(there.keys).sorted().compactMap { name in
        guard here[name] != there[name] else { return nil }
        let place = table.map { "table \($0), " } ?? ""
        return SchemaDifference(
            table: table,
            subject: place + (kind.map { "\($0) " } ?? "") + name,
            migrated: here[name],
            expected: there[name]
        )
    }
}

private func compared(
    _ here: [String],
    _ there: [String],
    table: String,
    subject: String
) -> [SchemaDifference] {
    guard here != there else { return [] }
    return [
        SchemaDifference(
            table: table,
            subject: "table \(table), \(subject)",
            migrated: here.isEmpty ? nil : here.joined(separator: "; "),
            expected: there.isEmpty ? nil : there.joined(separator: "; ")
        )
    ]
}
