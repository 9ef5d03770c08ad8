/// How a database is migrated to its schema.
public struct MigrationMode: Sendable {
    /// By inspecting the file: see `auto` and `recreate` in ModelAutoMigration.
    package var following: (any FollowingMigration)?
    package private(set) var isVersioned = false
    var isNone: Bool { following == nil && !isVersioned }

    /// By the steps of each version.
    public static let versioned = MigrationMode(isVersioned: true)
    /// An empty file is set up; any other file is left unchanged.
    public static let none = MigrationMode()

    package static func following(_ migration: any FollowingMigration) -> MigrationMode {
        MigrationMode(following: migration)
    }
}

/// Migrates a file by comparing it with the schema, without the steps of versions.
package protocol FollowingMigration: Sendable {
    /// Whether every file that does not match the schema is emptied.
    var empties: Bool { get }
    /// Whether the file matches the schema.
    func isUpToDate(_ connection: Connection, _ schema: DatabaseSchema) throws -> Bool
    /// Records the schema in a new file.
    func created(_ connection: Connection, _ schema: DatabaseSchema) throws
    /// Makes the file match the schema.
    func migrate(_ connection: Connection, from version: Int, _ migrator: Migrator) throws
    /// Makes a file of another program match the schema.
    func adopted(_ connection: Connection, at version: Int, _ migrator: Migrator) throws
}

/// The versions that files of other programs can be adopted as. ModelAdoption creates it.
public struct AdoptableFiles: Sendable {
    package let rules: any AdoptionRules

    package init(_ rules: any AdoptionRules) {
        self.rules = rules
    }
}

/// Handles files of other programs if the schema has versions that can be adopted.
package protocol AdoptionRules: Sendable {
    /// The versions that files can be adopted as, with the statements that create them; nil means those of the schema.
    var versions: [(version: Int, create: [String]?)] { get }
    /// Adds to a file whatever it lacks that the steps after `version` refer to.
    func prepare(_ connection: Connection, at version: Int, _ migrator: Migrator) throws
    /// Rejects a file at the newest version that this program would damage.
    func check(_ connection: Connection, _ migrator: Migrator) throws
}

/// A request to adopt the file that is being opened.
package protocol FileAdopting: Sendable {
    /// Rejects a file that was already adopted.
    func checkIsNew(_ state: Migrator.State, _ migrator: Migrator) throws
    /// The version that a file matches that is open read-only.
    func version(of connection: Connection, _ migrator: Migrator) throws -> Int
    /// Adopts the file and migrates it to the newest version, in the open transaction.
    func adopt(_ connection: Connection, _ migrator: Migrator) throws
}
