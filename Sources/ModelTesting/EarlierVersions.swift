import Foundation
import ModelMigrations
import ModelSQLite

extension SQLiteDatabase {
    /// Creates an empty database in memory, as the program would have created it at an earlier version. For the current
    /// version, the result is a database of the current program.
    ///
    /// ```swift
    /// let old = try BlogDatabase.inMemory(atVersion: 2)
    /// try old.write { db in try db.run("INSERT INTO users (id, name) VALUES (1, 'Ada')") }
    /// try old.pool.migrate(BlogDatabase.schema)
    /// ```
    /// - Throws: ``SQLiteError/Kind/misuse`` if this build does not contain the version. Release builds contain no
    ///   earlier versions.
    public static func inMemory(
        atVersion version: Int,
        _ configuration: DatabaseConfiguration = DatabaseConfiguration(),
        migrating migrations: some DatabaseMigrating = SQLMigrations()
    ) throws -> Self {
        Self(pool: try pool(at: version, configuration, migrations))
    }

    /// Creates an empty file, as the program would have created it at an earlier version, and leaves it open. For the
    /// current version, the result is a file of the current program.
    ///
    /// - Throws: ``SQLiteError/Kind/misuse`` if this build does not contain the version. Release builds contain no
    ///   earlier versions.
    public static func create(
        at url: URL,
        version: Int,
        _ configuration: DatabaseConfiguration = DatabaseConfiguration(),
        migrating migrations: some DatabaseMigrating = SQLMigrations()
    ) throws -> Self {
        Self(pool: try pool(at: version, configuration, migrations, .file(url)))
    }

    /// Nil in release builds, and if there is only one version.
    static var earliest: EarliestVersion? { (self as? any MigratedDatabase.Type)?.earliestVersion }

    /// The versions that differ from the previous one, and the newest. A file may have any of them.
    static func versions() throws -> [Int] {
        let migrations = schema.migrations?.steps.versions ?? []
        if migrations.isEmpty { return [schema.version] }
        guard let first = earliest?.version else {
            throw SQLiteError(
                .misuse, message: "the earlier versions of \(schema.name) are only included in debug builds")
        }
        return [first] + migrations.map(\.version).filter { $0 > first && $0 < schema.version } + [
            schema.version
        ]
    }

    static func pool(
        at version: Int,
        _ configuration: DatabaseConfiguration,
        _ migrations: some DatabaseMigrating,
        _ location: DatabasePool.Location = .memory
    ) throws -> DatabasePool {
        let isKnown = earliest.map { $0.version <= version && version < schema.version } ?? false
        guard isKnown || version == schema.version else {
            throw SQLiteError(.misuse, message: "\(schema.name) has no version \(version) in this build")
        }
        let pool = try DatabasePool(location, configuration)
        guard version < schema.version, let first = earliest else {
            try pool.migrate(schema)
            return pool
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
    ///
    /// - Throws: ``SQLiteError/Kind/misuse`` if the schema has no such version, or if the version is an earlier one and
    ///   the database has no tables yet. Use ``SQLiteDatabase/inMemory(atVersion:_:migrating:)`` to create an earlier
    ///   version.
    public func migrate(
        _ schema: DatabaseSchema,
        migrating migrations: some DatabaseMigrating = SQLMigrations(),
        to version: Int
    ) throws {
        let tables = try write { db in try db.value(Int.self, "SELECT count(*) FROM sqlite_master") }
        if version > schema.version || version < schema.version && tables == 0 {
            throw SQLiteError(
                .misuse,
                message: version > schema.version
                    ? "\(schema.name) has no version \(version); the newest is \(schema.version)"
                    : "the database has no tables yet, and a schema only creates its newest version; create version "
                        + "\(version) with `inMemory(atVersion:)` or `create(at:version:)`")
        }
        try migrate(schema.until(version), migrating: migrations)
    }
}
