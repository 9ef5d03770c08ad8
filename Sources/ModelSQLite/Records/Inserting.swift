import CModelSQLite
import ModelRuntime

extension TableRecord {
    /// Inserts this row.
    ///
    /// - Throws: ``SQLiteError/Kind/constraint(_:)`` if it violates a constraint and the policy does not resolve the
    ///   conflict.
    @inlinable public func insert(_ db: Database, onConflict policy: ConflictPolicy = .abort) throws {
        try Self.write(CollectionOfOne(self), db, .insert, policy)
    }

    /// Inserts many rows with one prepared statement. If one fails, none is inserted.
    ///
    /// ```swift
    /// try await blog.write { db in try Post.insert(posts, db) }
    /// ```
    @inlinable public static func insert(
        _ records: some Sequence<Self>, _ db: Database, onConflict policy: ConflictPolicy = .abort
    ) throws {
        try db.savepoint { try write(records, db, .insert, policy) }
    }

    /// Runs a statement for each row.
    @inlinable static func write(
        _ records: some Sequence<Self>, _ db: Database, _ slot: Slot, _ policy: ConflictPolicy = .abort
    ) throws {
        try db.using(slot, policy, of: table.definition) { statement in
            for record in records {
                try statement.bindRow { record.write(fields: &$0) }
                try db.execute(statement)
            }
        }
    }
}

extension RowIDRecord {
    /// Inserts this row, and returns it with its rowid.
    @discardableResult @inlinable public func inserted(_ db: Database) throws -> Self {
        try insert(db)
        var record = self
        record.rowID = db.lastInsertedRowID
        return record
    }
}

/// A model without the key and the columns that the database assigns. Generated.
public protocol TableDraft: Sendable {
    /// The model that inserting a draft returns.
    associatedtype Record: TableRecord
    /// The columns that the database fills in, which are read back with RETURNING (SQLite 3.35).
    static var filled: [String] { get }
    /// Binds column n of the table to parameter n + 1. Columns that the database fills in have no parameter.
    func bind(to statement: inout RecordStatement)
    /// Creates the model from this draft and a row with the columns that the database filled in.
    func record(filledBy row: borrowing Row) throws -> Record
}

extension TableDraft where Self: ModelDraft, DraftedModel == Record {
    /// Binds the columns of the model.
    @inlinable public func bind(to statement: inout RecordStatement) { unassigned.write(fields: &statement) }
}

extension TableDraft {
    /// Inserts this draft and returns the model with its key.
    ///
    /// ```swift
    /// let post = try await blog.write { db in try Post.Draft(userId: 7, title: "Hello").insert(db) }
    /// ```
    @discardableResult @inlinable public func insert(_ db: Database) throws -> Record {
        guard let record = try insert(db, onConflict: .abort) else { throw SQLiteError.notFound(Record.self) }
        return record
    }

    /// Inserts this draft; returns nil if the policy skipped it.
    @discardableResult @inlinable public func insert(
        _ db: Database, onConflict policy: ConflictPolicy
    ) throws -> Record? {
        try Self.inserting(policy, db) { statement in try insert(statement, db) }
    }

    @inlinable static func inserting<Result>(
        _ policy: ConflictPolicy, _ db: Database, _ body: (PreparedStatement) throws -> Result
    ) throws -> Result {
        try db.using(.insertDraft, policy, of: Record.table.definition, returning: filled, body)
    }

    @inlinable func insert(_ statement: PreparedStatement, _ db: Database) throws -> Record? {
        try statement.bindRow { bind(to: &$0) }
        guard try db.step(statement) else {
            sqlite3_reset(statement.pointer)
            return nil
        }
        let record = try record(filledBy: Row(statement.pointer))
        try db.execute(statement)
        return record
    }
}

extension TableRecord {
    /// Inserts many drafts with one prepared statement. If one fails, none is inserted. Returns the models with their
    /// keys, except for those that `.ignore` skipped.
    @discardableResult @inlinable public static func insert<Drafts: Sequence>(
        _ drafts: Drafts, _ db: Database, onConflict policy: ConflictPolicy = .abort
    ) throws -> [Self] where Drafts.Element: TableDraft, Drafts.Element.Record == Self {
        try db.savepoint {
            try Drafts.Element.inserting(policy, db) { statement in
                try drafts.compactMap { draft in try draft.insert(statement, db) }
            }
        }
    }
}
