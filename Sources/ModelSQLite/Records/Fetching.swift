import Foundation

extension TableRecord {
    /// All rows.
    @inlinable public static func all(_ db: Database) throws -> [Self] {
        let statement = try db.statement(Slot.all, of: table.definition) { $0.selectSQL }
        defer { db.finish(statement) }
        return try db.records(statement)
    }

    /// The row with the lowest key (any row of a view), or nil if there is none.
    @inlinable public static func first(_ db: Database) throws -> Self? {
        let statement = try db.statement(Slot.first, of: table.definition) { $0.orderedSQL("ASC") }
        defer { db.finish(statement) }
        return try db.record(statement)
    }

    /// Returns the number of rows.
    public static func count(_ db: Database) throws -> Int {
        try all.count(db)
    }

    /// The first row that matches a fixed condition. Generated finders by a unique key call this.
    ///
    /// ```swift
    /// static func find(email: String, _ db: Database) throws -> User? {
    ///     try first(db, where: "\"email\" = ?1") { statement in try statement.bind(email, 1) }
    /// }
    /// ```
    @inlinable public static func first(
        _ db: Database,
        where condition: String,
        bind: (borrowing Statement) throws -> Void
    ) throws -> Self? {
        let statement = try db.statement("\(table.definition.selectSQL) WHERE \(condition)")
        defer { db.finish(statement) }
        try bind(statement.handle)
        return try db.record(statement)
    }
}

extension KeyedRecord {
    /// The row with a key, or nil.
    ///
    /// ```swift
    /// let post = try await blog.read { db in try Post.find(12, db) }
    /// ```
    @inlinable public static func find(_ key: Key, _ db: Database) throws -> Self? {
        try row(key, db)
    }

    /// The row with the highest key, or nil if there is none.
    @inlinable public static func latest(_ db: Database) throws -> Self? {
        try lastRow(db)
    }

    /// Whether a row has a key.
    @inlinable public static func exists(_ key: Key, _ db: Database) throws -> Bool {
        let statement = try db.statement(Slot.exists, of: table.definition) { $0.existsSQL }
        defer { db.finish(statement) }
        try key.bind(keyTo: statement.handle, from: 1)
        return try db.step(statement)
    }

    /// This row as it is stored now: with the database's defaults, generated columns and others' changes.
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
    /// The row with the highest rowid, which was inserted last; nil if there is none.
    @inlinable public static func latest(_ db: Database) throws -> Self? {
        try lastRow(db)
    }

    /// The row with a rowid, or nil.
    @inlinable public static func find(rowID: Int64, _ db: Database) throws -> Self? {
        try row(rowID, db)
    }
}

extension TableRecord {
    @inlinable static func row(_ key: some TableKey, _ db: Database) throws -> Self? {
        let statement = try db.statement(Slot.find, of: table.definition) { $0.findSQL }
        defer { db.finish(statement) }
        try key.bind(keyTo: statement.handle, from: 1)
        return try db.record(statement)
    }

    @inlinable static func lastRow(_ db: Database) throws -> Self? {
        let statement = try db.statement(Slot.latest, of: table.definition) { $0.orderedSQL("DESC") }
        defer { db.finish(statement) }
        return try db.record(statement)
    }
}

extension Database {
    /// The records of the next rows of a statement.
    @inlinable package func records<Record: TableRecord>(
        _ statement: PreparedStatement,
        atMost limit: Int = .max
    ) throws -> [Record] {
        try locating(Record.self, statement) {
            try results(statement, atMost: limit) { row in try Record(row: row) }
        }
    }

    /// The record of the first row.
    @inlinable package func record<Record: TableRecord>(_ statement: PreparedStatement) throws -> Record? {
        try locating(Record.self, statement) {
            try step(statement) ? try Record(row: Row(statement.pointer)) : nil
        }
    }
}

/// The prepared statements of each table.
@usableFromInline package enum Slot {
    @usableFromInline package static let find = 0
    @usableFromInline static let exists = 1
    @usableFromInline static let all = 2
    @usableFromInline static let first = 3
    @usableFromInline static let latest = 4
    @usableFromInline static let update = 6
    @usableFromInline package static let delete = 7
    @usableFromInline static let upsert = 8
    /// Five: one for each conflict policy.
    @usableFromInline static let insert = 9
    /// Five: one for each conflict policy.
    @usableFromInline static let insertDraft = 14
}
