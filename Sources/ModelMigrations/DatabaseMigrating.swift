import ModelSQLite

/// Takes part in migrations: runs the steps that are written in Swift, and can act before and after each version.
///
/// A generated protocol refines this one with a requirement for each step, and implements ``run(step:_:)``.
public protocol DatabaseMigrating: Sendable {
    /// Runs the step with this name in the transaction of its version.
    func run(step: String, _ db: Database) throws
    /// Called at the beginning of a version's transaction.
    func willMigrate(_ db: Database, from: Int, to: Int) throws
    /// Called at the end of a version's transaction. An error rolls the version back.
    func didMigrate(_ db: Database, from: Int, to: Int) throws
    /// Decides what to do with a file that a newer program wrote. Not called with `migration: recreate`, which empties
    /// every file with a different schema.
    ///
    /// Asked once for each version that is found: when the file is opened, or by an access to the open file that finds it
    /// migrated by a newer program. It must not access the database. A file that is open is not emptied: `recreate` then
    /// is the same as `refuse`.
    func foundNewer(version: Int, known: Int) throws -> NewerDatabase
}

extension DatabaseMigrating {
    /// Throws, because there are no steps in Swift.
    public func run(step: String, _ db: Database) throws {
        throw SQLiteError(.migration(.missingStep(step)), message: "no migration step `\(step)`")
    }
    /// Does nothing.
    public func willMigrate(_ db: Database, from: Int, to: Int) throws {}
    /// Does nothing.
    public func didMigrate(_ db: Database, from: Int, to: Int) throws {}
    /// Rejects the file.
    public func foundNewer(version: Int, known: Int) throws -> NewerDatabase { .refuse }
}

/// Migrations without steps in Swift.
public struct SQLMigrations: DatabaseMigrating {
    /// Creates the migrations.
    public init() {}
}

/// The progress of a migration.
public struct MigrationProgress: Hashable, Sendable {
    /// The version that the file had.
    public let from: Int
    /// The version it is migrated to.
    public let to: Int
    /// The version currently being migrated to.
    public let version: Int
    /// The number of completed steps, across all versions.
    public let done: Int
    /// The number of steps, across all versions.
    public let total: Int
    /// Which process migrates the file.
    public let activity: Activity

    /// Which process migrates a file.
    public enum Activity: Hashable, Sendable {
        /// This process.
        case migrating
        /// Another process; this one waits for it.
        case waiting
    }

    /// From 0 to 1.
    public var fraction: Double { total == 0 ? 1 : Double(done) / Double(total) }
}
