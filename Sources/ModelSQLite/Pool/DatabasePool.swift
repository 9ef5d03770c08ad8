import CModelSQLite
import Foundation

/// The connections of a database: one writer and several concurrent readers.
///
/// A newly created file is in WAL mode: readers never wait for the writer. Each read sees a snapshot, each write is a
/// transaction. Accesses are served in order. Source: <https://www.sqlite.org/wal.html>.
public final class DatabasePool: Sendable {
    let location: Location
    let configuration: DatabaseConfiguration
    let writers: ConnectionQueue
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
        _ location: Location,
        _ configuration: DatabaseConfiguration = DatabaseConfiguration()
    ) throws {
        try self.init(opening: location, configuration)
        try performAndWait(writers) { connection, _ in try connection.settle() }
        try settleJournal()
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
        let first = try Connection(path: path, configuration: configuration, role: .writer)
        if case .file = location {
            writers = ConnectionQueue(limit: 1) { throw SQLiteError.misuse("a pool has one writer") }
            readers = ConnectionQueue(limit: max(1, configuration.readers)) {
                try Connection(path: path, configuration: configuration, role: .reader)
            }
        } else {
            writers = ConnectionQueue(limit: 1) { throw SQLiteError.misuse("a pool has one writer") }
            readers = writers
        }
        writers.add(first)
    }

    /// Gives a file the journal that the configuration asks for.
    func settleJournal() throws {
        guard case .file = location, configuration.journal != .asFound else { return }
        try performAndWait(writers) { connection, _ in try connection.enter(connection.configuration.journal) }
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
        companions.removeNewIndex()
    }

    deinit {
        writers.close {}
        if readers !== writers { readers.close {} }
    }

    /// Closes the database when running accesses are finished. Later ones throw ``SQLiteError/Kind/closed``.
    public func close() async {
        await withCheckedContinuation { continuation in
            closeAll { continuation.resume() }
        }
    }

    /// Closes the database and waits until running accesses are finished; within one of them, it does not wait.
    public func closeAndWait() {
        let done = DispatchSemaphore(value: 0)
        closeAll { done.signal() }
        // An access would wait for itself.
        if !readers.isHeldHere, !writers.isHeldHere { done.wait() }
    }

    private func closeAll(_ done: @escaping @Sendable () -> Void) {
        observers.finish()
        if readers === writers { return writers.close(done) }
        // The writer goes last: it folds the WAL back into the file when it is the only connection.
        readers.close { [writers] in writers.close(done) }
    }
}

// MARK: - Access

extension DatabasePool {
    /// Reads from a snapshot of the database.
    ///
    /// ```swift
    /// let post = try await pool.read { db in try Post.find(12, db) }
    /// ```
    /// If the task is cancelled, the running statement is interrupted. The closure never runs on the main thread. It runs
    /// on the connection's own thread or, if nobody else is reading, on the thread of the task, which saves switching
    /// threads. Of all threads that tasks share, reads hold at most one at a time.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await perform(readers, .hereIfIdle) { connection, job in try connection.read(job, body) }
    }

    /// Reads from a snapshot of the database, blocking the thread.
    public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try performAndWait(readers) { connection, job in try connection.read(job, body) }
    }

    /// Changes the database in one transaction: all of it is kept, or nothing if the closure throws.
    ///
    /// When the task is cancelled before the commit, the statement that runs is interrupted and everything is undone. The
    /// closure runs on the connection's own thread.
    @discardableResult public func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await perform(writers) { [self] connection, job in try write(connection, job, body) }
    }

    /// Changes the database in one transaction and waits for it.
    @discardableResult public func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try performAndWait(writers) { connection, job in try write(connection, job, body) }
    }

    /// The writing connection outside a transaction, for what SQLite refuses within one: VACUUM, some pragmas.
    @discardableResult public func writeWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result
    {
        try performAndWait(writers) { connection, job in
            let db = Database(connection, .bare)
            defer {
                db.end()
                connection.rollBack()
            }
            let result = try body(db)
            observers.changed(db.changed)
            return result
        }
    }

    private func write<Result>(
        _ connection: Connection,
        _ job: Job,
        _ body: (Database) throws -> Result
    ) throws -> Result {
        if configuration.access == .readOnly {
            throw SQLiteError(.readOnly, code: SQLITE_READONLY, message: "the database is opened read-only")
        }
        let (result, changed) = try connection.write(job, body)
        observers.changed(changed)
        return result
    }

    package func perform<Result: Sendable>(
        _ queue: ConnectionQueue,
        _ place: AccessPlace = .ownThread,
        _ body: @escaping @Sendable (Connection, Job) throws -> Result
    ) async throws -> Result {
        let job = Job()
        return try await withTaskCancellationHandler {
            if place == .hereIfIdle {
                if SharedThreads.isTurnOver() { await Task.yield() }
                if let result = try performHere(queue, job, body) { return result }
            }
            return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
                let ticket = queue.take { granted in
                    switch granted {
                    case .failure(let error): continuation.resume(throwing: error)
                    case .success(let connection):
                        connection.thread.async {
                            let result = Swift.Result { try run(connection, of: queue, job, body) }
                            continuation.resume(with: result)
                        }
                    }
                }
                job.enqueued(ticket, queue) { continuation.resume(throwing: $0) }
            }
        } onCancel: {
            job.cancel()
        }
    }

    /// Runs an access on this thread, which is one that all tasks share, or returns nil if it has to run on its own.
    private func performHere<Result>(
        _ queue: ConnectionQueue,
        _ job: Job,
        _ body: (Connection, Job) throws -> Result
    ) throws -> Result? {
        guard let start = SharedThreads.borrow() else { return nil }
        defer { SharedThreads.giveBack(start) }
        guard let connection = queue.takeAlone() else { return nil }
        return try run(connection, of: queue, job, body)
    }

    func performAndWait<Result>(
        _ queue: ConnectionQueue,
        _ body: (Connection, Job) throws -> Result
    ) throws -> Result {
        if queue.isHeldHere {
            throw SQLiteError.misuse("this thread is already accessing the database; use the handle of that access")
        }
        let slot = GrantSlot()
        _ = queue.take { slot.fill($0) }
        return try run(slot.wait(), of: queue, Job(), body)
    }
}

/// Runs an access on this thread and gives the connection back.
private func run<Result>(
    _ connection: Connection,
    of queue: ConnectionQueue,
    _ job: Job,
    _ body: (Connection, Job) throws -> Result
) throws -> Result {
    queue.isHeldHere = true
    defer {
        queue.isHeldHere = false
        queue.give(connection)
    }
    return try job.run(connection) { try body(connection, job) }
}

extension Job {
    /// Runs a body, and distinguishes a cancellation from other interruptions.
    func run<Result>(_ connection: Connection, _ body: () throws -> Result) throws -> Result {
        guard begin(connection) else { throw CancellationError() }
        do {
            let result = try body()
            try? settle()
            return result
        } catch {
            try? settle()
            if wasCancelled, (error as? SQLiteError)?.kind == .interrupted { throw CancellationError() }
            throw error
        }
    }
}

/// Where a thread waits for its connection.
private final class GrantSlot: @unchecked Sendable {
    private let signal = DispatchSemaphore(value: 0)
    private var granted: Result<Connection, any Error>?

    func fill(_ result: Result<Connection, any Error>) {
        granted = result
        signal.signal()
    }

    func wait() throws -> Connection {
        signal.wait()
        guard let granted else { throw SQLiteError.misuse("no connection was granted") }
        return try granted.get()
    }
}
