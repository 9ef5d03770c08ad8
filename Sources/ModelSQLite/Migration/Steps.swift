import CModelSQLite
import Foundation

extension Migrator {
    /// Makes the newest version in an empty file.
    func create(_ connection: Connection, _ counter: StepCounter) throws {
        let version = target ?? schema.version
        for statement in schema.create { try run(statement, connection, counter, version) }
        if schema.mode == .auto || schema.mode == .recreate { try Fingerprint.write(schema, connection) }
        try setVersion(version, connection)
    }

    /// Empties the file and makes the newest version in it.
    func recreate(_ connection: Connection, _ counter: StepCounter) throws {
        // Virtual tables first: their shadow tables go with them.
        for type in ["view", "virtual", "table"] {
            for name in try names(of: type, connection) {
                try connection.run("DROP \(type == "view" ? "VIEW" : "TABLE") \(name.quotedForSQL)")
            }
        }
        try create(connection, counter)
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
    func migrate(_ connection: Connection, from version: Int, _ counter: StepCounter) throws {
        let next = version + 1
        if counter.from == nil {
            counter.from = version
            counter.total = (next...max(next, target ?? schema.version)).reduce(0) { $0 + schema.steps(to: $1).count }
        }
        counter.version = next
        try counter.check()
        let db = Database(connection, .write)
        defer { db.end() }
        try steps.willMigrate(db, from: version, to: next)
        var rebuilt: [String] = []
        var additions: [TableAdditions] = []
        for (index, step) in schema.steps(to: next).enumerated() {
            if modelsqlite_flag_load(connection.stopFlag) != 0 { throw CancellationError() }
            report(counter, next, index)
            switch step {
            case .sql(let sql): try run(sql, connection, counter, next)
            case .swift(let name):
                try run(name, db, connection, counter)
            case .rebuild(let rebuild):
                additions.append(try self.rebuild(rebuild, connection, counter, next))
                rebuilt.append(rebuild.table)
            }
        }
        for addition in additions { try addition.restore(connection) }
        try checkForeignKeys(of: rebuilt, in: schema.migration(to: next), connection)
        try steps.didMigrate(db, from: version, to: next)
        try setVersion(next, connection)
        report(counter, next, schema.steps(to: next).count)
    }

    /// Runs a step in Swift. A fault may be after any of its statements, as after any of ours.
    private func run(_ step: String, _ db: Database, _ connection: Connection, _ counter: StepCounter) throws {
        let before = counter.done
        if counter.fault != nil { connection.stepCounter = counter }
        defer { connection.stepCounter = nil }
        try steps.run(step: step, db)
        if counter.done == before { counter.count() }
        try counter.check()
    }

    private func report(_ counter: StepCounter, _ version: Int, _ index: Int) {
        guard let progress, let from = counter.from else { return }
        let earlier = (from + 1..<max(version, from + 1)).reduce(0) { $0 + schema.steps(to: $1).count }
        progress(
            MigrationProgress(
                from: from,
                to: target ?? schema.version,
                version: version,
                done: earlier + index,
                total: counter.total
            )
        )
    }

    func run(_ sql: String, _ connection: Connection, _ counter: StepCounter, _ version: Int) throws {
        try connection.run(sql)
        connection.configuration.onStatement?(StatementTrace(sql: sql, runs: 1, duration: 0))
        try counter.passed(version: version)
    }

    func setVersion(_ version: Int, _ connection: Connection) throws {
        try connection.run("PRAGMA user_version = \(version)")
        if schema.ownership == .applicationID {
            try connection.run("PRAGMA application_id = \(schema.applicationID)")
        }
    }
}

// MARK: - Rebuilding a table

extension Migrator {
    /// SQLite's procedure, whose numbers stand beside the steps. 1, 2 and 12 (foreign keys off, the transaction) are
    /// around the whole version. Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
    ///
    /// - Returns: What the table had beyond its version, to be made again when the version is done.
    func rebuild(
        _ rebuild: TableRebuild,
        _ connection: Connection,
        _ counter: StepCounter,
        _ version: Int
    ) throws -> TableAdditions {
        let additions = try TableAdditions(rebuild, connection)
        let rebuild = try additions.added(to: rebuild)
        let table = rebuild.table.quotedForSQL
        let temporary = TableRebuild.temporaryName(of: rebuild.table).quotedForSQL
        try run(rebuild.create, connection, counter, version)  // 4
        try run(rebuild.copy, connection, counter, version)  // 5
        if rebuild.counter == .kept { try keepCounter(rebuild.table, connection) }
        try run("DROP TABLE \(table)", connection, counter, version)  // 6
        // 7. Without the legacy mode SQLite would look into every view and trigger, and some of them name the table
        // that is not there at this moment.
        try connection.run("PRAGMA legacy_alter_table = ON")
        try run("ALTER TABLE \(temporary) RENAME TO \(table)", connection, counter, version)
        try connection.run("PRAGMA legacy_alter_table = OFF")
        for statement in rebuild.restore { try run(statement, connection, counter, version) }  // 3, 8, 9
        return additions
    }

    /// The AUTOINCREMENT counter may be higher than any key that is left.
    func keepCounter(_ table: String, _ connection: Connection) throws {
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

    /// 10. The tables that were rebuilt, and those that refer to them, can have come out of step; where rows were changed
    /// besides, every table can.
    func checkForeignKeys(of rebuilt: [String], in migration: DatabaseMigration?, _ connection: Connection) throws {
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
                    "after the migration rows of \(table) refer to rows that are not there"
                )
            }
        }
    }
}

extension Connection {
    /// The first column of each row as text.
    func texts(_ sql: String) throws -> [String] {
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
