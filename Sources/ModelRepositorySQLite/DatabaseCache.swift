import Foundation
import ModelREST
import ModelRepository
import ModelSQLite

/// Keeps the models of a source as rows of their table, where queries, relations and observers find them.
///
///     let store = Post.Repository(api: api.posts, cache: DatabaseCache(db.pool) { query in
///         Post.all.matching(\.userId, query.userId).order { [$0.createdAt.desc] }
///     })
///
/// An answer is written in one transaction: from the bytes of the response to structs, from structs to rows. A row that is
/// there is updated in place, so that nothing that refers to it is deleted by a cascade. Rows that other tables refer to must
/// be there first: posts of unknown users are refused by their foreign key, and the cache is as before.
///
/// What becomes of rows that the source no longer has is told by `ListCoverage` and ``MissingRows``: only a list that is
/// whole can miss any, and only rows that its query is about. A page replaces the rows it brings and leaves all others.
///
/// When an answer was kept stands beside the rows, in a table of this library's own (`modelgen_answers`): it is known after
/// a restart, and forgotten when the database is migrated to another version. A model that came with a list is as old as
/// that list.
public struct DatabaseCache<Record: KeyedRecord & Identifiable, ListQuery: ListParameters>: ModelCache
where Record.ID == Record.Key, Record.Key: SQLiteValue & Sendable {
    /// What is kept.
    public typealias Model = Record

    private let pool: DatabasePool
    private let missing: MissingRows
    private let localColumns: [String]
    private let rows: @Sendable (ListQuery) -> Query<Record>?
    private let dates = AnswerDates(of: Record.table.definition.name)

    /// A cache in a database.
    ///
    /// - Parameters:
    ///   - pool: the database's connections.
    ///   - missing: what becomes of rows that a whole list does not have.
    ///   - localColumns: columns that the source knows nothing of; they keep what they hold.
    ///   - rows: the rows that a query is about; nil where the columns cannot tell. Without an order of its own, that of the
    ///     key holds.
    public init(
        _ pool: DatabasePool,
        missing: MissingRows = .kept,
        localColumns: [String] = [],
        rows: @escaping @Sendable (ListQuery) -> Query<Record>?
    ) {
        self.pool = pool
        self.missing = missing
        self.localColumns = localColumns
        self.rows = rows
    }

    /// The rows of a query; nil where there is none and the source has not said so.
    public func list(_ query: ListQuery) async throws -> Cached<[Record]>? {
        guard let rows = rows(query)?.orderedByKey else { return nil }
        return try await pool.read { db in
            let date = try dates.date(ofList: query.text, db)
            let records = try rows.all(db)
            return records.isEmpty && date == nil ? nil : Cached(records, date: date)
        }
    }

    /// The row with a key.
    public func model(_ id: Record.Key) async throws -> Cached<Record>? {
        try await pool.read { db in
            guard let record = try Record.find(id, db) else { return nil }
            return Cached(record, date: try dates.date(ofModel: id, db))
        }
    }

    /// Writes the rows of a list, and deletes those that a whole list does not have where that is wanted.
    public func keep(
        _ models: [Record],
        answering query: ListQuery,
        covering coverage: ListCoverage
    ) async throws -> [Record] {
        let rows = rows(query)
        let about = coverage == .whole && missing == .deleted ? rows : nil
        return try await pool.write { db in
            // First, so that a unique value can go from a row that is gone to one that comes.
            try about?.deleteAll(but: models, db)
            let kept = try write(models, db)
            // Where the columns cannot tell the list, nobody asks how old it is.
            if rows != nil { try dates.set(list: query.text, of: models.map(\.primaryKey), db) }
            return kept
        }
    }

    /// Writes a row.
    public func keep(_ model: Record) async throws -> Record {
        try await pool.write { db in
            let kept = try write([model], db)
            try dates.set(model: model.primaryKey, db)
            return kept.first ?? model
        }
    }

    /// Deletes a row.
    public func remove(_ id: Record.Key) async throws {
        try await pool.write { db in
            try Record.delete(id, db)
            try dates.forget(model: id, db)
        }
    }

    private func write(_ models: [Record], _ db: Database) throws -> [Record] {
        guard !localColumns.isEmpty else {
            try Record.upsert(models, db)
            return models
        }
        try Record.upsert(models, db, keeping: localColumns)
        return try models.map { try $0.reloaded(db) }
    }
}

/// What becomes of rows that a list of the source should have, and does not.
public enum MissingRows: Hashable, Sendable {
    /// They are deleted: every row comes from the source.
    case deleted
    /// They stay: some rows may be made here, and not be known to the source yet.
    case kept
}
