import CModelSQLite
import ModelSQLite

// What a cache of server answers needs from tables whose rows it identifies by key.

/// Whether a record is a complete row.
enum RowExtent: Sendable {
    /// Complete: nil means NULL.
    case whole
    /// Partial: if it is nil, the row may have a value.
    case part
}

extension TableDefinition {
    /// Inserts a row, or updates the row with the key if one of its columns differs; some columns keep their values.
    ///
    /// Compared byte by byte, regardless of the column's collation: `A` and `a` are different values.
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
    /// Runs one statement for each of some rows, and returns the indices of those that it changed.
    static func run(_ sql: String, for records: [Self], _ db: Database) throws -> [Int] {
        guard !records.isEmpty else { return [] }
        let statement = try db.statement(sql)
        defer { db.finish(statement) }
        var changed: [Int] = []
        for index in records.indices {
            try statement.bindRow { records[index].bind(to: &$0) }
            try db.execute(statement)
            if db.changes > 0 { changed.append(index) }
        }
        return changed
    }
}

extension KeyedRecord {
    /// The rows with these keys, in the order of the keys; keys without a row are left out.
    static func find(keys: [DatabaseValue], _ db: Database) throws -> [Self] {
        try db.using(.find, of: table.definition) { statement in
            var records: [Self] = []
            records.reserveCapacity(keys.count)
            for key in keys {
                try statement.bind { $0.field(key) }
                if let record: Self = try db.record(statement) { records.append(record) }
                sqlite3_reset(statement.pointer)
            }
            return records
        }
    }

    /// The keys of records as their table stores them, in the same order.
    package static func keys(of records: [Self], _ db: Database) throws -> [DatabaseValue] {
        try stored(primaryKeys(of: records), db)
    }

    /// Keys as the table stores them: a model may only know how to bind them, with a transformer.
    static func stored(_ keys: [Key], _ db: Database) throws -> [DatabaseValue] {
        let statement = try db.statement("SELECT ?1")
        defer { db.finish(statement) }
        return try keys.map { key in
            try statement.bind { bind(key, to: &$0) }
            defer { sqlite3_reset(statement.pointer) }
            _ = try db.step(statement)
            return try Row(statement.pointer).read(DatabaseValue.self, 0)
        }
    }

    /// Deletes the row with a key.
    static func delete(key: DatabaseValue, _ db: Database) throws {
        let column = table.definition.columns[table.definition.keys[0]].name
        try db.run("DELETE FROM \(name: table.name) WHERE \(name: column) = \(key)")
    }
}

extension Select where Root: KeyedRecord, Columns == Root.Columns, Output == Root {
    /// The keys of the rows, for a table whose key is one column.
    func keys(_ db: Database) throws -> [DatabaseValue] {
        let definition = Root.table.definition
        let key = SQL(parts: definition.keys.map { .column(definition.columns[$0].name, table: definition.name) })
        return try values(of: key, db)
    }
}
