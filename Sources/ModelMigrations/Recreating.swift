import CModelSQLite
import ModelSQLite

extension Migrator {
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
}

extension Connection {
    /// Runs a closure with foreign keys off. Otherwise, DROP TABLE would first delete the table's rows, which triggers
    /// the actions of tables that refer to it. Source: <https://www.sqlite.org/foreignkeys.html#fk_schemacommands>.
    ///
    /// In a transaction, the pragma has no effect, but this setting does. Source:
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
}
