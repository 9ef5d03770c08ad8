import Foundation

extension DatabasePool {
    /// Brings the database to a version of a schema.
    ///
    /// ``SQLiteDatabase/open(at:_:migrating:adopting:progress:)`` does it for you. Tests use this to stop at a version, or
    /// as if the process had failed after a statement.
    public func migrate(
        _ schema: DatabaseSchema,
        migrating migrations: some DatabaseMigrating = SQLMigrations(),
        adopting: Adoption? = nil,
        to version: Int? = nil,
        fault: MigrationFault? = nil,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) throws {
        let migrator = Migrator(
            schema: schema,
            steps: migrations,
            adopting: adopting,
            fault: fault,
            progress: progress,
            target: version
        )
        try migrator.checkAdoption()
        try performAndWait(writers) { connection, _ in try migrator.migrate(connection) }
    }
}

/// Which faults ``SQLiteDatabase/verifyMigrations(migrating:faults:filling:)`` injects.
public enum InjectedFaults: Hashable, Sendable {
    /// None.
    case none
    /// One after every statement of every step: the database must be at exactly the version before.
    case afterEveryStatement
}

extension SQLiteDatabase {
    /// Walks all migrations in memory, for your tests: version 1, each step, and the newest version compared with a fresh one.
    ///
    /// ```swift
    /// @Test func migrations() throws {
    ///     try BlogDatabase.verifyMigrations(migrating: MyMigrations(), faults: .afterEveryStatement)
    /// }
    /// ```
    /// - Parameters:
    ///   - migrations: the steps in Swift.
    ///   - faults: whether a fault is injected after each statement.
    ///   - fill: puts rows into version 1.
    /// - Throws: ``MigrationFailure/different(_:)`` with both sides, or the error of a step.
    public static func verifyMigrations(
        migrating migrations: some DatabaseMigrating = SQLMigrations(),
        faults: InjectedFaults = .none,
        filling fill: (Database) throws -> Void = { _ in }
    ) throws {
        let reached = try first(fill)
        try reached.migrate(schema, migrating: migrations)
        let fresh = try DatabasePool(.memory)
        try fresh.migrate(schema)
        let (found, wanted) = (try reached.meaning(), try fresh.meaning())
        guard found == wanted else {
            let missing = wanted.filter { !found.contains($0) }.map { "- \($0)" }
            let surplus = found.filter { !wanted.contains($0) }.map { "+ \($0)" }
            throw SQLiteError(
                .migration(.different((missing + surplus).joined(separator: "\n"))),
                message: "after its migrations \(schema.name) is not what a fresh one is"
            )
        }
        if faults == .afterEveryStatement { try injectFaults(migrations, fill) }
    }

    private static func first(_ fill: (Database) throws -> Void) throws -> DatabasePool {
        let pool = try DatabasePool(.memory)
        try pool.write { db in
            for statement in schema.initial { try db.run(script: statement) }
            try fill(db)
            try db.run(script: "PRAGMA user_version = 1; PRAGMA application_id = \(schema.applicationID)")
        }
        return pool
    }

    private static func injectFaults(
        _ migrations: some DatabaseMigrating,
        _ fill: (Database) throws -> Void
    ) throws {
        var states: [[String]] = []
        let chain = try first(fill)
        for version in 1...schema.version {
            try chain.migrate(schema, migrating: migrations, to: version)
            states.append(try chain.everything())
        }
        var statement = 0
        while true {
            let pool = try first(fill)
            do {
                try pool.migrate(schema, migrating: migrations, fault: .stop(afterStatement: statement))
                return
            } catch let error as SQLiteError {
                guard case .migration(.injected(let version, _)) = error.kind else { throw error }
                guard try pool.everything() == states[version - 2] else {
                    throw SQLiteError(
                        .migration(.different("stopped after statement \(statement)")),
                        message:
                            "a migration of \(schema.name) that failed on its way to version \(version) left something"
                    )
                }
            }
            statement += 1
        }
    }
}

extension DatabasePool {
    /// The schema by its meaning, a line for each fact: columns by name, keys, indexes, references, triggers and views.
    func meaning() throws -> [String] {
        try read { db in
            var facts: [String] = []
            for table in try db.rows("SELECT name FROM sqlite_master WHERE type = 'table'", { try $0.text(0) })
            where !table.hasPrefix("sqlite_") {
                facts += try db.facts("table_xinfo", of: table, [1, 2, 3, 4, 5, 6])
                facts += try db.facts("foreign_key_list", of: table, [2, 3, 4, 5, 6])
                for index in try db.rows(
                    "SELECT name FROM pragma_index_list(\(table)) WHERE origin = 'c'",
                    { try $0.text(0) }
                ) {
                    facts += try db.facts("index_xinfo", of: index, [0, 2, 3, 4, 5]).map { "\(table): \($0)" }
                }
            }
            facts += try db.rows("SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')") { row in
                let sql = try row.text(2).split(whereSeparator: \.isWhitespace).joined(separator: " ")
                return "\(try row.text(0)) \(try row.text(1)): \(sql)"
            }
            return facts.sorted()
        }
    }

    /// The schema and every row, a line for each, with the version.
    func everything() throws -> [String] {
        try read { db in
            var lines = [try db.rows("PRAGMA user_version") { "version \(try $0.integer(0))" }[0]]
            lines += try db.rows("SELECT name, sql FROM sqlite_master ORDER BY name") { row in
                "\(try row.text(0)): \(try row.readIfPresent(String.self, 1) ?? "")"
            }
            for table in try db.rows(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
                { try $0.text(0) }
            ) {
                lines += try db.rows("SELECT * FROM \(name: table) ORDER BY 1") { row in
                    "\(table): \(try (0..<row.count).map { try row.value($0) })"
                }
            }
            return lines
        }
    }
}

extension Database {
    /// The rows of a pragma about a table or index, some columns of each.
    fileprivate func facts(_ pragma: String, of name: String, _ columns: [Int]) throws -> [String] {
        try rows("SELECT * FROM \(SQL(trusted: "pragma_" + pragma))(\(name))") { row in
            "\(pragma) \(name): \(try columns.map { try row.value($0) })"
        }
    }
}
