import CModelSQLite
import Foundation

/// A connection, valid while the closure that received it runs.
///
/// In a read, every statement sees the same snapshot; a write is one transaction, rolled back if the closure throws.
/// Using it after its closure has returned throws ``SQLiteError/Kind/misuse``.
public final class Database {
    /// The connection; nil once the closure has returned.
    var connection: Connection?
    let mode: Mode
    /// The number of this access, by which a statement knows whether its tables have already been recorded.
    let number: UInt64
    /// The changed tables, for observers.
    var changed: Set<String> = []
    /// The read tables, for observers.
    package var seen: Set<String> = []

    package enum Mode { case read, write, bare }

    init(_ connection: Connection, _ mode: Mode) {
        self.connection = connection
        self.mode = mode
        connection.accessCount += 1
        number = connection.accessCount
    }

    @usableFromInline package func active() throws -> Connection {
        guard let connection else {
            throw SQLiteError.misuse("this database handle is used after the end of its closure")
        }
        return connection
    }
}

// MARK: - Statements

extension Database {
    /// The statement for one of a table's own operations; prepared once for each connection.
    @usableFromInline package func statement(
        _ slot: Slot, _ policy: ConflictPolicy, of table: TableDefinition, returning filled: () -> [String]
    ) throws -> PreparedStatement {
        let connection = try active()
        let index = table.number &* Slot.count &+ slot.rawValue &+ policy.rawValue
        if index < connection.recordStatements.count, let found = connection.recordStatements[index], !found.isRunning {
            return try start(found, connection)
        }
        let prepared = try connection.prepare(table.sql(slot, policy, returning: filled()))
        // Assigned as a whole: if it were modified in place, Swift would check each use for overlapping accesses.
        var statements = connection.recordStatements
        while statements.count <= index { statements.append(nil) }
        statements[index] = prepared
        connection.recordStatements = statements
        connection.use(table)
        return try start(prepared, connection)
    }

    /// Runs a closure with the statement for one of a table's own operations.
    @inlinable package func using<Result>(
        _ slot: Slot,
        _ policy: ConflictPolicy = .abort,
        of table: TableDefinition,
        returning filled: @autoclosure () -> [String] = [],
        _ body: (PreparedStatement) throws -> Result
    ) throws -> Result {
        let statement = try statement(slot, policy, of: table, returning: filled)
        defer { finish(statement) }
        return try body(statement)
    }

    /// The statement for a SQL string. It stays prepared until the cache is full.
    @usableFromInline package func statement(_ sql: String) throws -> PreparedStatement {
        let connection = try active()
        return try start(connection.prepared(sql), connection)
    }

    @discardableResult func start(_ statement: PreparedStatement, _ connection: Connection) throws -> PreparedStatement
    {
        if connection.isStopped { throw CancellationError() }
        if statement.notedIn != number { try note(statement) }
        if !statement.isReadOnly && mode == .write && connection.isAutocommit {
            throw SQLiteError.rolledBack(statement.sql)
        }
        statement.isRunning = true
        if !statement.isReadOnly { statement.changesBefore = sqlite3_total_changes(connection.pointer) }
        if connection.configuration.onStatement != nil { statement.started = DispatchTime.now().uptimeNanoseconds }
        return statement
    }

    /// Checks a statement and records its tables the first time this access uses it.
    private func note(_ statement: PreparedStatement) throws {
        if mode == .read && !statement.isReadOnly { throw SQLiteError.writeInRead(statement.sql) }
        if statement.uses.controlsTransaction && mode != .bare {
            throw SQLiteError.misuse("the closure is the transaction; use `savepoint` for a nested one")
        }
        statement.notedIn = number
        // Statements that change the schema don't count rows.
        if statement.uses.changesSchema { changed.formUnion(statement.uses.writes) }
        seen.formUnion(statement.uses.reads)
    }

    /// Ends a use of a statement, so that it can be used again.
    @usableFromInline package func finish(_ statement: PreparedStatement) {
        sqlite3_reset(statement.pointer)
        // The cache must not keep values, which may be large or secret.
        sqlite3_clear_bindings(statement.pointer)
        statement.isRunning = false
        // SQLite has compiled it again, perhaps because a trigger or a view has changed.
        if let connection, sqlite3_stmt_status(statement.pointer, SQLITE_STMTSTATUS_REPREPARE, 1) > 0,
            let uses = try? connection.prepare(statement.sql).uses
        {
            statement.uses = uses
            seen.formUnion(uses.reads)
        }
        // A statement that changed no row notifies no observer. Changes by triggers and foreign keys count.
        if !statement.isReadOnly, statement.changedIn != number, let connection,
            sqlite3_total_changes(connection.pointer) != statement.changesBefore
        {
            statement.changedIn = number
            changed.formUnion(statement.uses.writes)
        }
        guard let onStatement = connection?.configuration.onStatement else { return }
        let duration = Double(DispatchTime.now().uptimeNanoseconds &- statement.started) / 1e9
        let runs = sqlite3_stmt_status(statement.pointer, SQLITE_STMTSTATUS_RUN, 1)
        onStatement(StatementTrace(sql: statement.sql, runs: Int(runs), duration: duration))
    }

    /// Moves to the next row; false at the end.
    @inlinable package func step(_ statement: PreparedStatement) throws -> Bool {
        let code = sqlite3_step(statement.pointer)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        return try repeatStep(statement, after: code)
    }

    /// Runs a statement that returns no rows, and resets it for the next values.
    @inlinable package func execute(_ statement: PreparedStatement) throws {
        _ = try step(statement)
        sqlite3_reset(statement.pointer)
    }

    /// Throws the error of a step, unless SQLite could not compile the statement again because a trigger or a view has
    /// changed, and now contains text in double quotes. In that case, it has not run, and is repeated.
    @usableFromInline @inline(never) func repeatStep(
        _ statement: PreparedStatement, after code: Int32
    ) throws -> Bool {
        if code == SQLITE_INTERRUPT && isCancelled { throw CancellationError() }
        let connection = try active()
        let failure = connection.failure(code, statement.sql)
        if code & 0xff == SQLITE_ERROR, !connection.acceptsQuotedText {
            _ = try? connection.prepare(statement.sql)
            if connection.acceptsQuotedText {
                sqlite3_reset(statement.pointer)
                return try step(statement)
            }
        }
        throw sqlite3_bind_parameter_count(statement.pointer) > 0 ? failure.withoutValues() : failure
    }
}

// MARK: - Facts

extension Database {
    /// The number of rows changed by the last insert, update or delete.
    public var changes: Int { connection.map { Int(sqlite3_changes($0.pointer)) } ?? 0 }

    /// The rowid of the last inserted row.
    public var lastInsertedRowID: Int64 { connection.map { sqlite3_last_insert_rowid($0.pointer) } ?? 0 }

    /// SQLite's own pointer, for features that this interface does not offer. Do not store it.
    public var pointer: OpaquePointer? { connection?.pointer }

    /// Whether the task that started this access was cancelled. Statements then throw; check it in long loops that run
    /// none.
    public var isCancelled: Bool { connection?.isStopped ?? true }
}
