import Foundation

/// A database with a schema. Generated, as in `BlogDatabase`; this protocol provides all functions.
public protocol SQLiteDatabase: DatabaseAccess {
    /// The schema of the database, in each version.
    static var schema: DatabaseSchema { get }
    /// Creates a database from connections that are open and migrated.
    init(pool: DatabasePool)
    /// The protocol of its steps in Swift, which every opening then requires as `migrating`; `Never` if it has none.
    associatedtype SwiftSteps = Never
}

extension SQLiteDatabase where SwiftSteps == Never {
    /// Opens a file, creating it at the newest version or migrating it.
    ///
    /// If another process is migrating the file, this one waits for ``DatabaseConfiguration/migrationTimeout``, ten
    /// minutes by default, and then finds the new version.
    ///
    /// ```swift
    /// let blog = try await BlogDatabase.open(at: url)
    /// ```
    /// With ModelMigrations, opening can also report progress. A database with steps in Swift needs it: see
    /// `migrating`.
    ///
    /// - Throws: ``SQLiteError/Kind/migration(_:)`` if the file cannot be migrated to the newest version. The file is
    ///   then unchanged, or at the last version that was completed.
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
