extension TableRecord {
    /// Returns all rows.
    @inlinable public static func all(_ db: Database) throws -> [Self] {
        try db.using(.all, of: table.definition) { try db.records($0) }
    }

    /// Returns the row with the lowest key (any row of a view), or nil if there is none.
    @inlinable public static func first(_ db: Database) throws -> Self? { try row(.first, db) }

    /// Returns the row with the highest key (any row of a view), or nil if there is none. Without a key, it is the row
    /// with the highest rowid.
    @inlinable public static func latest(_ db: Database) throws -> Self? { try row(.latest, db) }

    /// Returns the number of rows.
    public static func count(_ db: Database) throws -> Int {
        try all.count(db)
    }

    /// Returns the first row that satisfies a fixed condition. Generated finders by a unique key call this.
    ///
    /// ```swift
    /// static func find(email: String, _ db: Database) throws -> User? {
    ///     try first(db, where: "\"email\" = ?1") { statement in statement.field(email) }
    /// }
    /// ```
    @inlinable public static func first(
        _ db: Database, where condition: String, bind: (inout RecordStatement) throws -> Void
    ) throws -> Self? {
        try db.running("\(table.definition.selectSQL) WHERE \(condition)", Self.self, bind) { try db.record($0) }
    }
}

extension KeyedRecord {
    /// Returns the row with a key, or nil.
    ///
    /// ```swift
    /// let post = try await blog.read { db in try Post.find(12, db) }
    /// ```
    @inlinable public static func find(_ key: Key, _ db: Database) throws -> Self? {
        try row(.find, db) { bind(key, to: &$0) }
    }

    /// Returns whether there is a row with this key.
    @inlinable public static func exists(_ key: Key, _ db: Database) throws -> Bool {
        try db.using(.exists, of: table.definition) { statement in
            try statement.bind { bind(key, to: &$0) }
            return try db.step(statement)
        }
    }

    /// Returns this row as it is stored now, with the database's defaults, generated columns and changes by others.
    ///
    /// - Throws: ``SQLiteError/Kind/notFound(_:)`` if it no longer exists.
    @inlinable public func reloaded(_ db: Database) throws -> Self {
        guard let record = try Self.find(primaryKey, db) else { throw SQLiteError.notFound(Self.self) }
        return record
    }

    /// Replaces this value with the row as it is stored now.
    @inlinable public mutating func reload(_ db: Database) throws { self = try reloaded(db) }
}

extension RowIDRecord {
    /// Returns the row with a rowid, or nil.
    @inlinable public static func find(rowID: Int64, _ db: Database) throws -> Self? {
        try row(.find, db) { $0.field(rowID) }
    }
}

extension TableRecord {
    @inlinable static func row(
        _ slot: Slot, _ db: Database, bind: (inout RecordStatement) throws -> Void = { _ in }
    ) throws -> Self? {
        try db.using(slot, of: table.definition) { statement in
            try statement.bind(bind)
            return try db.record(statement)
        }
    }
}

extension Database {
    /// The records of the next rows of a statement.
    @inlinable package func records<Record: TableRecord>(
        _ statement: PreparedStatement, atMost limit: Int = .max
    ) throws -> [Record] {
        try results(statement, atMost: limit) { row in try row.record() }
    }

    /// The record of the first row.
    @inlinable package func record<Record: TableRecord>(_ statement: PreparedStatement) throws -> Record? {
        try step(statement) ? try Row(statement.pointer).record() : nil
    }
}
