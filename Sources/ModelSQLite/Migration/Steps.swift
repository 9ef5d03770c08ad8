import CModelSQLite
import Foundation

extension Migrator {
    /// Creates the newest version in an empty file.
    func create(_ connection: Connection) throws {
        for statement in schema.create { try run(statement, connection) }
        try schema.mode.following?.created(connection, schema)
        try setVersion(schema.version, connection)
    }

    /// Empties the file and creates the newest version in it.
    package func recreate(_ connection: Connection) throws {
        // Virtual tables first: their shadow tables are deleted with them.
        let kinds = [
            ("VIEW", "type = 'view'"), ("TABLE", "type = 'table' AND sql LIKE 'CREATE VIRTUAL%'"),
            ("TABLE", "type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"),
        ]
        try connection.withoutForeignKeys {
            for (kind, condition) in kinds {
                for name in try connection.texts("SELECT name FROM sqlite_master WHERE \(condition) ORDER BY rowid") {
                    try connection.run("DROP \(kind) \(name.quotedForSQL)")
                }
            }
        }
        try create(connection)
    }

    /// Brings the file to the next version with steps, or the newest, in the open transaction; returns which.
    package func migrate(_ connection: Connection, from version: Int) throws -> Int {
        let next = course?.next(after: version).map { min($0, schema.version) } ?? schema.version
        try course?.run(connection, from: version, to: next, self)
        try setVersion(next, connection)
        return next
    }

    package func run(_ sql: String, _ connection: Connection) throws {
        try connection.run(sql)
        connection.configuration.onStatement?(StatementTrace(sql: sql, runs: 1, duration: 0))
    }

    package func setVersion(_ version: Int, _ connection: Connection) throws {
        try connection.run("PRAGMA user_version = \(version)")
        if schema.ownership == .applicationID {
            try connection.run("PRAGMA application_id = \(schema.applicationID)")
        }
    }
}

extension Connection {
    /// Runs a closure with foreign keys off: otherwise DROP TABLE first deletes the table's rows, which triggers the
    /// actions of tables that refer to it. Source: <https://www.sqlite.org/foreignkeys.html#fk_schemacommands>.
    ///
    /// Within a transaction the pragma does nothing, but this setting does. Source:
    /// <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfigenablefkey>.
    package func withoutForeignKeys<Result>(_ body: () throws -> Result) throws -> Result {
        _ = modelsqlite_configure(pointer, SQLITE_DBCONFIG_ENABLE_FKEY, 0)
        let value: Int32 = configuration.foreignKeys == .enforced ? 1 : 0
        defer { _ = modelsqlite_configure(pointer, SQLITE_DBCONFIG_ENABLE_FKEY, value) }
        guard try integer("PRAGMA foreign_keys") == 0 else {
            throw SQLiteError.misuse("this build of SQLite does not switch foreign keys off within a transaction")
        }
        return try body()
    }

    /// The columns of each row as text; NULL is empty.
    package func rows(_ sql: String) throws -> [[String]] {
        do {
            return try pointer.texts(sql)
        } catch {
            throw SQLiteError.reported(by: pointer, code: error.code, sql: sql, tables: tables)
        }
    }

    /// The first column of each row as text.
    package func texts(_ sql: String) throws -> [String] { try rows(sql).map { $0[0] } }

    /// The integer in the first row.
    package func integer(_ sql: String) throws -> Int64 { try texts(sql).first.flatMap { Int64($0) } ?? 0 }
}
