/// The steps from each version to the next. Created by ModelMigrations from a list of them.
public struct DatabaseMigrations: Sendable {
    package let steps: any VersionSteps

    package init(_ steps: any VersionSteps) { self.steps = steps }
}

/// The steps from each version to the next: see ModelMigrations.
package protocol VersionSteps: Sendable {
    /// The versions with steps, in ascending order, and how many steps lead to each.
    var versions: [(version: Int, steps: Int)] { get }
    /// Runs the steps to the next version with some, or the newest, in the open transaction; returns which.
    func run(_ connection: Connection, from version: Int, _ migrator: Migrator) throws -> Int
}

/// Takes part in the migration of one file: see ModelMigrations.
package protocol MigrationCourse: Sendable {
    /// Decides about a file that a newer program wrote.
    func foundNewer(version: Int, known: Int) throws -> NewerDatabase
    /// Empties a file and creates the newest version in it.
    func recreate(_ connection: Connection, _ migrator: Migrator) throws
    /// The file has a version, and this number of steps to the next one is done; nil if another process takes them.
    func report(_ schema: DatabaseSchema, at version: Int, done: Int, to next: Int?)
}

/// What to do with a file written by a newer program.
public enum NewerDatabase: Hashable, Sendable {
    /// Throw ``MigrationFailure/newer(found:known:)``.
    case refuse
    /// Opens it unchanged.
    case open
    /// Empties it and starts over. All data is lost.
    case recreate
}
