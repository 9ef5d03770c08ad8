import ModelSQLite

/// Takes part in migrations: runs the steps written in Swift, and is notified of progress.
///
/// A generated protocol refines this one with a requirement for each step, and implements ``run(step:_:)``.
public protocol DatabaseMigrating: Sendable {
    /// Runs a step by its name, within the transaction of its version.
    func run(step: String, _ db: Database) throws
    /// Called at the beginning of a version's transaction.
    func willMigrate(_ db: Database, from: Int, to: Int) throws
    /// Called at the end of a version's transaction; an error undoes the version.
    func didMigrate(_ db: Database, from: Int, to: Int) throws
    /// Decides about a file that a newer program wrote.
    func foundNewer(version: Int, known: Int) throws -> NewerDatabase
}

extension DatabaseMigrating {
    /// There are no Swift steps.
    public func run(step: String, _ db: Database) throws {
        throw SQLiteError(.migration(.missingStep(step)), message: "no migration step `\(step)`")
    }
    /// Does nothing.
    public func willMigrate(_ db: Database, from: Int, to: Int) throws {}
    /// Does nothing.
    public func didMigrate(_ db: Database, from: Int, to: Int) throws {}
    /// Refuses the file.
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
    /// The number of completed steps, of all versions.
    public let done: Int
    /// The number of steps of all versions.
    public let total: Int
    /// Who migrates the file.
    public let activity: Activity

    /// Who migrates a file.
    public enum Activity: Hashable, Sendable {
        /// This process.
        case migrating
        /// Another process; this one waits for it.
        case waiting
    }

    /// From 0 to 1.
    public var fraction: Double { total == 0 ? 1 : Double(done) / Double(total) }
}
