import CModelSQLite
import Foundation

/// The connections of a database: one writer and several concurrent readers.
///
/// A newly created file is in WAL mode: readers never wait for the writer. Each read sees a snapshot, each write is a
/// transaction. Accesses are served in order. Source: <https://www.sqlite.org/wal.html>.
public final class DatabasePool: Sendable {
    let location: Location
    let configuration: DatabaseConfiguration
    package let writers: ConnectionQueue
    /// The same as ``writers`` where a second connection would see another database.
    package let readers: ConnectionQueue
    package let observers = ObserverList()
    /// The companion files before it was opened: a write-ahead log, its index.
    private let companions: Companions

    /// The location of a database.
    public enum Location: Hashable, Sendable {
        /// A file.
        case file(URL)
        /// In memory, for the lifetime of the pool.
        case memory
        /// In memory, spilling to disk, for the lifetime of the pool.
        case temporary
    }

    /// Opens a database. If the file does not exist, it is created, unless the access is read-only.
    public convenience init(
        _ location: Location, _ configuration: DatabaseConfiguration = DatabaseConfiguration()
    ) throws {
        try self.init(opening: location, configuration)
        try performAndWait(writers) { connection, _ in
            try connection.settle()
            try connection.enterJournal(configuration.journal)
        }
    }

    /// Opens the connections, and changes nothing in a file that is there.
    init(opening location: Location, _ configuration: DatabaseConfiguration) throws {
        self.location = location
        self.configuration = configuration
        let path: String
        switch location {
        case .file(let url): path = url.path
        case .memory: path = ":memory:"
        case .temporary: path = ""
        }
        companions = Companions(of: location)
        let open: @Sendable (Connection.Role) throws -> Connection = { role in
            try Connection(path: path, configuration: configuration, role: role)
        }
        writers = ConnectionQueue([try open(.writer)], limit: 1) { try open(.writer) }
        if case .file = location {
            readers = ConnectionQueue([], limit: max(1, configuration.readers)) { try open(.reader) }
        } else {
            readers = writers
        }
    }

    /// Releases a file that was refused: it and its companion files stay unchanged.
    func refuse() {
        // Closing would write the log that somebody left into the file.
        if companions.hasLog {
            try? performAndWait(writers) { connection, _ in
                _ = modelsqlite_configure(connection.pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            }
        }
        closeAndWait()
        companions.removeNew()
    }

    deinit { readers.close { [writers] in writers.close {} } }

    /// Closes the database and waits until running accesses are finished; within one of them, it does not wait.
    public func closeAndWait() {
        let done = DispatchSemaphore(value: 0)
        closeAll { done.signal() }
        // An access would wait for itself.
        if !readers.isHeldHere, !writers.isHeldHere { done.wait() }
    }

    fileprivate func closeAll(_ done: @escaping @Sendable () -> Void) {
        // The writer goes last: it folds the WAL back into the file when it is the only connection.
        readers.close { [writers] in writers.close(done) }
        // An observer that is added from now on finds the database closed.
        observers.changed(nil)
    }
}

// MARK: - Access

/// A database that is read and written through a pool.
public protocol DatabaseAccess: Sendable {
    /// The connections.
    var pool: DatabasePool { get }
}

extension DatabasePool: DatabaseAccess {
    /// Itself.
    public var pool: DatabasePool { self }
}

extension DatabaseAccess {
    /// Reads from a snapshot of the database.
    ///
    /// ```swift
    /// let post = try await pool.read { db in try Post.find(12, db) }
    /// ```
    /// If the task is cancelled, the running statement is interrupted. The closure never runs on the main thread. It runs
    /// on the connection's own thread or, if nobody else is reading, on the thread of the task, which saves switching
    /// threads. Of all threads that tasks share, reads hold at most one at a time.
    public func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await pool.perform(pool.readers, .hereIfIdle) { connection, _ in try connection.read(body) }
    }

    /// Reads from a snapshot of the database, blocking the thread.
    public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try pool.performAndWait(pool.readers) { connection, _ in try connection.read(body) }
    }

    /// Changes the database in one transaction: all of it is kept, or nothing if the closure throws.
    ///
    /// When the task is cancelled before the commit, the statement that runs is interrupted and everything is undone. The
    /// closure runs on the connection's own thread.
    @discardableResult public func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await pool.perform(pool.writers) { [pool] connection, job in try pool.write(connection, job, body) }
    }

    /// Changes the database in one transaction and waits for it.
    @discardableResult public func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try pool.performAndWait(pool.writers) { connection, job in try pool.write(connection, job, body) }
    }

    /// Closes the database when running accesses are finished. Later ones throw ``SQLiteError/Kind/closed``.
    public func close() async {
        await withCheckedContinuation { continuation in
            pool.closeAll { continuation.resume() }
        }
    }
}

extension DatabasePool {
    /// The writing connection outside a transaction, for what SQLite refuses within one: VACUUM, some pragmas.
    @discardableResult public func writeWithoutTransaction<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await perform(writers) { [self] connection, _ in try writeBare(connection, body) }
    }

    /// The writing connection outside a transaction, blocking the thread.
    @discardableResult public func writeWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result
    {
        try performAndWait(writers) { connection, _ in try writeBare(connection, body) }
    }

    private func writeBare<Result>(_ connection: Connection, _ body: (Database) throws -> Result) throws -> Result {
        try connection.access(.bare) { db in
            // Earlier statements are committed even if a later one fails.
            defer { observers.changed(db.changed) }
            return try body(db)
        }
    }

    fileprivate func write<Result>(
        _ connection: Connection, _ job: Job, _ body: (Database) throws -> Result
    ) throws -> Result {
        if configuration.access == .readOnly {
            throw SQLiteError(.readOnly, code: SQLITE_READONLY, message: "the database is opened read-only")
        }
        return try connection.access(.write) { db in
            // IMMEDIATE: a transaction that begins by reading could not become a writing one while another writes.
            try db.control("BEGIN IMMEDIATE", connection)
            let result = try body(db)
            if connection.isAutocommit { throw SQLiteError.rolledBack() }
            try job.settle()
            try db.control("COMMIT", connection)
            observers.changed(db.changed)
            return result
        }
    }

    package func perform<Result: Sendable>(
        _ queue: ConnectionQueue,
        _ place: AccessPlace = .ownThread,
        _ body: @escaping @Sendable (Connection, Job) throws -> Result
    ) async throws -> Result {
        let job = Job(queue)
        return try await withTaskCancellationHandler {
            if place == .hereIfIdle {
                if SharedThreads.isTurnOver() { await Task.yield() }
                let result = try SharedThreads.lend { try queue.takeAlone().map { try job.run($0, body) } }
                if let result { return result }
            }
            return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
                queue.take(job) { granted in
                    switch granted {
                    case .failure(let error): continuation.resume(throwing: error)
                    case .success(let connection):
                        connection.thread.async {
                            continuation.resume(with: Swift.Result { try job.run(connection, body) })
                        }
                    }
                }
            }
        } onCancel: {
            job.cancel()
        }
    }

    func performAndWait<Result>(_ queue: ConnectionQueue, _ body: (Connection, Job) throws -> Result) throws -> Result {
        if queue.isHeldHere {
            throw SQLiteError.misuse("this thread is already accessing the database; use the handle of that access")
        }
        let job = Job(queue)
        let isGranted = DispatchSemaphore(value: 0)
        var connection = Swift.Result<Connection, any Error>.failure(CancellationError())
        queue.take(job) { granted in
            connection = granted
            isGranted.signal()
        }
        isGranted.wait()
        return try job.run(connection.get(), body)
    }
}
