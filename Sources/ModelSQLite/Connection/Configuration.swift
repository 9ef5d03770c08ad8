import Foundation

/// The options for opening a database.
///
/// ```swift
/// var configuration = DatabaseConfiguration()
/// configuration.readers = 8
/// configuration.prepare = { connection in try connection.run("PRAGMA cache_size = -20000") }
/// configuration.onStatement = { statement in print(statement.sql) }
/// ```
public struct DatabaseConfiguration: Sendable {
    /// The maximum number of concurrent readers.
    public var readers = 4
    /// How long to wait for a lock held by another process, in seconds.
    public var busyTimeout: TimeInterval = 10
    /// How long opening a file waits for another process that is migrating it, in seconds. After that, it throws
    /// ``SQLiteError/Kind/busy``. Cancelling the task ends the wait immediately.
    public var migrationTimeout: TimeInterval = 600
    /// When a commit is flushed to disk. Source: <https://www.sqlite.org/pragma.html#pragma_synchronous>.
    public var synchronous = Synchronous.normal
    /// The journal mode of the file.
    public var journal = Journal.asFound
    /// Whether foreign keys are enforced.
    public var foreignKeys = ForeignKeys.enforced
    /// Whether the file may be written.
    public var access = Access.readWrite
    /// The number of prepared statements that a connection caches, in addition to those of the models' own operations.
    /// If there are more, all that are not running are closed.
    public var statementCacheSize = 200
    /// Called for each new connection before anything is read, for example to set an encryption key or pragmas.
    public var prepare: (@Sendable (ConnectionSetup) throws -> Void)?
    /// Called for each connection before it is closed.
    public var willClose: (@Sendable (ConnectionSetup) -> Void)?
    /// Called after each statement, on the thread that ran it. It receives the SQL, but no values.
    public var onStatement: (@Sendable (StatementTrace) -> Void)?

    /// Creates the default configuration: read and write, four readers, foreign keys enforced.
    public init() {}

    /// Where a transaction is stored until it is committed. Source: <https://www.sqlite.org/wal.html>.
    public enum Journal: String, Sendable {
        /// A new file uses a write-ahead log; an existing file keeps its journal mode, which another program may have
        /// set.
        case asFound
        /// Every file uses a write-ahead log: readers never wait for the writer.
        case writeAhead = "WAL"
        /// Every file uses a rollback journal: the database is a single file, and readers wait while a commit is
        /// written.
        case rollback = "DELETE"
    }

    /// Whether a file may be written.
    public enum Access: Sendable {
        /// The file is created if it does not exist, and migrated.
        case readWrite
        /// Nothing is written. A missing file is an error, and so is one that would have to be migrated
        /// (``MigrationFailure/older(found:known:)``).
        case readOnly
    }

    /// Whether SQLite enforces foreign keys.
    public enum ForeignKeys: Sendable {
        /// A row cannot refer to a missing one, and the actions of foreign keys take place.
        case enforced
        /// References are not checked, and no actions take place.
        case ignored
    }

    /// When a commit reaches the disk.
    public enum Synchronous: String, Sendable {
        /// Commits survive a crash of the process, but the last ones may be lost in a power failure. In WAL mode, the
        /// database is never corrupted.
        case normal = "NORMAL"
        /// Commits also survive a power failure.
        case full = "FULL"
    }
}

/// A statement that has run.
public struct StatementTrace: Sendable {
    /// The SQL, with its parameters written as `?1`.
    public let sql: String
    /// The number of times that it ran. A batch is reported once.
    public let runs: Int
    /// How long it took, in seconds, including what the program did with its rows meanwhile; 0 for the steps of a
    /// migration and for statements that begin or end a transaction, which are not measured.
    public let duration: TimeInterval
}
