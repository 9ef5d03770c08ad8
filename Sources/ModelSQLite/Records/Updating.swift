extension KeyedRecord {
    /// Writes all fields of this row.
    ///
    /// - Throws: ``SQLiteError/Kind/notFound(_:)`` if no row has the key.
    @inlinable public func update(_ db: Database) throws {
        if try !updateIfPresent(db) { throw SQLiteError.notFound(Self.self) }
    }

    /// Writes all fields of this row if a row has its key, and returns whether one does.
    @inlinable public func updateIfPresent(_ db: Database) throws -> Bool {
        if Self.table.definition.values.isEmpty { return try Self.exists(primaryKey, db) }
        return try overwrite(db)
    }

    /// Updates the row that has the key; if there is none, inserts this one.
    @inlinable public func save(_ db: Database) throws {
        if try !updateIfPresent(db) { try insert(db) }
    }

    /// Inserts this row, or updates the one that has its key, in one statement.
    ///
    /// Source: <https://www.sqlite.org/lang_upsert.html>.
    @inlinable public func upsert(_ db: Database) throws {
        try Self.write(CollectionOfOne(self), db, .upsert)
    }

    /// Inserts or updates many rows with one prepared statement. If one fails, nothing is changed.
    @inlinable public static func upsert(_ records: some Sequence<Self>, _ db: Database) throws {
        try db.savepoint { try write(records, db, .upsert) }
    }

    /// Deletes this row, and returns whether it existed.
    @discardableResult @inlinable public func delete(_ db: Database) throws -> Bool { try Self.delete(primaryKey, db) }

    /// Deletes the row with a key, and returns whether it existed.
    @discardableResult @inlinable public static func delete(_ key: Key, _ db: Database) throws -> Bool {
        try remove(db) { bind(key, to: &$0) }
    }
}

extension RowIDRecord {
    /// Writes all fields of this row.
    ///
    /// - Throws: ``SQLiteError/Kind/notFound(_:)`` if it was never inserted or no longer exists.
    public func update(_ db: Database) throws {
        if try !overwrite(db) { throw SQLiteError.notFound(Self.self) }
    }

    /// Deletes this row, and returns whether it existed.
    @discardableResult public func delete(_ db: Database) throws -> Bool {
        try Self.remove(db) { $0.fieldIfPresent(rowID) }
    }
}

extension TableRecord {
    /// Writes all columns to the row with this key, and returns whether there is one.
    @inlinable package func overwrite(_ db: Database) throws -> Bool {
        try Self.write(CollectionOfOne(self), db, .update)
        return db.changes > 0
    }

    /// Deletes the row with a key, and returns whether there was one.
    @inlinable static func remove(_ db: Database, key: (inout RecordStatement) -> Void) throws -> Bool {
        try db.using(.delete, of: table.definition) { statement in
            try statement.bind(key)
            try db.execute(statement)
            return db.changes > 0
        }
    }
}
