import Foundation

/// How a database is opened.
///
/// ```swift
/// var configuration = DatabaseConfiguration()
/// configuration.readers = 8
/// configuration.prepare = { connection in try connection.run("PRAGMA cache_size = -20000") }
/// configuration.onStatement = { statement in print(statement.sql) }
/// ```
public struct DatabaseConfiguration: Sendable {
    /// How many connections may read at the same time.
    public var readers = 4
    /// How long a lock that another process holds is waited for, in seconds.
    public var busyTimeout: TimeInterval = 10
    /// How long opening a file waits for another process that migrates it, in seconds. After that it throws
    /// ``SQLiteError/Kind/busy``. Cancelling the task ends the wait at once.
    public var migrationTimeout: TimeInterval = 600
    /// How hard a commit is pushed to the disk. Source: <https://www.sqlite.org/pragma.html#pragma_synchronous>.
    public var synchronous = Synchronous.normal
    /// Which journal a file has.
    public var journal = Journal.asFound
    /// Whether foreign keys are enforced.
    public var foreignKeys = ForeignKeys.enforced
    /// Whether the file may be written.
    public var access = Access.readWrite
    /// How many statements a connection keeps prepared.
    public var statementCacheSize = 200
    /// Called for each new connection before anything is read: encryption keys, pragmas.
    public var prepare: (@Sendable (ConnectionSetup) throws -> Void)?
    /// Called for each connection before it is closed.
    public var willClose: (@Sendable (ConnectionSetup) -> Void)?
    /// Called after each statement, on the thread that ran it. It sees the SQL, never a value.
    public var onStatement: (@Sendable (StatementTrace) -> Void)?

    /// The defaults: read and write, four readers, foreign keys enforced.
    public init() {}

    /// Where a transaction is kept until it is whole. Source: <https://www.sqlite.org/wal.html>.
    public enum Journal: Sendable {
        /// A new file gets a write-ahead log; any other keeps the journal that it has, which may be another program's.
        case asFound
        /// Every file gets a write-ahead log: readers never wait for the writer.
        case writeAhead
        /// Every file gets a rollback journal: a file alone is the whole database, and readers wait for a commit.
        case rollback
    }

    /// Whether a file may be written.
    public enum Access: Sendable {
        case readWrite
        case readOnly
    }

    /// Whether SQLite enforces foreign keys.
    public enum ForeignKeys: Sendable {
        case enforced
        case ignored
    }

    /// When a commit reaches the disk.
    public enum Synchronous: String, Sendable {
        /// Survives the death of the process; the last commits may be lost, whole, with the power. In WAL mode never corrupts.
        case normal = "NORMAL"
        /// Survives the loss of power as well.
        case full = "FULL"
    }
}

/// A statement that has run.
public struct StatementTrace: Sendable {
    /// The SQL with its parameters as `?1`.
    public let sql: String
    /// How many times it ran: a batch is reported once.
    public let runs: Int
    /// How long it took, in seconds.
    public let duration: TimeInterval
}
