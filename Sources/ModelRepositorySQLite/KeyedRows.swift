import CModelSQLite
import ModelSQLite

// What a cache of server answers needs from tables whose rows have a key.

/// Whether a record is a complete row.
enum RowExtent: Sendable {
    /// Complete: nil means NULL.
    case whole
    /// Partial: a field that is nil may have a value in the row.
    case part
}

extension TableDefinition {
    /// The statement that inserts a row, or updates the row with its key if a column differs. The columns in `kept`
    /// keep their values.
    ///
    /// Values are compared byte by byte, whatever the column's collation: `A` and `a` are different values.
    func refreshSQL(_ extent: RowExtent, keeping kept: [String]) -> String {
        // Not `excluded.…`, which is the row itself in a table with that name.
        let changed = refreshed(keeping: kept).map { (name: columns[$0].name.quotedForSQL, value: "?\($0 + 1)") }
        let names = keys.map { columns[$0].name.quotedForSQL }.joined(separator: ", ")
        guard !changed.isEmpty else { return "\(insertSQL(.abort)) ON CONFLICT (\(names)) DO NOTHING" }
        let assignments = changed.map { name, value in
            switch extent {
            case .whole: "\(name) = \(value)"
            case .part: "\(name) = coalesce(\(value), \(quotedName).\(name))"
            }
        }
        let differences = changed.map { name, value in
            let differs = "\(quotedName).\(name) IS NOT \(value) COLLATE BINARY"
            return switch extent {
            case .whole: differs
            case .part: "(\(value) IS NOT NULL AND \(differs))"
            }
        }
        return "\(insertSQL(.abort)) ON CONFLICT (\(names)) DO UPDATE SET \(assignments.joined(separator: ", ")) "
            + "WHERE \(differences.joined(separator: " OR "))"
    }
}

extension TableDefinition {
    /// The indexes of the columns whose values come from the server.
    fileprivate func refreshed(keeping kept: [String]) -> [Int] {
        values.filter { place in !kept.contains(where: columns[place].name.isName) }
    }

    /// Temporarily gives columns of a row values that no other row has. The row is refreshed or deleted afterwards.
    func park(_ key: DatabaseValue, _ columns: [FoldedName], _ db: Database) throws {
        let values: [SQL] = columns.map { column in
            """
            \(name: column.text) = CASE typeof(\(name: column.text)) WHEN 'integer' THEN random() WHEN 'real' THEN random() / 3.0 \
            WHEN 'text' THEN hex(randomblob(16)) WHEN 'blob' THEN randomblob(16) END
            """
        }
        try db.run(
            "UPDATE \(name: name) SET \(SQL.joined(values, by: ", ")) WHERE \(name: self.columns[keys[0]].name) = \(key)"
        )
    }
}

extension KeyedRecord {
    /// Refreshes the rows with these keys, and returns the indexes of those that changed, in any order.
    ///
    /// SQLite checks a unique value after each row, but an answer is about all of its rows: one row may have the value
    /// that another one gives up. So a row that collides waits for the others. If all remaining rows wait for each
    /// other, they give up their values first.
    static func refresh(
        _ records: [Self], _ keys: [DatabaseValue], _ extent: RowExtent, keeping kept: [String], _ db: Database
    ) throws -> [Int] {
        guard !records.isEmpty else { return [] }
        let definition = table.definition
        let statement = try db.statement(definition.refreshSQL(extent, keeping: kept))
        defer { db.finish(statement) }
        var changed: [Int] = []
        var waiting = Array(records.indices)
        // A partial record does not contain the values that would have to be restored.
        let places = extent == .whole ? definition.refreshed(keeping: kept) : []
        var columns = Set(places.map { FoldedName(definition.columns[$0].name) })
        while true {
            var collisions: [(index: Int, error: SQLiteError)] = []
            for index in waiting {
                // In place: reading an element of a generic array copies it, with all its strings.
                try statement.bindRow { row in
                    records.withUnsafeBufferPointer { $0[index].write(fields: &row) }
                }
                do {
                    try db.execute(statement)
                    if db.changes > 0 { changed.append(index) }
                } catch let error as SQLiteError where error.isCollision {
                    sqlite3_reset(statement.pointer)
                    collisions.append((index, error))
                }
            }
            guard let first = collisions.first?.error else { return changed }
            if collisions.count == waiting.count {
                // Each column is given up once. If that does not help, a row outside the answer has the value.
                let parked = columns.intersection(collisions.flatMap(\.error.columns))
                guard !parked.isEmpty else { throw first }
                columns.subtract(parked)
                do {
                    for index in waiting { try definition.park(keys[index], parked.sorted(), db) }
                } catch let error as SQLiteError {
                    // Another constraint on these columns, such as a CHECK, does not allow the temporary values.
                    guard case .constraint = error.kind else { throw error }
                    throw first
                }
            }
            waiting = collisions.map(\.index)
        }
    }
}

extension SQLiteError {
    /// Whether another row already has a unique value of the row.
    var isCollision: Bool {
        if case .constraint(let violation) = kind { violation.rule == .unique } else { false }
    }

    /// The columns of the constraint.
    var columns: [FoldedName] {
        if case .constraint(let violation) = kind { violation.columns.map { FoldedName($0) } } else { [] }
    }
}

extension KeyedRecord {
    /// The rows with these keys, in the order of the keys. Keys without a row are skipped.
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

    /// The keys of records in the form in which their table stores them, in the same order.
    package static func keys(of records: [Self], _ db: Database) throws -> [DatabaseValue] {
        try stored(primaryKeys(of: records), db)
    }

    /// Keys in the form in which the table stores them. With a transformer, a model may only know how to bind them.
    static func stored(_ keys: [Key], _ db: Database) throws -> [DatabaseValue] {
        // A hundred parameters of one row are read in a third of the time of a hundred rows.
        let width = keys.count < 100 ? 1 : 100
        let statement = try db.statement("SELECT \((1...width).map { "?\($0)" }.joined(separator: ", "))")
        defer { db.finish(statement) }
        var values: [DatabaseValue] = []
        values.reserveCapacity(keys.count)
        for start in stride(from: 0, to: keys.count, by: width) {
            let part = keys[start..<min(start + width, keys.count)]
            try statement.bind { for key in part { bind(key, to: &$0) } }
            defer { sqlite3_reset(statement.pointer) }
            _ = try db.step(statement)
            let row = Row(statement.pointer)
            for index in part.indices { try values.append(row.read(DatabaseValue.self, index - start)) }
        }
        return values
    }

    /// The key of the row that a key finds, in the form in which its table stores it.
    static func stored(as key: DatabaseValue, _ db: Database) throws -> DatabaseValue? {
        let column = table.definition.columns[table.definition.keys[0]].name
        return try db.rows("SELECT \(name: column) FROM \(name: table.name) WHERE \(name: column) = \(key)") {
            try $0.read(DatabaseValue.self, 0)
        }.first
    }

    /// Deletes the row with a key, and returns 0 if there is none.
    @discardableResult static func delete(key: DatabaseValue, _ db: Database) throws -> Int {
        let column = table.definition.columns[table.definition.keys[0]].name
        return try db.run("DELETE FROM \(name: table.name) WHERE \(name: column) = \(key)")
    }
}

extension Select where Root: KeyedRecord, Columns == Root.Columns, Output == Root {
    /// The keys of the rows, for a table whose key is a single column.
    func keys(_ db: Database) throws -> [DatabaseValue] {
        let definition = Root.table.definition
        let key = SQL(parts: definition.keys.map { .column(definition.columns[$0].name, table: definition.name) })
        return try values(of: key, db)
    }
}
