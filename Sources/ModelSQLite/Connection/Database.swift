import CModelSQLite
import Foundation

/// A connection, valid while the closure that received it runs.
///
/// In a read, every statement sees the same snapshot; a write is one transaction, rolled back if the closure throws.
/// Using it after its closure has returned throws ``SQLiteError/Kind/misuse``.
public final class Database {
    /// The connection; nil once the closure has returned.
    @usableFromInline var connection: Connection?
    let mode: Mode
    /// The number of this access, by which a statement knows whether its tables were already recorded.
    let number: UInt64
    /// The changed tables, for observers.
    var changed: Set<String> = []
    /// The read tables, for observers.
    package var seen: Set<String> = []
    private var traceStart: UInt64 = 0

    enum Mode { case read, write, bare }

    init(_ connection: Connection, _ mode: Mode) {
        self.connection = connection
        self.mode = mode
        connection.accessCount += 1
        number = connection.accessCount
    }

    /// Invalidates the handle.
    func end() { connection = nil }

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
        _ slot: Int,
        of table: TableDefinition,
        _ sql: (TableDefinition) -> String
    ) throws -> PreparedStatement {
        let connection = try active()
        let index = table.number &* TableDefinition.slots &+ slot
        if index < connection.recordStatements.count, let found = connection.recordStatements[index], !found.isRunning {
            try start(found, connection)
            return found
        }
        let prepared = try connection.prepare(sql(table))
        if index >= connection.recordStatements.count {
            let missing = index - connection.recordStatements.count + 1
            connection.recordStatements.append(contentsOf: repeatElement(nil, count: missing))
        }
        connection.recordStatements[index] = prepared
        connection.tables[table.name] = table
        try start(prepared, connection)
        return prepared
    }

    /// The statement for an SQL string; it stays prepared while it is used regularly.
    @usableFromInline package func statement(_ sql: String) throws -> PreparedStatement {
        let connection = try active()
        if let found = connection.statements[sql], !found.isRunning {
            try start(found, connection)
            return found
        }
        if connection.statements.count >= connection.configuration.statementCacheSize {
            connection.statements = connection.statements.filter { $0.value.isRunning }
        }
        let prepared = try connection.prepare(sql)
        connection.statements[sql] = prepared
        try start(prepared, connection)
        return prepared
    }

    func start(_ statement: PreparedStatement, _ connection: Connection) throws {
        if modelsqlite_flag_load(connection.stopFlag) != 0 { throw CancellationError() }
        if statement.notedIn != number { try note(statement, connection) }
        if !statement.isReadOnly && mode == .write && connection.isAutocommit {
            throw SQLiteError.rolledBack(statement.sql)
        }
        statement.isRunning = true
        if !statement.isReadOnly { statement.changesBefore = sqlite3_total_changes(connection.pointer) }
        if connection.configuration.onStatement != nil { traceStart = DispatchTime.now().uptimeNanoseconds }
    }

    private func note(_ statement: PreparedStatement, _ connection: Connection) throws {
        if mode == .read && !statement.isReadOnly {
            throw SQLiteError.writeInRead(statement.sql)
        }
        statement.notedIn = number
        // Statements that change the schema don't count rows.
        if statement.uses.changesSchema { changed.formUnion(statement.uses.writes) }
        seen.formUnion(statement.uses.reads)
    }

    /// Ends a use of a statement, so that it can be used again.
    @usableFromInline package func finish(_ statement: PreparedStatement, runs: Int = 1) {
        sqlite3_reset(statement.pointer)
        // The cache must not keep values: they may be large, or secret.
        sqlite3_clear_bindings(statement.pointer)
        statement.isRunning = false
        if !statement.isReadOnly { note(changesOf: statement) }
        guard let onStatement = connection?.configuration.onStatement else { return }
        let duration = Double(DispatchTime.now().uptimeNanoseconds &- traceStart) / 1e9
        onStatement(StatementTrace(sql: statement.sql, runs: runs, duration: duration))
    }

    /// A statement that changed no row notifies no observer. Changes by triggers and foreign keys count.
    private func note(changesOf statement: PreparedStatement) {
        guard let connection, statement.changedIn != number,
            sqlite3_total_changes(connection.pointer) != statement.changesBefore
        else { return }
        statement.changedIn = number
        changed.formUnion(statement.uses.writes)
    }

    /// Moves to the next row; false at the end.
    @inlinable func step(_ statement: PreparedStatement) throws -> Bool {
        let code = sqlite3_step(statement.pointer)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw failure(code, statement)
    }

    /// Runs a statement that returns no rows, and resets it for the next values.
    @inlinable package func execute(_ statement: PreparedStatement) throws {
        let code = sqlite3_step(statement.pointer)
        if code != SQLITE_DONE && code != SQLITE_ROW { throw failure(code, statement) }
        sqlite3_reset(statement.pointer)
    }

    @usableFromInline @inline(never) func failure(_ code: Int32, _ statement: PreparedStatement) -> any Error {
        if let connection, code == SQLITE_INTERRUPT, modelsqlite_flag_load(connection.stopFlag) != 0 {
            return CancellationError()
        }
        return SQLiteError.reported(
            by: connection?.pointer,
            code: code,
            sql: statement.sql,
            tables: connection?.tables ?? [:]
        )
    }

    /// Adds the model's name, the table and the row to an error about its columns.
    /// Runs a closure that reads rows. If one cannot be read, the error names the model and the row.
    @inlinable func locating<Record, Result>(
        _ record: Record.Type,
        _ statement: PreparedStatement,
        _ body: () throws -> Result
    ) throws -> Result {
        do { return try body() } catch { throw located(error, record, statement) }
    }

    @usableFromInline @inline(never) func located<Record>(
        _ error: any Error,
        _ record: Record.Type,
        _ statement: PreparedStatement
    ) -> any Error {
        guard var failure = error as? SQLiteError, case .decoding(var decoding) = failure.kind else { return error }
        if decoding.model.isEmpty {
            decoding.model = String(describing: record)
            var place = ""
            if let table = (record as? any TableRecord.Type)?.definition {
                decoding.row = rowName(table, statement)
                place = " (table \(table.name)\(decoding.row.isEmpty ? "" : ", \(decoding.row)"))"
            }
            failure.kind = .decoding(decoding)
            failure.message = "\(decoding.model)\(place): \(failure.message)"
        }
        failure.sql = statement.sql
        return failure
    }
}

