/// The steps from each version to the next. ModelMigrations creates it from a list.
public struct DatabaseMigrations: Sendable {
    package let steps: any VersionSteps

    package init(_ steps: any VersionSteps) { self.steps = steps }
}

/// Runs the steps from each version to the next. Implemented in ModelMigrations.
package protocol VersionSteps: Sendable {
    /// The versions with steps, in ascending order, and how many steps lead to each.
    var versions: [(version: Int, steps: Int)] { get }
    /// Runs the steps in the open transaction, up to the next version that has any, or the newest. Returns that
    /// version.
    func run(_ connection: Connection, from version: Int, _ migrator: Migrator) throws -> Int
}

/// Takes part in the migration of a file. Implemented in ModelMigrations.
package protocol MigrationCourse: Sendable {
    /// Decides what to do with a file that a newer program wrote.
    func foundNewer(version: Int, known: Int) throws -> NewerDatabase
    /// Empties a file and creates the newest version in it.
    func recreate(_ connection: Connection, _ migrator: Migrator) throws
    /// Reports progress: the file's version, and how many steps to the next one are done. `next` is nil if another
    /// process runs them.
    func report(_ schema: DatabaseSchema, at version: Int, done: Int, to next: Int?)
}

/// What to do with a file written by a newer program.
public enum NewerDatabase: Hashable, Sendable {
    /// Throws ``MigrationFailure/newer(found:known:)``.
    case refuse
    /// Opens it unchanged.
    case open
    /// Empties it and starts over. All data is lost.
    case recreate
}
