import CModelSQLite
import Foundation
import ModelStoredForms

/// The connections of a database: one writer and several concurrent readers.
///
/// A newly created file is in WAL mode, so readers never wait for the writer. Each read sees a snapshot, and each write
/// is a transaction. Accesses are served in the order of their requests. Source: <https://www.sqlite.org/wal.html>.
public final class DatabasePool: Sendable {
    let location: Location
    let configuration: DatabaseConfiguration
    package let writers: ConnectionQueue
    /// The queue for readers. It is ``writers`` if a second connection would open another database.
    package let readers: ConnectionQueue
    package let observers = ObserverList()
    /// The companion files before the database was opened: the write-ahead log and its index.
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

    /// Opens a database. A file that does not exist is created, unless the access is read-only.
    public convenience init(
        _ location: Location, _ configuration: DatabaseConfiguration = DatabaseConfiguration()
    ) throws {
        try self.init(opening: location, configuration)
        try performAndWait(writers) { connection, _ in
            try connection.settle()
            try connection.enterJournal(configuration.journal)
        }
    }

    /// Opens the connections without changing an existing file.
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
        let check = Locked<Connection.Check> { _ in }
        let open: @Sendable (Connection.Role) throws -> Connection = { role in
            try Connection(path: path, configuration: configuration, role: role, check: check)
        }
        writers = ConnectionQueue([try open(.writer)], limit: 1) { try open(.writer) }
        if case .file = location {
            readers = ConnectionQueue([], limit: max(1, configuration.readers)) { try open(.reader) }
        } else {
            readers = writers
        }
    }

    /// Closes a file that was rejected, leaving it and its companion files unchanged.
    func refuse() {
        // Closing normally would write a log left by another process into the file.
        if companions.hasLog {
            try? performAndWait(writers) { connection, _ in
                _ = modelsqlite_configure(connection.pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            }
        }
        closeAndWait()
        companions.removeNew()
    }

    deinit { readers.close { [writers] in writers.close {} } }

    /// Closes the database, and waits for running accesses to finish. Within an access, it does not wait.
    public func closeAndWait() {
        let done = DispatchSemaphore(value: 0)
        closeAll { done.signal() }
        // An access would wait for itself.
        if !readers.isHeldHere, !writers.isHeldHere { done.wait() }
    }

    fileprivate func closeAll(_ done: @escaping @Sendable () -> Void) {
        // The writer is closed last: as the only connection, it checkpoints the WAL.
        readers.close { [writers] in writers.close(done) }
        // Observers that are added later find the database closed.
        observers.changed(nil)
    }
}

// MARK: - Access

/// Something whose database is read and written through a pool.
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
    /// If the task is cancelled, the running statement is interrupted. The closure never runs on the main thread. It
    /// runs on the connection's own thread; or, if nobody else is reading, on the task's thread, which saves switching
    /// threads. All reads together occupy at most one of the threads that tasks share.
    public func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await pool.perform(pool.readers, .hereIfIdle) { connection, _ in try connection.read(body) }
    }

    /// Reads from a snapshot of the database, blocking the thread.
    public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try pool.performAndWait(pool.readers) { connection, _ in try connection.read(body) }
    }

    /// Changes the database in one transaction, which is rolled back if the closure throws.
    ///
    /// If the task is cancelled before the commit, the running statement is interrupted and everything is rolled back.
    /// The closure runs on the connection's own thread.
    @discardableResult public func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await pool.perform(pool.writers) { [pool] connection, job in try pool.write(connection, job, body) }
    }

    /// Changes the database in one transaction, blocking the thread.
    @discardableResult public func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try pool.performAndWait(pool.writers) { connection, job in try pool.write(connection, job, body) }
    }

    /// Closes the database after running accesses have finished. Later ones throw ``SQLiteError/Kind/closed``.
    public func close() async {
        await withCheckedContinuation { continuation in
            pool.closeAll { continuation.resume() }
        }
    }
}

extension DatabasePool {
    /// Runs a closure with the writing connection outside a transaction, for statements that SQLite rejects inside one,
    /// such as VACUUM and some pragmas.
    @discardableResult public func writeWithoutTransaction<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await perform(writers) { [self] connection, _ in try writeBare(connection, body) }
    }

    /// Runs a closure with the writing connection outside a transaction, blocking the thread.
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
            // IMMEDIATE, because a transaction that begins by reading cannot start to write while another one is
            // writing.
            try db.control("BEGIN IMMEDIATE", connection)
            let result = try connection.checked { try body(db) }
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
