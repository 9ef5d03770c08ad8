import Foundation
import ModelMigrations
import ModelSQLite

extension SQLiteDatabase {
    /// Opens a file that another program may have created, and adopts it.
    ///
    /// ```swift
    /// let blog = try await BlogDatabase.open(at: url, adopting: .matching)
    /// ```
    /// - Parameters:
    ///   - url: The file.
    ///   - configuration: How connections are opened.
    ///   - migrations: The steps in Swift and the hooks.
    ///   - adoption: The version to adopt a file of another program as, if it matches. Nil adopts nothing.
    ///   - progress: Called before each step and at the end of each version, and also while another process migrates
    ///     the file.
    /// - Throws: ``SQLiteError/Kind/migration(_:)`` if the file cannot be adopted or migrated to the newest version. A
    ///   file that is not adopted is unchanged; one that was adopted before may be at the last version that was
    ///   completed.
    public static func open(
        at url: URL,
        _ configuration: DatabaseConfiguration = DatabaseConfiguration(),
        migrating migrations: some DatabaseMigrating,
        adopting adoption: Adoption?,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) async throws -> Self {
        try await open(at: url, configuration, schema.migrator(migrations, adoption, progress))
    }

    /// Opens a file that another program may have created, blocking the thread; see
    /// ``open(at:_:migrating:adopting:progress:)``.
    public static func openAndWait(
        at url: URL,
        _ configuration: DatabaseConfiguration = DatabaseConfiguration(),
        migrating migrations: some DatabaseMigrating,
        adopting adoption: Adoption?,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) throws -> Self {
        try openAndWait(.file(url), configuration, schema.migrator(migrations, adoption, progress))
    }
}

extension SQLiteDatabase where SwiftSteps == Never {
    /// Opens a file that another program may have created, and adopts it; see
    /// ``open(at:_:migrating:adopting:progress:)``.
    public static func open(
        at url: URL,
        _ configuration: DatabaseConfiguration = DatabaseConfiguration(),
        adopting adoption: Adoption?,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) async throws -> Self {
        try await open(at: url, configuration, migrating: SQLMigrations(), adopting: adoption, progress: progress)
    }

    /// Opens a file that another program may have created, blocking the thread.
    public static func openAndWait(
        at url: URL,
        _ configuration: DatabaseConfiguration = DatabaseConfiguration(),
        adopting adoption: Adoption?,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) throws -> Self {
        try openAndWait(at: url, configuration, migrating: SQLMigrations(), adopting: adoption, progress: progress)
    }
}

extension DatabasePool {
    /// Migrates a database that another program may have created to the newest version of a schema.
    public func migrate(
        _ schema: DatabaseSchema,
        migrating migrations: some DatabaseMigrating = SQLMigrations(),
        adopting adoption: Adoption?,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) async throws {
        try await migrate(schema.migrator(migrations, adoption, progress))
    }

    /// Migrates a database that another program may have created to the newest version of a schema, blocking the
    /// thread.
    public func migrate(
        _ schema: DatabaseSchema,
        migrating migrations: some DatabaseMigrating = SQLMigrations(),
        adopting adoption: Adoption?,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) throws {
        try migrate(schema.migrator(migrations, adoption, progress))
    }
}
