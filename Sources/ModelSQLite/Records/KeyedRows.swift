import CModelSQLite

// What a cache of server answers needs of rows that are known by their keys alone.

extension TableDefinition {
    /// Inserts, or updates the row that has the key if one of its columns differs; some columns keep what they hold.
    ///
    /// Compared byte by byte, whatever the collation of the column: `A` and `a` are two values.
    package func refreshSQL(keeping kept: [String]) -> String {
        let changed = columns.filter { column in
            column.source == .program && !kept.contains(column.name)
                && !keys.contains { columns[$0].name == column.name }
        }
        .map(\.name.quotedForSQL)
        let names = keys.map { columns[$0].name.quotedForSQL }.joined(separator: ", ")
        guard !changed.isEmpty else { return "\(insertSQL(.abort)) ON CONFLICT (\(names)) DO NOTHING" }
        let assignments = changed.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let differences = changed.map { "\(quotedName).\($0) IS NOT excluded.\($0) COLLATE BINARY" }
        return "\(insertSQL(.abort)) ON CONFLICT (\(names)) DO UPDATE SET \(assignments) "
            + "WHERE \(differences.joined(separator: " OR "))"
    }
}

extension TableRecord {
    /// Runs one statement for each of some rows, and tells how many rows each of them changed.
    package static func run(
        _ sql: String,
        for records: [Self],
        _ db: Database,
        _ changed: (Self, Int) throws -> Void
    ) throws {
        guard !records.isEmpty else { return }
        let statement = try db.statement(sql)
        defer { db.finish(statement, runs: records.count) }
        let handle = statement.handle(limit: table.definition.insertLimit)
        for record in records {
            try record.bind(to: handle)
            try db.execute(statement)
            try changed(record, db.changes)
        }
    }
}

extension KeyedRecord {
    /// The rows with these keys, in the order of the keys; keys without a row are left out.
    package static func find(keys: [DatabaseValue], _ db: Database) throws -> [Self] {
        let statement = try db.statement(Slot.find, of: table.definition) { $0.findSQL }
        defer { db.finish(statement, runs: keys.count) }
        let handle = statement.handle()
        var records: [Self] = []
        records.reserveCapacity(keys.count)
        for key in keys {
            try handle.bind(key, 1)
            if let record: Self = try db.record(statement) { records.append(record) }
            sqlite3_reset(statement.pointer)
        }
        return records
    }

    /// Deletes the row with a key.
    package static func delete(key: DatabaseValue, _ db: Database) throws {
        let statement = try db.statement(Slot.delete, of: table.definition) { $0.deleteSQL }
        defer { db.finish(statement) }
        try statement.handle().bind(key, 1)
        try db.execute(statement)
    }
}

extension Select where Root: KeyedRecord, Columns == Root.Columns, Output == Root {
    /// The keys of the rows, of a table whose key is one column.
    package func keys(_ db: Database) throws -> [DatabaseValue] {
        let definition = Root.table.definition
        let key = SQL(parts: definition.keys.map { .column(definition.columns[$0].name, table: definition.name) })
        let rendered = try clauses.sql(selecting: key, from: source).rendered()
        return try db.fetch(rendered.text) { statement in
            for (index, value) in rendered.values.enumerated() { try statement.bind(value, index + 1) }
        } _: { row in
            try row.value(0)
        }
    }
}
