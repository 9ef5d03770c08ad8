/// How a database is brought to its schema.
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

/// Brings a file to its schema by comparing the two, without the steps of versions.
package protocol FollowingMigration: Sendable {
    /// Whether it empties every file that does not match the schema.
    var empties: Bool { get }
    /// Whether the file matches the schema.
    func isUpToDate(_ connection: Connection, _ schema: DatabaseSchema) throws -> Bool
    /// Records the schema in a new file.
    func created(_ connection: Connection, _ schema: DatabaseSchema) throws
    /// Brings the file to the schema.
    func migrate(_ connection: Connection, from version: Int, _ migrator: Migrator) throws
    /// Brings a file of another program to the schema.
    func adopted(_ connection: Connection, at version: Int, _ migrator: Migrator) throws
}

/// The versions as which files of other programs can be adopted. Created by ModelAdoption.
public struct AdoptableFiles: Sendable {
    package let rules: any AdoptionRules

    package init(_ rules: any AdoptionRules) {
        self.rules = rules
    }
}

/// Handles files from other programs, for schemas with versions that can be adopted.
package protocol AdoptionRules: Sendable {
    /// The versions as which files can be adopted, with the statements that create them; nil for those of the schema.
    var versions: [(version: Int, create: [String]?)] { get }
    /// Turns a file at a version into what the next steps expect, if it lacks something that they refer to.
    func prepare(_ connection: Connection, at version: Int, _ migrator: Migrator) throws
    /// Rejects a file at the newest version that would be damaged by use.
    func check(_ connection: Connection, _ migrator: Migrator) throws
}

/// The request to adopt the file that is opened.
package protocol FileAdopting: Sendable {
    /// Rejects a file that was already adopted.
    func checkIsNew(_ state: Migrator.State, _ migrator: Migrator) throws
    /// The version that the file matches.
    func version(of connection: Connection, _ migrator: Migrator) throws -> Int
    /// Adopts the file and migrates it to the newest version, in the open transaction.
    func adopt(_ connection: Connection, _ migrator: Migrator) throws
}
