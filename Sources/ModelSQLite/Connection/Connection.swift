import CModelSQLite
import Foundation
import ModelStoredForms

/// A SQLite connection and its cached statements. The pool makes sure that only one thread uses it at a time.
@usableFromInline package final class Connection: @unchecked Sendable {
    @usableFromInline package let pointer: OpaquePointer
    package let configuration: DatabaseConfiguration
    let isFile: Bool
    /// The queue for asynchronous accesses that do not borrow a thread; see ``SharedThreads``. A serial queue uses a
    /// thread of its own instead of one that all tasks of the program share: on Linux, there are few of these, so a
    /// handful of waiting accesses would block every task.
    let thread = DispatchQueue(label: "modelgen.sqlite.connection")
    /// Set by another thread when the task is cancelled. SQLite checks it every few thousand operations.
    private let stopFlag: UnsafeMutablePointer<Int32>
    /// How long to wait for a lock, in seconds. `waited` is how long the current statement has waited.
    var busyTimeout: Double
    private var waited = 0.0
    /// The statements of records, indexed by the table's number and the kind of statement. An array, because hashing
    /// would take measurable time.
    var recordStatements: [PreparedStatement?] = []
    package var statements: [ExactText: PreparedStatement] = [:]
    /// The tables whose records this connection has used, by name, so that errors can name models and fields.
    private var tables: [FoldedName: TableDefinition] = [:]
    package var uses = StatementUses()
    /// Throws if the schema of the file is not that of the program. The connections of a pool share it; it does nothing
    /// until one of them has migrated the file.
    let check: Locked<Check>
    package typealias Check = @Sendable (Connection) throws -> Void
    /// Whether a statement was compiled, or failed, since the last check.
    private var mustCheck = false
    var accessCount: UInt64 = 0
    private var isClosed = false
    /// Whether string literals may be in double quotes.
    private(set) var acceptsQuotedText = false {
        didSet { _ = modelsqlite_configure(pointer, SQLITE_DBCONFIG_DQS_DML, acceptsQuotedText ? 1 : 0) }
    }

    /// Opens a file. An empty path means a temporary database, and `:memory:` one in memory.
    package init(
        path: String, configuration: DatabaseConfiguration, role: Role, check: Locked<Check> = Locked { _ in }
    ) throws {
        var opened: OpaquePointer?
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
        flags |= configuration.access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        if role == .writer && configuration.access == .readWrite { flags |= SQLITE_OPEN_CREATE }
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            var error = SQLiteError.reported(by: opened, code: code)
            error.message += ": \(path)"
            sqlite3_close_v2(opened)
            throw error
        }
        pointer = opened
        isFile = !path.isEmpty && path != ":memory:"
        self.configuration = configuration
        self.check = check
        stopFlag = .allocate(capacity: 1)
        stopFlag.initialize(to: 0)
        busyTimeout = configuration.busyTimeout
        sqlite3_extended_result_codes(pointer, 1)
        installHandlers()
        _ = modelsqlite_configure(pointer, SQLITE_DBCONFIG_DQS_DML, 0)
        try configuration.prepare?(ConnectionSetup(connection: self))
        _ = modelsqlite_configure(
            pointer, SQLITE_DBCONFIG_ENABLE_FKEY, configuration.foreignKeys == .enforced ? 1 : 0)
    }

    /// Sets when commits are flushed, and switches a new file to a write-ahead log. Both make SQLite read the file,
    /// which another process may have locked.
    func settle() throws {
        if configuration.access == .readWrite { try run("PRAGMA synchronous = \(configuration.synchronous.rawValue)") }
        if isFile, configuration.journal == .asFound, try integer("PRAGMA page_count") == 0 {
            try enterJournal(.writeAhead)
        }
    }

    package enum Role { case writer, reader }

    /// Closes the connection, which must not be used afterwards. Closing the last connection to a file checkpoints the
    /// WAL.
    ///
    /// Deinitialization would be too late: the thread that returned the connection may still hold a reference.
    func close() {
        if isClosed { return }
        isClosed = true
        configuration.willClose?(ConnectionSetup(connection: self))
        recordStatements = []
        statements = [:]
        // If SQLite is interrupted after the last statement, it keeps the interruption for the next one. Without a
        // statement to consume it, closing would not checkpoint the log.
        try? run("SELECT 1")
        sqlite3_close_v2(pointer)
    }

    deinit {
        close()
        stopFlag.deallocate()
    }

    /// Whether the running statement should stop.
    package var isStopped: Bool {
        get { modelsqlite_flag_load(stopFlag) != 0 }
        set { modelsqlite_flag_store(stopFlag, newValue ? 1 : 0) }
    }

    private func installHandlers() {
        sqlite3_progress_handler(
            pointer,
            4000,
            { flag in
                guard let flag else { return 0 }
                return modelsqlite_flag_load(flag.assumingMemoryBound(to: Int32.self))
            },
            stopFlag
        )
        sqlite3_busy_handler(
            pointer,
            { context, attempt in
                guard let context else { return 0 }
                let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                if attempt == 0 { connection.waited = 0 }
                if connection.isStopped || connection.waited >= connection.busyTimeout { return 0 }
                let pause = min(0.0005 * Double(1 << min(attempt, 6)), 0.02)
                Thread.sleep(forTimeInterval: pause)
                connection.waited += pause
                return 1
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        installAuthorizer()
        defineCodedValues(pointer)
    }

    /// Makes SQLite report the tables that each statement uses when it is compiled.
    package func installAuthorizer() {
        sqlite3_set_authorizer(
            pointer,
            { context, action, first, second, _, trigger in
                guard let context else { return SQLITE_OK }
                let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                connection.uses.note(action, first, second)
                connection.mustCheck = true
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Runs a closure in a transaction, and throws if another program has migrated the file since it was opened. A
    /// migration changes the schema, after which SQLite compiles each statement again. So as long as it compiles none,
    /// there is nothing to check.
    func checked<Value>(_ body: () throws -> Value) throws -> Value {
        let result = Result { try body() }
        // The check would wait for the lock again.
        if case .failure(let error) = result, isStopped || (error as? SQLiteError)?.kind == .busy { throw error }
        if mustCheck, isFile { try check.withLock { $0 }(self) }
        mustCheck = false
        return try result.get()
    }

    /// Runs SQL without parameters, which may consist of several statements.
    package func run(_ sql: String) throws { try statements(of: sql) { statement in try run(statement) } }

    /// Runs a statement, ignoring its rows.
    func run(_ statement: PreparedStatement) throws {
        var code = SQLITE_ROW
        while code == SQLITE_ROW { code = sqlite3_step(statement.pointer) }
        sqlite3_reset(statement.pointer)
        if code != SQLITE_DONE { throw failure(code, statement.sql) }
    }

    /// Records a table, so that errors about its constraints can name its model.
    package func use(_ table: TableDefinition) { tables[FoldedName(table.name)] = table }

    /// The error that SQLite has just reported.
    package func failure(_ code: Int32, _ sql: String?) -> SQLiteError {
        // Perhaps a table is missing, which SQLite finds before it calls the authorizer.
        mustCheck = true
        return SQLiteError.reported(by: pointer, code: code, sql: sql, tables: tables)
    }

    /// Compiles the statements of a script, each one after the closure has returned for the one before it, and records
    /// the tables that they read and write.
    func statements(of script: String, flags: Int32 = 0, _ body: (PreparedStatement) throws -> Void) throws {
        // SQLite would ignore everything after a NUL.
        if script.utf8.contains(0) { throw SQLiteError.misuse("the SQL contains a NUL character") }
        try script.withCString { start in
            var rest: UnsafePointer<CChar>? = start
            while let next = rest, next.pointee != 0 {
                uses = StatementUses()
                var compiled: OpaquePointer?
                let code = compile(next, flags, &compiled, &rest)
                if code != SQLITE_OK { throw failure(code, String(cString: next)) }
                // White space and comments are not a statement.
                if let compiled { try body(PreparedStatement(compiled, uses)) }
            }
        }
    }

    /// Compiles the first statement of a string.
    ///
    /// String literals in double quotes are disabled, so that a misspelled column in the program's SQL is an error. The
    /// triggers and views of a file may contain some, however. After the first statement that uses such a trigger or
    /// view, this connection accepts them, as SQLite does by default. Source:
    /// <https://www.sqlite.org/quirks.html#dblquote>.
    private func compile(
        _ sql: UnsafePointer<CChar>,
        _ flags: Int32,
        _ statement: inout OpaquePointer?,
        _ rest: inout UnsafePointer<CChar>?
    ) -> Int32 {
        let code = sqlite3_prepare_v3(pointer, sql, -1, UInt32(flags), &statement, &rest)
        guard code & 0xff == SQLITE_ERROR, !acceptsQuotedText, meetsQuotedText(of: sql) else { return code }
        acceptsQuotedText = true
        let retried = compile(sql, flags, &statement, &rest)
        acceptsQuotedText = retried == SQLITE_OK
        return retried
    }

    /// Whether the column that SQLite cannot find was written in double quotes by a trigger or a view, not by the SQL
    /// itself.
    private func meetsQuotedText(of sql: UnsafePointer<CChar>) -> Bool {
        let parts = String(cString: sqlite3_errmsg(pointer)).components(separatedBy: "no such column: ")
        guard parts.count == 2 else { return false }
        // SQLite 3.46 quotes the name, and asks whether a string was meant.
        let name = parts[1].components(separatedBy: " - should")[0].replacing("\"", with: "")
        return !String(cString: sql).contains("\"\(name)\"") || modelsqlite_compiles_without_triggers(pointer, sql) != 0
    }

    /// An unused statement for a SQL string. It stays prepared until the cache is full.
    func prepared(_ sql: String) throws -> PreparedStatement {
        let key = ExactText(sql)
        if let found = statements[key], !found.isRunning { return found }
        if statements.count >= configuration.statementCacheSize {
            statements = statements.filter { $0.value.isRunning }
        }
        let statement = try prepare(sql)
        statements[key] = statement
        return statement
    }

    /// Compiles a single statement that stays prepared.
    func prepare(_ sql: String) throws -> PreparedStatement {
        var first: PreparedStatement?
        let excess = SQLiteError.misuse("the SQL contains more than one statement; use `run(script:)`")
        do {
            try statements(of: sql, flags: SQLITE_PREPARE_PERSISTENT) { statement in
                if first != nil { throw excess }
                first = statement
            }
        } catch _ where first != nil { throw excess }
        guard let first else { throw SQLiteError.misuse("the SQL contains no statement") }
        return first
    }

    /// Whether there is no open transaction.
    var isAutocommit: Bool { sqlite3_get_autocommit(pointer) != 0 }
}

/// What a statement uses, as reported by SQLite's authorizer during compilation.
package struct StatementUses {
    /// The tables that it reads.
    var reads: Set<String> = []
    /// The tables that it may change, including changes by triggers and foreign keys.
    var writes: Set<String> = []
    /// Whether it begins or ends a transaction.
    var controlsTransaction = false
    /// Whether it creates, alters or drops tables.
    var changesSchema = false

    package mutating func note(_ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?) {
        // Only for ALTER TABLE, the first argument is the schema's name. Source:
        // <https://www.sqlite.org/c3ref/c_alter_table.html>.
        let table = (action == SQLITE_ALTER_TABLE ? second : first).map { String(cString: $0) } ?? ""
        switch action {
        case SQLITE_READ: reads.insert(table)
        case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: writes.insert(table)
        case SQLITE_DROP_TABLE, SQLITE_ALTER_TABLE, SQLITE_CREATE_TABLE, SQLITE_DROP_VIEW:
            changesSchema = true
            writes.insert(table)
        case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: controlsTransaction = true
        default: break
        }
    }
}

/// A connection that was opened, for ``DatabaseConfiguration/prepare``, or is about to be closed, for
/// ``DatabaseConfiguration/willClose``.
public struct ConnectionSetup {
    let connection: Connection

    /// SQLite's own pointer, for features that this interface does not offer (`sqlite3_create_function_v2`, or
    /// `sqlite3_key_v2` in a build with encryption). Do not store it.
    public var pointer: OpaquePointer { connection.pointer }

    /// Runs SQL without parameters.
    public func run(_ sql: String) throws { try connection.run(sql) }
}
