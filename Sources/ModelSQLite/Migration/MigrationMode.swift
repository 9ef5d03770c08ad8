/// How a database follows its schema.
public struct MigrationMode: Sendable {
    let kind: Kind

    enum Kind: Sendable {
        case versioned, none
        case following(any FollowingMigration)
    }

    /// By the steps of each version.
    public static let versioned = MigrationMode(kind: .versioned)
    /// An empty file is set up; any other file is left unchanged.
    public static let none = MigrationMode(kind: .none)

    private init(kind: Kind) {
        self.kind = kind
    }

    /// By looking at the file: see `auto` and `recreate` of ModelAutoMigration.
    package init(following migration: any FollowingMigration) {
        kind = .following(migration)
    }

    package var isVersioned: Bool {
        if case .versioned = kind { true } else { false }
    }

    package var following: (any FollowingMigration)? {
        if case .following(let migration) = kind { migration } else { nil }
    }
}

/// Brings a file to its schema by what is in the file, and not by the steps of versions.
package protocol FollowingMigration: Sendable {
    /// Whether the file is what the schema says.
    func isUpToDate(_ connection: Connection, _ schema: DatabaseSchema) throws -> Bool
    /// Remembers in a new file what the schema was.
    func created(_ connection: Connection, _ schema: DatabaseSchema) throws
    /// Brings the file to the schema.
    func migrate(_ connection: Connection, from version: Int, _ migrator: Migrator) throws
    /// Brings a file to the schema that was another program's.
    func adopted(_ connection: Connection, at version: Int, _ migrator: Migrator) throws
}

/// The versions as which files of other programs can be adopted. Created by ModelAdoption.
public struct AdoptableFiles: Sendable {
    package let rules: any AdoptionRules

    package init(_ rules: any AdoptionRules) {
        self.rules = rules
    }
}

/// What happens to files that are or were another program's, for schemas with versions that can be adopted.
package protocol AdoptionRules: Sendable {
    /// Whether a file at a version has what the steps after it would not find.
    func isToBePrepared(_ connection: Connection, at version: Int, _ schema: DatabaseSchema) throws -> Bool
    /// Makes of it what the steps know.
    func prepare(_ connection: Connection, at version: Int, _ migrator: Migrator) throws
    /// Refuses a file at the newest version that would be harmed by use.
    func check(_ connection: Connection, _ migrator: Migrator) throws
}

/// The wish to adopt the file that is opened.
package protocol FileAdopting: Sendable {
    /// Refuses to adopt what was adopted.
    func checkIsNew(_ state: Migrator.State, _ migrator: Migrator) throws
    /// Whether a table is rebuilt on the way from a version that the file may have.
    func mayRebuild(_ connection: Connection, _ migrator: Migrator) throws -> Bool
    /// The version that the file is.
    func version(of connection: Connection, _ migrator: Migrator) throws -> Int
    /// Adopts the file and brings it to the newest version, in the transaction that is open.
    func adopt(_ connection: Connection, _ migrator: Migrator, _ way: MigrationWay) throws
}
