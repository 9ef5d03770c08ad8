/// The steps from each version to the next, in ascending order. Created by ModelMigrations from a list of them.
public struct DatabaseMigrations: Sendable {
    /// Begins the migration of a file.
    package let course: @Sendable () -> any MigrationCourse

    package init(_ course: @escaping @Sendable () -> any MigrationCourse) { self.course = course }
}

/// The migration of one file through the versions of its schema: see ModelMigrations.
package protocol MigrationCourse: Sendable {
    /// Decides about a file that a newer program wrote.
    func foundNewer(version: Int, known: Int) throws -> NewerDatabase
    /// Empties a file and creates the newest version in it.
    func recreate(_ connection: Connection, _ migrator: Migrator) throws
    /// The next version with steps.
    func next(after version: Int) -> Int?
    /// Runs the steps to a version in the open transaction.
    func run(_ connection: Connection, from version: Int, to next: Int, _ migrator: Migrator) throws
    /// Another process has locked the file, which has this version.
    func wait(at version: Int, of schema: DatabaseSchema)
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