// MARK: - Rows that cannot be read

extension TableRecord {
    fileprivate static var definition: TableDefinition { table.definition }
}

extension Database {
    /// The key of a statement's current row, or its rowid; all values of the row are used to find it.
    private func rowName(_ table: TableDefinition, _ statement: PreparedStatement) -> String {
        let row = Row(statement.pointer)
        let values = (0..<row.count).map { (name: row.name($0), value: (try? row.value($0)) ?? .null) }
        func value(_ column: String) -> DatabaseValue? { values.first { $0.name == column }?.value }
        let key = table.keys.map { table.columns[$0].name }
        if !key.isEmpty {
            let parts = key.compactMap { name in value(name).map { "\(name) \($0.text)" } }
            return parts.count == key.count ? parts.joined(separator: ", ") : ""
        }
        let known = table.columns.compactMap { column in value(column.name).map { (column.name, $0) } }
        let condition = known.enumerated().map { "\($1.0.quotedForSQL) IS ?\($0 + 1)" }.joined(separator: " AND ")
        let sql = "SELECT rowid FROM \(table.name.quotedForSQL) WHERE \(condition)"
        guard known.count == table.columns.count, let search = try? self.statement(sql) else { return "" }
        defer { finish(search) }
        for (index, column) in known.enumerated() { try? search.handle.bind(column.1, index + 1) }
        guard (try? step(search)) == true, let rowid = try? Row(search.pointer).read(Int64.self, 0) else { return "" }
        return "rowid \(rowid)"
    }
}

extension DatabaseValue {
    /// The value as shown in a message.
    fileprivate var text: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let text): "'\(text)'"
        case .blob(let data): "x'\(data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())'"
        case .malformedText: "a string that is not valid UTF-8"
        }
    }
}

// MARK: - Facts

extension Database {
    /// The number of rows changed by the last insert, update or delete.
    public var changes: Int { connection.map { Int(sqlite3_changes($0.pointer)) } ?? 0 }

    /// The rowid of the last inserted row.
    @inlinable public var lastInsertedRowID: Int64 { connection.map { sqlite3_last_insert_rowid($0.pointer) } ?? 0 }

    /// SQLite's own pointer, for features that this interface lacks. Do not store it.
    public var pointer: OpaquePointer? { connection?.pointer }

    /// Whether the task that started this access was cancelled. Statements then throw; in long loops of your own, check
    /// this.
    public var isCancelled: Bool { connection.map { modelsqlite_flag_load($0.stopFlag) != 0 } ?? true }
}
