import CModelSQLite
import ModelSQLite

// What a cache of server answers needs of rows that are known by their keys alone.

/// How much of a row a record is.
enum RowExtent: Sendable {
    /// All of it: a nil is a null.
    case whole
    /// Some of it: what is nil may hold something in the row.
    case part
}

extension TableDefinition {
    /// Inserts, or updates the row that has the key if one of its columns differs; some columns keep what they hold.
    ///
    /// Compared byte by byte, whatever the collation of the column: `A` and `a` are two values.
    func refreshSQL(_ extent: RowExtent, keeping kept: [String]) -> String {
        let changed = columns.filter { column in
            column.source == .program && !kept.contains(column.name)
                && !keys.contains { columns[$0].name == column.name }
        }
        .map(\.name.quotedForSQL)
        let names = keys.map { columns[$0].name.quotedForSQL }.joined(separator: ", ")
        guard !changed.isEmpty else { return "\(insertSQL(.abort)) ON CONFLICT (\(names)) DO NOTHING" }
        let assignments = changed.map { name in
            switch extent {
            case .whole: "\(name) = excluded.\(name)"
            case .part: "\(name) = coalesce(excluded.\(name), \(quotedName).\(name))"
            }
        }
        let differences = changed.map { name in
            let differs = "\(quotedName).\(name) IS NOT excluded.\(name) COLLATE BINARY"
            return switch extent {
            case .whole: differs
            case .part: "(excluded.\(name) IS NOT NULL AND \(differs))"
            }
        }
        return "\(insertSQL(.abort)) ON CONFLICT (\(names)) DO UPDATE SET \(assignments.joined(separator: ", ")) "
            + "WHERE \(differences.joined(separator: " OR "))"
    }
}

extension TableRecord {
    /// Runs one statement for each of some rows, and returns the places of those that it changed.
    static func run(_ sql: String, for records: [Self], _ db: Database) throws -> [Int] {
        guard !records.isEmpty else { return [] }
        let statement = try db.statement(sql)
        defer { db.finish(statement, runs: records.count) }
        let handle = statement.handle(limit: table.definition.insertLimit)
        var changed: [Int] = []
        for index in records.indices {
            try records[index].bind(to: handle)
            try db.execute(statement)
            if db.changes > 0 { changed.append(index) }
        }
        return changed
    }
}

extension KeyedRecord {
    /// The rows with these keys, in the order of the keys; keys without a row are left out.
    static func find(keys: [DatabaseValue], _ db: Database) throws -> [Self] {
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

    /// The keys of records, in their order.
    package static func keys(of records: [Self]) throws -> [DatabaseValue] where Key: SQLiteValue {
        try primaryKeys(of: records).map { try $0.databaseValue() }
    }

    /// Deletes the row with a key.
    static func delete(key: DatabaseValue, _ db: Database) throws {
        let statement = try db.statement(Slot.delete, of: table.definition) { $0.deleteSQL }
        defer { db.finish(statement) }
        try statement.handle().bind(key, 1)
        try db.execute(statement)
    }
}

extension Select where Root: KeyedRecord, Columns == Root.Columns, Output == Root {
    /// The keys of the rows, of a table whose key is one column.
    func keys(_ db: Database) throws -> [DatabaseValue] {
        let definition = Root.table.definition
        let key = SQL(parts: definition.keys.map { .column(definition.columns[$0].name, table: definition.name) })
        return try values(of: key, db)
    }
}
