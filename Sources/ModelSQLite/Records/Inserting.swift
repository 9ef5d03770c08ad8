import Foundation
import ModelRuntime

extension TableRecord {
    /// Inserts this row.
    ///
    /// - Throws: ``SQLiteError/Kind/constraint(_:)`` if it violates a constraint and the policy does not resolve the
    ///   conflict.
    @inlinable public func insert(_ db: Database, onConflict policy: ConflictPolicy = .abort) throws {
        try write(db, Slot.insert + policy.rawValue) { $0.insertSQL(policy) }
    }

    /// Inserts many rows: prepared once, and undone as a whole at the first failure.
    ///
    /// ```swift
    /// try await blog.write { db in try Post.insert(posts, db) }
    /// ```
    @inlinable public static func insert<Records: Sequence>(
        _ records: Records,
        _ db: Database,
        onConflict policy: ConflictPolicy = .abort
    ) throws where Records.Element == Self {
        try write(records, db, Slot.insert + policy.rawValue) { $0.insertSQL(policy) }
    }

    /// Runs a statement that inserts this row.
    @inlinable func write(_ db: Database, _ slot: Int, _ sql: (TableDefinition) -> String) throws {
        let definition = Self.table.definition
        let statement = try db.statement(slot, of: definition, sql)
        defer { db.finish(statement) }
        try statement.bind(limit: definition.insertLimit) { bind(to: &$0) }
        try db.execute(statement)
    }

    /// Runs a statement for each row, all of them or none.
    @inlinable static func write<Records: Sequence>(
        _ records: Records, _ db: Database, _ slot: Int, _ sql: (TableDefinition) -> String
    ) throws where Records.Element == Self {
        try db.savepoint {
            let statement = try db.statement(slot, of: table.definition, sql)
            let limit = table.definition.insertLimit
            var count = 0
            defer { db.finish(statement, runs: count) }
            for record in records {
                try statement.bind(limit: limit) { record.bind(to: &$0) }
                try db.execute(statement)
                count += 1
            }
        }
    }
}

extension RowIDRecord {
    /// This row with the rowid that it got when it was inserted.
    @discardableResult @inlinable public func inserted(_ db: Database) throws -> Self {
        try insert(db)
        var record = self
        record.rowID = db.lastInsertedRowID
        return record
    }
}

/// A model without the key and the columns that the database assigns. Generated.
public protocol TableDraft: Sendable {
    /// The model that inserting returns.
    associatedtype Record: TableRecord
    /// How a draft is inserted.
    static var table: DraftTable<Record> { get }
    /// Binds column n of the table to parameter n + 1; columns that the database fills have no parameter.
    func bind(to statement: inout RecordStatement)
    /// The model, if the database fills only the integer key.
    func record(rowID: Int64) throws -> Record
    /// The model, if the database fills other columns: they are in the row in the order of ``DraftTable``.
    func record(filledBy row: borrowing Row) throws -> Record
}

extension TableDraft where Self: ModelDraft, DraftedModel == Record {
    /// Binds the columns of the model.
    @inlinable public func bind(to statement: inout RecordStatement) { Self.model(of: self).bind(to: &statement) }
}

extension TableDraft {
    /// Not used by this draft.
    public func record(rowID: Int64) throws -> Record {
        throw SQLiteError.misuse("`\(Self.self)` gets values other than its key from the database")
    }
    /// Not used by this draft.
    public func record(filledBy row: borrowing Row) throws -> Record {
        throw SQLiteError.misuse("`\(Self.self)` gets only its key from the database")
    }
}

/// How drafts are inserted.
public struct DraftTable<Record: TableRecord>: Sendable {
    /// The values returned by the database.
    public let filled: Filled
    /// The indexes of the columns that a draft binds.
    private let bound: [Int]
    /// The highest parameter of an insert.
    @usableFromInline let limit: Int

    /// The values assigned by the database.
    public enum Filled: Sendable {
        /// Only the integer key, which is known without another query.
        case rowID
        /// These columns, read back by RETURNING (SQLite 3.35).
        case columns([String])
    }

    /// A draft has all columns of the table but those that the database assigns.
    public init(filled: Filled = .rowID) {
        self.filled = filled
        let table = Record.table.definition
        bound = table.written.filter { index in
            switch filled {
            case .rowID: !table.keys.contains(index)
            case .columns(let names): !names.contains(table.columns[index].name)
            }
        }
        limit = (bound.last ?? -1) + 1
    }

    @usableFromInline func insertSQL(_ policy: ConflictPolicy) -> String {
        let sql = Record.table.definition.insertSQL(policy, bound)
        guard case .columns(let filled) = filled else { return sql }
        return sql + " RETURNING " + filled.map(\.quotedForSQL).joined(separator: ", ")
    }
}

extension TableDraft {
    /// Inserts this draft and returns the model with its key.
    ///
    /// ```swift
    /// let post = try await blog.write { db in try Post.Draft(userId: 7, title: "Hello").insert(db) }
    /// ```
    @discardableResult @inlinable public func insert(_ db: Database) throws -> Record {
        let statement = try Self.statement(.abort, db)
        defer { db.finish(statement) }
        guard let record = try insert(statement, db) else { throw SQLiteError.notFound(Record.self) }
        return record
    }

    /// Inserts this draft; nil if the policy skipped it.
    @discardableResult @inlinable public func insert(
        _ db: Database,
        onConflict policy: ConflictPolicy
    ) throws -> Record? {
        let statement = try Self.statement(policy, db)
        defer { db.finish(statement) }
        return try insert(statement, db)
    }

    @inlinable static func statement(_ policy: ConflictPolicy, _ db: Database) throws -> PreparedStatement {
        try db.statement(Slot.insertDraft + policy.rawValue, of: Record.table.definition) { _ in
            Self.table.insertSQL(policy)
        }
    }

    @inlinable func insert(_ statement: PreparedStatement, _ db: Database) throws -> Record? {
        try statement.bind(limit: Self.table.limit) { bind(to: &$0) }
        switch Self.table.filled {
        case .rowID:
            try db.execute(statement)
            return db.changedNothing ? nil : try record(rowID: db.lastInsertedRowID)
        case .columns:
            guard try db.step(statement) else { return nil }
            let record = try record(filledBy: Row(statement.pointer))
            try db.execute(statement)
            return record
        }
    }
}

extension TableRecord {
    /// Inserts many drafts: prepared once, and undone as a whole at the first failure. Returns the models with their keys,
    /// without those that `.ignore` skipped.
    @discardableResult @inlinable public static func insert<Drafts: Sequence>(
        _ drafts: Drafts,
        _ db: Database,
        onConflict policy: ConflictPolicy = .abort
    ) throws -> [Self] where Drafts.Element: TableDraft, Drafts.Element.Record == Self {
        try db.savepoint {
            let statement = try Drafts.Element.statement(policy, db)
            var records: [Self] = []
            records.reserveCapacity(drafts.underestimatedCount)
            defer { db.finish(statement, runs: records.count) }
            for draft in drafts {
                if let record = try draft.insert(statement, db) { records.append(record) }
            }
            return records
        }
    }
}

extension Database {
    @usableFromInline package var changedNothing: Bool { changes == 0 }
}
