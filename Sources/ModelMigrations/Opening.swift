import Foundation
import ModelSQLite

extension SQLiteDatabase {
    /// Opens a file, which is created at the newest version or migrated to it.
    ///
    /// ```swift
    /// let blog = try await BlogDatabase.open(at: url, migrating: MyMigrations()) { progress in show(progress.fraction) }
    /// ```
    /// - Parameters:
    ///   - url: The file.
    ///   - configuration: How connections are opened.
    ///   - migrations: The steps in Swift and the hooks.
    ///   - progress: Called before each step and at the end of each version, and also while another process migrates
    ///     the file.
    /// - Throws: ``SQLiteError/Kind/migration(_:)`` if the file cannot be migrated to the newest version; it is then
    ///   unchanged, or has the last version that was completed.
    public static func open(
        at url: URL,
        _ configuration: DatabaseConfiguration = DatabaseConfiguration(),
        migrating migrations: some DatabaseMigrating,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) async throws -> Self {
        try await open(at: url, configuration, Migrator(schema, migrations, progress: progress))
    }

    /// Opens a file, blocking the thread; see ``open(at:_:migrating:progress:)``.
    public static func openAndWait(
        at url: URL,
        _ configuration: DatabaseConfiguration = DatabaseConfiguration(),
        migrating migrations: some DatabaseMigrating,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) throws -> Self {
        try openAndWait(.file(url), configuration, Migrator(schema, migrations, progress: progress))
    }
}

extension SQLiteDatabase where SwiftSteps == Never {
    /// Opens a file, and reports the progress of its migration; see ``open(at:_:migrating:progress:)``.
    public static func open(
        at url: URL,
        _ configuration: DatabaseConfiguration = DatabaseConfiguration(),
        progress: @escaping @Sendable (MigrationProgress) -> Void
    ) async throws -> Self {
        try await open(at: url, configuration, migrating: SQLMigrations(), progress: progress)
    }

    /// Opens a file, and reports the progress of its migration, blocking the thread.
    public static func openAndWait(
        at url: URL,
        _ configuration: DatabaseConfiguration = DatabaseConfiguration(),
        progress: @escaping @Sendable (MigrationProgress) -> Void
    ) throws -> Self {
        try openAndWait(at: url, configuration, migrating: SQLMigrations(), progress: progress)
    }
}

extension DatabasePool {
    /// Migrates the database to the newest version of a schema, with steps in Swift.
    public func migrate(
        _ schema: DatabaseSchema,
        migrating migrations: some DatabaseMigrating = SQLMigrations(),
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) async throws {
        try await migrate(Migrator(schema, migrations, progress: progress))
    }

    package func migrate(_ migrator: Migrator) async throws {
        try await perform(writers) { connection, _ in try migrator.migrate(connection) }
    }

    /// Migrates the database to the newest version of a schema, with steps in Swift, blocking the thread.
    public func migrate(
        _ schema: DatabaseSchema,
        migrating migrations: some DatabaseMigrating = SQLMigrations(),
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) throws {
        try migrate(Migrator(schema, migrations, progress: progress))
    }
}

extension Migrator {
    package init(
        _ schema: DatabaseSchema, _ steps: any DatabaseMigrating, adopting: (any FileAdopting)? = nil,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) {
        var schema = schema
        // Makes sure that the hooks are called for versions without steps, too.
        schema.migrations = schema.migrations ?? []
        self.init(schema, Migration(steps, progress), adopting: adopting)
    }
}
