import ModelREST
import ModelRepository
import ModelSQLite

/// Stores a server's models as rows of their table, where queries, relations and observers find them.
///
/// ```swift
/// let store = Post.Repository(api: api.posts, cache: DatabaseCache(db.pool))
/// ```
/// A reply is stored in one transaction, together with the record of the request. An existing row is updated in place,
/// and only if it differs: so no cascade deletes rows that refer to it, and observers are not notified needlessly. The
/// answer itself is stored as the keys that were received, in the server's order, so a list is shown exactly as it was
/// returned.
///
/// A row is deleted if the server says that it no longer exists, or if it is missing from a complete list; see
/// ``init``.
public struct DatabaseCache<Record: KeyedRecord & Identifiable, ListQuery: ListParameters>: ModelCache
where Record.ID == Record.Key, Record.Key: SQLiteValue & Hashable & Sendable {
    /// The stored model.
    public typealias Model = Record

    private let pool: DatabasePool
    let rows: RowWriter<Record>
    let nested: [NestedRows<Record>]
    let about: (@Sendable (ListQuery) -> Query<Record>?)?
    private(set) var isHere: (@Sendable (Record) -> Bool)?
    let origin: KeyOrigin
    /// The form of the stored models in this release of the program.
    let form: String

    /// Creates a cache in a database.
    ///
    /// - Parameters:
    ///   - pool: The database's connections.
    ///   - localColumns: Columns that the server doesn't know; they keep their values.
    ///   - nested: Nested objects with their own rows.
    ///   - keys: Who assigns keys. Rows whose keys the program assigns may not be known to the server yet, so a
    ///     complete list only deletes rows that it contained before.
    ///   - completeLists: The rows that match a query, if its list is complete, so that missing rows no longer exist;
    ///     nil if this cannot be determined from columns.
    public init(
        _ pool: DatabasePool,
        localColumns: [String] = [],
        nested: [NestedRows<Record>] = [],
        keys: KeyOrigin = .server,
        completeLists: (@Sendable (ListQuery) -> Query<Record>?)? = nil
    ) {
        self.pool = pool
        rows = RowWriter(localColumns: localColumns, extent: .whole)
        self.nested = nested
        about = completeLists
        origin = keys
        form = String(nested.reduce(storedForm(of: Record.self)) { $0 &* 31 &+ $1.form }, radix: 36)
    }

    /// Returns this cache for the models of one location, if the table has those of several. A complete list of one
    /// location does not affect the others.
    public func within(_ resource: Resource<Record>) -> DatabaseCache where Record: RESTModel {
        var cache = self
        cache.isHere = resource.contains
        return cache
    }

    /// Returns the stored answer, with the current rows. Rows that cannot be read count as absent, and the server's
    /// answer replaces them. If they cannot be read because of a local column, calls return the server's models as
    /// received.
    public func answer(to question: Question<ListQuery, Record.Key>) async throws -> Answer<Record>? {
        try await pool.read { db in try RowStore(cache: self, db).answer(to: question) }
    }

    /// Registers a question. If the file cannot be written, perhaps because another process keeps it locked, the answer
    /// to it is not stored.
    public func ask(_ question: Question<ListQuery, Record.Key>?) async throws -> OpenQuestion {
        do {
            return try await change { try $0.register(question) }
        } catch let error as SQLiteError where question != nil && error.isUnwritable {
            return .unregistered
        }
    }

    /// Stores a reply in one transaction. If the file cannot be written, for example because the disk is full, the reply
    /// is returned, but not stored.
    ///
    /// A row outside the reply that still has a unique value of a row in it is out of date. In that case, the reply is
    /// returned, but not stored until the other row has been requested again.
    public func keep(
        _ reply: Reply<Record>,
        to question: Question<ListQuery, Record.Key>,
        _ open: OpenQuestion
    ) async throws -> Answer<Record>? {
        do {
            if case .unchanged = reply { return try await change { try $0.store(reply, to: question, open) } }
            return try await write { try $0.store(reply, to: question, open) }
        } catch let error as SQLiteError where error.isCollision || error.isUnwritable {
            if case .changes = reply { throw error }
            if error.isCollision { try await close(open, .nothingDone) }
            return reply.answer(open.date)
        }
    }

    /// Stores the result of a write in one transaction. If a row that is out of date has a unique value of the written
    /// row, all answers are marked as no longer fresh instead.
    public func keep(_ reply: WriteReply<Record>, _ open: OpenQuestion) async throws -> Record? {
        do {
            return try await write { try $0.store(reply, open) }
        } catch let error as SQLiteError where error.isCollision {
            try await close(open, .outcomeUnknown)
            return reply.model
        }
    }

    /// Ends a question or a write without an answer.
    public func close(_ open: OpenQuestion, _ failure: Failure) async throws {
        try await change { try $0.end(open, failure) }
    }

    /// Deletes every row of the table, including those that the server does not know yet, and all answers.
    ///
    /// Rows of nested objects stay in their tables. If rows of another table refer to rows of this one and restrict
    /// their deletion, nothing is deleted, and the error says so. Remove those rows first.
    public func removeAll() async throws {
        try await write { try $0.removeAll() }
    }

    /// Runs a transaction that writes rows, which may be inserted before the rows that they refer to. Rows that are still
    /// missing at its end are reported.
    private func write<Result: Sendable>(
        _ body: @escaping @Sendable (RowStore<Record, ListQuery>) throws -> Result
    ) async throws -> Result {
        try await change { store in
            let references = ForeignKeys(store.ledger.db)
            try references.deferChecks()
            let result = try body(store)
            try references.check(Record.self)
            return result
        }
    }

    /// Runs a transaction that only writes to the cache's own tables.
    private func change<Result: Sendable>(
        _ body: @escaping @Sendable (RowStore<Record, ListQuery>) throws -> Result
    ) async throws -> Result {
        try await pool.write { db in
            let store = RowStore(cache: self, db)
            try store.ledger.create()
            return try body(store)
        }
    }
}

extension SQLiteError {
    /// Whether nothing can be written to the file, at least not now.
    fileprivate var isUnwritable: Bool { [.full, .readOnly, .inputOutput, .cannotOpen, .busy].contains(kind) }
}

/// Who assigns the keys of a table's rows.
public enum KeyOrigin: Hashable, Sendable {
    /// The server: every row comes from it.
    case server
    /// The program or its database: rows may be created here that the server does not know yet.
    case program
}
