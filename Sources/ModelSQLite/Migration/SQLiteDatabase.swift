import Foundation

/// A database with a schema. Generated, as `BlogDatabase`; all functions are in this protocol.
public protocol SQLiteDatabase: DatabaseAccess {
    /// The schema of the database, in each version.
    static var schema: DatabaseSchema { get }
    /// Creates a database with open and migrated connections.
    init(pool: DatabasePool)
    /// The protocol of its steps in Swift, which every opening then takes; `Never` if there are none.
    associatedtype SwiftSteps = Never
}

extension SQLiteDatabase where SwiftSteps == Never {
    /// Opens a file, which is created at the newest version or migrated to it.
    ///
    /// If another process is migrating the file, this one waits for ten minutes, or for
    /// ``DatabaseConfiguration/migrationTimeout``, and then finds the new version.
    ///
    /// ```swift
    /// let blog = try await BlogDatabase.open(at: url)
    /// ```
    /// With ModelMigrations, it also reports its progress. A database with steps in Swift requires them: see `migrating`.
    ///
    /// - Throws: ``SQLiteError/Kind/migration(_:)`` if the file cannot be migrated to the newest version; it is then
    ///   unchanged, or has the last version that was completed.
    public static func open(
        at url: URL, _ configuration: DatabaseConfiguration = DatabaseConfiguration()
    ) async throws -> Self {
        try await open(at: url, configuration, Migrator(schema))
    }

    /// Opens a file, blocking the thread; see ``open(at:_:)``.
    public static func openAndWait(
        at url: URL, _ configuration: DatabaseConfiguration = DatabaseConfiguration()
    ) throws -> Self {
        try openAndWait(.file(url), configuration, Migrator(schema))
    }
}

extension SQLiteDatabase {
    /// Creates a database in memory, at the newest version.
    public static func inMemory(_ configuration: DatabaseConfiguration = DatabaseConfiguration()) throws -> Self {
        try openAndWait(.memory, configuration, Migrator(schema))
    }

    /// Creates a temporary database that spills to disk if needed, at the newest version.
    public static func temporary(_ configuration: DatabaseConfiguration = DatabaseConfiguration()) throws -> Self {
        try openAndWait(.temporary, configuration, Migrator(schema))
    }

    package static func open(
        at url: URL, _ configuration: DatabaseConfiguration, _ migrator: Migrator
    ) async throws -> Self {
        let pool = try DatabasePool(opening: .file(url), configuration)
        do { try await pool.perform(pool.writers) { connection, _ in try migrator.migrate(connection) } } catch {
            pool.refuse()
            throw error
        }
        return Self(pool: pool)
    }

    package static func openAndWait(
        _ location: DatabasePool.Location, _ configuration: DatabaseConfiguration, _ migrator: Migrator
    ) throws -> Self {
        let pool = try DatabasePool(opening: location, configuration)
        do { try pool.migrate(migrator) } catch {
            pool.refuse()
            throw error
        }
        return Self(pool: pool)
    }
}
