extension Migrator {
    /// Creates the newest version in an empty file.
    package func create(_ connection: Connection) throws {
        for statement in schema.create { try run(statement, connection) }
        try schema.mode.following?.created(connection, schema)
        try setVersion(schema.version, connection)
    }

    /// Runs the steps in the open transaction, up to the next version that has any, or the newest. Returns that
    /// version.
    package func migrate(_ connection: Connection, from version: Int) throws -> Int {
        let next = try schema.migrations?.steps.run(connection, from: version, self) ?? schema.version
        try setVersion(next, connection)
        return next
    }

    package func run(_ sql: String, _ connection: Connection) throws {
        try connection.run(sql)
        connection.trace(sql)
    }

    /// Sets the version in the header.
    ///
    /// SQLite's number of the schema changes even if nothing else in the file does, so that programs that have it open
    /// compile their statements again, and notice the new version:
    /// <https://www.sqlite.org/pragma.html#pragma_schema_version>.
    package func setVersion(_ version: Int, _ connection: Connection) throws {
        try connection.run("CREATE VIEW modelgen_v AS SELECT 1; DROP VIEW modelgen_v; PRAGMA user_version = \(version)")
        if schema.ownership == .applicationID {
            try connection.run("PRAGMA application_id = \(schema.applicationID)")
        }
    }
}

extension Connection {
    /// The columns of each row as text; NULL is empty.
    package func rows(_ sql: String) throws -> [[String]] {
        do {
            return try pointer.texts(sql)
        } catch {
            throw failure(error.code, sql)
        }
    }

    /// The first column of each row as text.
    package func texts(_ sql: String) throws -> [String] { try rows(sql).map { $0[0] } }

    /// The integer in the first row.
    package func integer(_ sql: String) throws -> Int64 { try texts(sql).first.flatMap { Int64($0) } ?? 0 }
}
