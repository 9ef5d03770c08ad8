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
        for type in ["view", "virtual", "table"] {
            for name in try names(of: type, connection) {
                try connection.run("DROP \(type == "view" ? "VIEW" : "TABLE") \(name.quotedForSQL)")
            }
        }
        try create(connection)
    }

    private func names(of type: String, _ connection: Connection) throws -> [String] {
        let condition =
            switch type {
            case "view": "type = 'view'"
            case "virtual": "type = 'table' AND sql LIKE 'CREATE VIRTUAL%'"
            default: "type = 'table' AND name NOT LIKE 'sqlite_%'"
            }
        return try connection.texts("SELECT name FROM sqlite_master WHERE \(condition) ORDER BY rowid")
    }

    /// Runs the steps to the next version.
    package func migrate(_ connection: Connection, from version: Int, to next: Int, _ way: MigrationWay) throws {
        way.reach(version, of: schema)
        let db = Database(connection, .write)
        defer { db.end() }
        let temporary = try connection.temporaryObjects()
        try guardedClosure("willMigrate", to: next, connection) { try steps.willMigrate(db, from: version, to: next) }
        var rebuilt: [String] = []
        var additions: [TableAdditions] = []
        let migration = schema.migration(to: next)
        for step in migration.steps {
            if modelsqlite_flag_load(connection.stopFlag) != 0 { throw CancellationError() }
            report(way, next, .migrating)
            switch step {
            case .sql(let sql): try guarded(sql, to: next, connection) { try run(sql, connection) }
            case .swift(let name): try guardedClosure(name, to: next, connection) { try steps.run(step: name, db) }
            case .rebuild(let rebuild):
                additions.append(try self.rebuild(rebuild, connection))
                rebuilt.append(rebuild.table)
            }
            way.done += 1
        }
        for addition in additions { try addition.restore(connection) }
        try checkForeignKeys(of: rebuilt, in: migration, connection)
        try guardedClosure("didMigrate", to: next, connection) { try steps.didMigrate(db, from: version, to: next) }
        try checkTemporary(temporary, to: next, connection)
        try setVersion(next, connection)
        report(way, next, .migrating)
    }

    func report(_ way: MigrationWay, _ version: Int, _ activity: MigrationProgress.Activity) {
        guard let progress else { return }
        progress(
            MigrationProgress(
                from: way.from ?? version,
                to: schema.version,
                version: version,
                done: way.done,
                total: way.total,
                activity: activity
            )
        )
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

// MARK: - Rebuilding a table

extension Migrator {
    /// SQLite's procedure; its numbers are next to the steps. 1, 2 and 12 (foreign keys off, the transaction) apply to
    /// the whole version. Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
    ///
    /// - Returns: what the table had beyond its version, to be created again at the end of the version.
    package func rebuild(_ rebuild: TableRebuild, _ connection: Connection) throws -> TableAdditions {
        let additions = try TableAdditions(rebuild, connection)
        let rebuild = try additions.added(to: rebuild)
        let table = rebuild.table.quotedForSQL
        let temporary = TableRebuild.temporaryName(of: rebuild.table).quotedForSQL
        try run(rebuild.create, connection)  // 4
        try run(rebuild.copy, connection)  // 5
        if rebuild.counter == .kept { try keepCounter(rebuild.table, connection) }
        try run("DROP TABLE \(table)", connection)  // 6
        // 7. Without the legacy mode, SQLite would check every view and trigger, and some refer to the table that does
        //    not exist at this moment.
        try connection.run("PRAGMA legacy_alter_table = ON")
        try run("ALTER TABLE \(temporary) RENAME TO \(table)", connection)
        try connection.run("PRAGMA legacy_alter_table = OFF")
        for statement in rebuild.restore { try run(statement, connection) }  // 3, 8, 9
        return additions
    }

    /// The AUTOINCREMENT counter may be higher than any remaining key.
    private func keepCounter(_ table: String, _ connection: Connection) throws {
        let exists = try connection.integer("SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_sequence'")
        if exists == 0 { return }
        let old = table.literalForSQL
        let new = TableRebuild.temporaryName(of: table).literalForSQL
        try connection.run(
            """
            INSERT INTO sqlite_sequence (name, seq) SELECT \(new), 0 WHERE NOT EXISTS \
            (SELECT 1 FROM sqlite_sequence WHERE name = \(new))
            """
        )
        try connection.run(
            """
            UPDATE sqlite_sequence SET seq = max(seq, (SELECT seq FROM sqlite_sequence WHERE name = \(old))) \
            WHERE name = \(new) AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = \(old))
            """
        )
    }

    /// 10. The rebuilt tables and those that refer to them may be inconsistent; if rows were changed, every table may
    ///     be.
    package func checkForeignKeys(of rebuilt: [String], in migration: DatabaseMigration?, _ connection: Connection)
        throws
    {
        if rebuilt.isEmpty || connection.configuration.foreignKeys == .ignored { return }
        let changed = Set(rebuilt.map { $0.lowercased() })
        let named = migration?.checkedTables.map { Set($0.map { $0.lowercased() }) }
        for table in try connection.texts("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") {
            let parents = try connection.texts(
                "SELECT \"table\" FROM pragma_foreign_key_list(\(table.literalForSQL))"
            )
            if parents.isEmpty { continue }
            let concerns =
                named?.contains(table.lowercased())
                ?? (migration?.changesRows == true || changed.contains(table.lowercased())
                    || parents.contains { changed.contains($0.lowercased()) })
            if !concerns { continue }
            if try !connection.texts("PRAGMA foreign_key_check(\(table.quotedForSQL))").isEmpty {
                throw failure(
                    .foreignKeys(table: table),
                    "after the migration, rows of \(table) refer to missing rows"
                )
            }
        }
    }
}

extension Connection {
    /// Runs steps within the open transaction.
    package func migrating<Result>(_ body: (Database) throws -> Result) rethrows -> Result {
        let db = Database(self, .write)
        defer { db.end() }
        return try body(db)
    }

    /// The first column of each row as text.
    package func texts(_ sql: String) throws -> [String] {
        let statement = try prepare(sql)
        var texts: [String] = []
        while true {
            let code = sqlite3_step(statement.pointer)
            if code == SQLITE_DONE { return texts }
            guard code == SQLITE_ROW else {
                throw SQLiteError.reported(by: pointer, code: code, sql: sql, tables: tables)
            }
            texts.append(sqlite3_column_text(statement.pointer, 0).map { String(cString: $0) } ?? "")
        }
    }
}
