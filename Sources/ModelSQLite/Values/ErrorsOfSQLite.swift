import CModelSQLite
import Foundation

extension SQLiteError {
    /// The error that a connection has just reported.
    package static func reported(
        by connection: OpaquePointer?, code: Int32, sql: String? = nil, tables: [FoldedName: TableDefinition] = [:]
    ) -> SQLiteError {
        let last = sqlite3_extended_errcode(connection)
        let isLast = last & 0xff == code & 0xff
        let code = isLast ? last : code
        let message = String(cString: isLast ? sqlite3_errmsg(connection) : sqlite3_errstr(code))
        var error = SQLiteError(kind(of: code, message, tables), code: code, message: message, sql: sql)
        let cause = sqlite3_system_errno(connection)
        if cause != 0, [.inputOutput, .cannotOpen].contains(error.kind) {
            error.message += " (\(String(cString: strerror(cause))))"
            if cause == ENOSPC { error.kind = .full }
        }
        return error
    }

    /// The same error without values, for a statement that has parameters. Functions and full-text search quote values
    /// in their messages (`no such column: …`, `JSON path error near '…'`), and a value must not get into a log.
    func withoutValues() -> SQLiteError {
        // For a constraint, the message contains only the name of its table, columns or expression.
        if code & 0xff == SQLITE_CONSTRAINT { return self }
        var error = self
        let module = message.hasPrefix("fts5: ") ? "fts5: " : ""
        let words = message.dropFirst(module.count).prefix { !"\"'[:".contains($0) }
        error.message = module + words.trimmingCharacters(in: .whitespaces)
        return error
    }

    private static func kind(of code: Int32, _ message: String, _ tables: [FoldedName: TableDefinition]) -> Kind {
        switch code & 0xff {
        case SQLITE_CONSTRAINT: .constraint(violation(code, message, tables))
        case SQLITE_MISMATCH: .constraint(ConstraintViolation(.dataType))
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
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
        _ code: Int32, _ message: String, _ tables: [FoldedName: TableDefinition]
    ) -> ConstraintViolation {
        let detail = message.range(of: ": ").map { String(message[$0.upperBound...]) } ?? ""
        // The codes themselves, because macros with arguments, such as SQLITE_CONSTRAINT_UNIQUE, are not imported.
        let rule: ConstraintViolation.Rule =
            switch code {
            case 2067: .unique
            case 1555, 2579: .primaryKey  // _PRIMARYKEY, _ROWID
            case 1299: .notNull
            case 787: .foreignKey
            case 275: .check(detail)
            case 3091: .dataType
            // RESTRICT is implemented as a trigger: `fkActionTrigger` in SQLite's fkey.c.
            case 1811: message == "FOREIGN KEY constraint failed" ? .foreignKey : .trigger
            default: .other
            }
        var violation = ConstraintViolation(rule)
        guard [.unique, .primaryKey, .notNull].contains(rule) else { return violation }
        for name in detail.components(separatedBy: ", ") {
            let periods = name.indices.filter { name[$0] == "." }
            // The table's name may contain some, too.
            let isKnown = { (end: String.Index) in tables[FoldedName(String(name[..<end]))] != nil }
            guard let period = periods.last(where: isKnown) ?? periods.first else { continue }
            violation.table = String(name[..<period])
            violation.columns.append(String(name[name.index(after: period)...]))
        }
        // The file may spell the names differently.
        if let table = violation.table, let definition = tables[FoldedName(table)] {
            violation.model = definition.model
            violation.fields = violation.columns.map { definition.field(ofColumn: $0) ?? $0 }
        }
        return violation
    }
}
