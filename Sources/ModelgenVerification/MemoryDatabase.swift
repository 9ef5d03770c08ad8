import CModelSQLite
import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// An in-memory database for trying SQL.
///
/// It is only used by the thread that created it.
package final class MemoryDatabase {
    let handle: OpaquePointer
    /// The work done by the running statement.
    private let work = UnsafeMutablePointer<Work>.allocate(capacity: 1)

    private struct Work {
        /// In thousands.
        var instructions = 0
        let start = ContinuousClock.now

        /// Whether a statement has run so long that it probably never ends: the tables here have at most eight rows. An
        /// instruction that creates a large value also takes long.
        var isTooMuch: Bool {
            instructions > 50_000 || (instructions % 10 == 0 && ContinuousClock.now - start > .seconds(30))
        }
    }

    /// The maximum size of a value in bytes; SQLite's own limit is a billion.
    private static let longestValue: Int32 = 16 << 20

    /// The maximum number of 4 KiB pages that a statement may fill: 256 MiB. The rows of a check need a few hundred
    /// pages.
    private static let mostPages = 65_536

    /// SQLite's message about a statement that it rejects.
    package struct Refusal: Error {
        package var message: String
    }

    /// Evaluated before the first database is opened. Without it, databases in two threads would take as long as in
    /// one.
    private static let isPrepared: Void = { _ = modelsqlite_stop_counting_memory() }()

    package init() throws(Refusal) {
        Self.isPrepared
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(":memory:", &handle, flags, nil) == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw Refusal(message: "SQLite could not open an in-memory database")
        }
        self.handle = handle
        work.initialize(to: Work())
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestValue)
        sqlite3_exec(handle, "PRAGMA max_page_count = \(Self.mostPages)", nil, nil, nil)
        // A double-quoted name without a column would silently become a string, here and in the program.
        _ = modelsqlite_configure(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
        _ = modelsqlite_configure(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    }

    /// Stops endless statements (https://www.sqlite.org/c3ref/progress_handler.html).
    private func watch() {
        work.pointee = Work()
        sqlite3_progress_handler(
            handle, 1_000,
            { context in
                guard let work = context?.assumingMemoryBound(to: Work.self) else { return 0 }
                work.pointee.instructions += 1
                return work.pointee.isTooMuch ? 1 : 0
            }, work)
    }

    /// Also within a transaction, where the pragma does nothing.
    func set(_ foreignKeys: ForeignKeyEnforcement) {
        _ = modelsqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_FKEY, foreignKeys == .enforced ? 1 : 0)
    }

    deinit {
        sqlite3_close_v2(handle)
        work.deallocate()
    }

    private var refusal: Refusal {
        switch sqlite3_errcode(handle) {
        case SQLITE_INTERRUPT: Refusal(message: "it was stopped because it takes too long")
        case SQLITE_FULL: Refusal(message: "it was stopped because it uses more than 256 MiB")
        default: Refusal(message: String(cString: sqlite3_errmsg(handle)))
        }
    }

    /// Runs one statement; more than one is an error.
    package func run(_ sql: String) throws(Refusal) { try run(sql, []) }

    /// Runs one statement with its parameters bound in order.
    func run(_ sql: String, _ values: [SQLValue]) throws(Refusal) {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() { try bind(value, to: statement, at: Int32(index + 1)) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: continue
            case SQLITE_DONE: return
            default: throw refusal
            }
        }
    }

    /// Every row that the statement returns.
    package func rows(_ sql: String) throws(Refusal) -> [[SQLValue]] {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        var rows: [[SQLValue]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                rows.append((0..<sqlite3_column_count(statement)).map { Self.value(statement, $0) })
            case SQLITE_DONE: return rows
            default: throw refusal
            }
        }
    }

    /// The parameters and result columns of a statement, without running it.
    package struct Description {
        /// The names of its parameters with their prefixes; nil for `?`.
        var parameters: [String?]
        /// Its result columns, in order.
        package var columns: [ResultColumn]
    }

    package func describe(_ sql: String) throws(Refusal) -> Description {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        let parameters = (0..<sqlite3_bind_parameter_count(statement)).map { index in
            sqlite3_bind_parameter_name(statement, index + 1).map { String(cString: $0) }
        }
        let columns = (0..<sqlite3_column_count(statement)).map { index in
            ResultColumn(
                name: sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "",
                origin: origin(of: index, in: statement))
        }
        return Description(
            parameters: parameters,
            columns: columns
        )
    }

    /// The column of a table behind a result column (https://www.sqlite.org/c3ref/column_database_name.html).
    private func origin(of index: Int32, in statement: OpaquePointer?) -> ResultColumn.Origin? {
        guard let table = sqlite3_column_table_name(statement, index),
            let column = sqlite3_column_origin_name(statement, index)
        else { return nil }
        return ResultColumn.Origin(
            table: SQLName(String(cString: table)), column: SQLName(String(cString: column)))
    }

    private func prepare(_ sql: String) throws(Refusal) -> OpaquePointer? {
        var statement: OpaquePointer?
        var rest = ""
        let code = sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(handle, text, -1, &statement, &tail)
            rest = tail.map { String(cString: $0) } ?? ""
            return code
        }
        guard code == SQLITE_OK else { throw refusal }
        guard sqlTokens(rest).allSatisfy({ $0.kind == .space || $0.isSymbol(";") }) else {
            sqlite3_finalize(statement)
            throw Refusal(message: "there is more than one statement")
        }
        guard statement != nil else { throw Refusal(message: "the SQL contains no statement") }
        watch()
        return statement
    }

    private func bind(_ value: SQLValue, to statement: OpaquePointer?, at index: Int32) throws(Refusal) {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let code: Int32
        switch value {
        case .null: code = sqlite3_bind_null(statement, index)
        case .integer(let number): code = sqlite3_bind_int64(statement, index, number)
        case .real(let number): code = sqlite3_bind_double(statement, index, number)
        case .text(let text):
            let bytes = Array(text.utf8)
            code = bytes.withUnsafeBytes { buffer in
                // An empty buffer has no address, which would bind NULL.
                guard let base = buffer.baseAddress else {
                    return sqlite3_bind_text(statement, index, "", 0, transient)
                }
                return sqlite3_bind_text(
                    statement,
                    index,
                    base.assumingMemoryBound(to: CChar.self),
                    Int32(buffer.count),
                    transient
                )
            }
        case .blob(let bytes):
            code = bytes.withUnsafeBytes { buffer in
                guard let base = buffer.baseAddress else { return sqlite3_bind_zeroblob(statement, index, 0) }
                return sqlite3_bind_blob(statement, index, base, Int32(buffer.count), transient)
            }
        }
        guard code == SQLITE_OK else { throw refusal }
    }

    private static func value(_ statement: OpaquePointer?, _ index: Int32) -> SQLValue {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            let count = Int(sqlite3_column_bytes(statement, index))
            let bytes = UnsafeBufferPointer(start: sqlite3_column_text(statement, index), count: count)
            return .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let count = Int(sqlite3_column_bytes(statement, index))
            return .blob(Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, index), count: count)))
        default: return .null
        }
    }
}

/// A value in a row.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    package var text: String {
        switch self {
        case .null: ""
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    package var integer: Int64 {
        switch self {
        case .integer(let number): number
        case .null, .real, .text, .blob: 0
        }
    }

    /// The value in SQL, for a message.
    var description: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): "'\(text)'"
        case .blob(let bytes): "a blob of \(bytes.count) bytes"
        }
    }

    /// The same in backticks.
    var quoted: String {
        switch self {
        case .null, .integer, .real, .text: "`\(description)`"
        case .blob: description
        }
    }
}

/// The version of SQLite that verifies the schema, and the source it was built from.
package var sqliteVersion: String { "SQLite " + String(cString: sqlite3_sourceid()) }
