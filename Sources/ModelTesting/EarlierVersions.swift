import Foundation
import ModelMigrations
import ModelSQLite

extension MigratedDatabase {
    /// Creates an empty database in memory, as an earlier version of the program would have created it. From the
    /// current version on, it is that of the current program.
    ///
    /// ```swift
    /// let old = try BlogDatabase.inMemory(atVersion: 2)
    /// try old.write { db in try db.run("INSERT INTO users (id, name) VALUES (1, 'Ada')") }
    /// try old.pool.migrate(BlogDatabase.schema)
    /// ```
    /// - Throws: ``SQLiteError/Kind/misuse`` if this build does not contain the version: release builds contain no
    ///   earlier ones.
    public static func inMemory(
        atVersion version: Int,
        migrating migrations: some DatabaseMigrating = SQLMigrations()
    ) throws -> Self {
        Self(pool: try pool(at: version, migrations))
    }

    /// Creates an empty file as an earlier version of the program would have created it, and leaves it open. From the
    /// current version on, it is that of the current program.
    ///
    /// - Throws: ``SQLiteError/Kind/misuse`` if this build does not contain the version: release builds contain no
    ///   earlier ones.
    public static func create(
        at url: URL,
        version: Int,
        migrating migrations: some DatabaseMigrating = SQLMigrations()
    ) throws -> Self {
        Self(pool: try pool(at: version, migrations, .file(url)))
    }

    static var samples: [ColumnSamples] { earliestVersion?.samples ?? [] }

    /// The versions that differ from the previous one, and the newest: any of them may be a file's.
    static func versions() throws -> [Int] {
        let migrations = schema.migrations?.steps.versions ?? []
        if migrations.isEmpty { return [schema.version] }
        guard let first = earliestVersion?.version else {
            throw SQLiteError(
                .misuse, message: "the earlier versions of \(schema.name) are only included in debug builds")
        }
        return [first] + migrations.map(\.version).filter { $0 > first && $0 < schema.version } + [
            schema.version
        ]
    }

    static func pool(
        at version: Int,
        _ migrations: some DatabaseMigrating,
        _ location: DatabasePool.Location = .memory
    ) throws -> DatabasePool {
        let pool = try DatabasePool(location)
        guard version < schema.version else {
            try pool.migrate(schema)
            return pool
        }
        guard let first = earliestVersion, version >= first.version else {
            throw SQLiteError(.misuse, message: "\(schema.name) has no version \(version) in this build")
        }
        try pool.write { db in
            for statement in first.create { try db.run(script: statement) }
            try db.run(
                script: """
                    PRAGMA user_version = \(first.version); PRAGMA application_id = \(schema.applicationID)
                    """)
        }
        try pool.migrate(schema.until(version), migrating: migrations)
        return pool
    }
}

extension DatabaseSchema {
    /// The schema of an earlier version of the program, as far as its migrations go back.
    func until(_ version: Int) -> DatabaseSchema {
        DatabaseSchema(
            name, version: version, oldest: min(oldest, version), applicationID: applicationID,
            ownership: ownership, mode: mode,
            create: version == self.version ? create : [],
            migrations: migrations,
            adoptable: version == self.version ? adoptable : nil
        )
    }
}

extension DatabasePool {
    /// Migrates the database to a version of a schema, which can be an earlier one.
    public func migrate(
        _ schema: DatabaseSchema,
        migrating migrations: some DatabaseMigrating = SQLMigrations(),
        to version: Int
    ) throws {
        try migrate(schema.until(version), migrating: migrations)
    }
}
