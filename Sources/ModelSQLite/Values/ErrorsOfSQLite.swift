import CModelSQLite
import Foundation

extension SQLiteError {
    /// The error that a connection has just reported.
    package static func reported(
        by connection: OpaquePointer?,
        code: Int32,
        sql: String?,
        tables: [String: TableDefinition] = [:]
    ) -> SQLiteError {
        var extended = code
        var message = String(cString: sqlite3_errstr(code))
        if let connection, sqlite3_extended_errcode(connection) & 0xff == code & 0xff {
            extended = sqlite3_extended_errcode(connection)
            message = withoutValues(String(cString: sqlite3_errmsg(connection)))
        }
        return SQLiteError(kind(of: extended, message, tables), code: extended, message: message, sql: sql)
    }

    /// Full-text search quotes the bound query in its messages; a value must not reach a log.
    private static func withoutValues(_ message: String) -> String {
        if message.hasPrefix("fts5: syntax error") { return "fts5: syntax error in the search text" }
        if message.hasPrefix("malformed MATCH") { return "malformed MATCH expression" }
        if message.hasPrefix("unknown special query") { return "unknown special query" }
        return message
    }

    private static func kind(of code: Int32, _ message: String, _ tables: [String: TableDefinition]) -> Kind {
        switch code & 0xff {
        case SQLITE_CONSTRAINT: .constraint(violation(code, message, tables))
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_CORRUPT: .corrupt
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_IOERR: .inputOutput
        case SQLITE_INTERRUPT: .interrupted
        case SQLITE_TOOBIG: .tooBig
        case SQLITE_MISUSE, SQLITE_RANGE: .misuse
        default: .other
        }
    }

    /// The names in SQLite's message: "UNIQUE constraint failed: posts.user_id, posts.title".
    private static func violation(
        _ code: Int32,
        _ message: String,
        _ tables: [String: TableDefinition]
    ) -> ConstraintViolation {
        let detail = message.split(separator: ":", maxSplits: 1).dropFirst().first ?? ""
        // The macros with arguments are not imported: SQLITE_CONSTRAINT_UNIQUE and so on.
        let rule: ConstraintViolation.Rule =
            switch code {
            case 2067: .unique
            case 1555, 2579: .primaryKey  // _PRIMARYKEY, _ROWID
            case 1299: .notNull
            case 787: .foreignKey
            case 275: .check(detail.trimmingCharacters(in: .whitespaces))
            case 3091: .dataType
            case 1811: .trigger
            default: .other
            }
        var violation = ConstraintViolation(rule)
        guard [.unique, .primaryKey, .notNull].contains(rule) else { return violation }
        for name in detail.trimmingCharacters(in: .whitespaces).components(separatedBy: ", ") {
            let parts = name.split(separator: ".", maxSplits: 1)
            guard parts.count == 2 else { continue }
            violation.table = String(parts[0])
            violation.columns.append(String(parts[1]))
        }
        if let table = violation.table, let definition = tables[table] {
            violation.model = definition.model
            violation.fields = violation.columns.map { definition.field(ofColumn: $0) ?? $0 }
        }
        return violation
    }
}
