@_exported import ModelSchemas

/// The newest version of a database, and how each earlier version is migrated to the next. Generated.
///
/// ```swift
/// static let schema = DatabaseSchema(
///     "Blog", version: 2, applicationID: 0x4d47_1234,
///     create: ["CREATE TABLE \"posts\" (…)"],
///     migrations: [DatabaseMigration(to: 2, ["ALTER TABLE \"posts\" ADD COLUMN \"slug\" TEXT"])])
/// ```
public struct DatabaseSchema: Sendable {
    /// The database's name, for messages.
    public let name: String
    /// The newest version.
    public let version: Int
    /// The oldest version of a file that can be migrated.
    public let oldest: Int
    /// The number in the file's header that identifies the application. Source:
    /// <https://www.sqlite.org/pragma.html#pragma_application_id>.
    public let applicationID: Int32
    /// How files of this database are identified.
    public let ownership: FileOwnership
    /// What to do if a file is not at the newest version.
    public let mode: MigrationMode
    /// The statements that create the newest version in an empty file.
    public let create: [String]
    /// The steps from earlier versions; nil if they all have the same schema as this one.
    public package(set) var migrations: DatabaseMigrations?
    /// The versions that files of another program can be adopted as.
    public let adoptable: AdoptableFiles?

    /// Describes a database.
    public init(
        _ name: String,
        version: Int,
        oldest: Int = 1,
        applicationID: Int32,
        ownership: FileOwnership = .applicationID,
        mode: MigrationMode = .versioned,
        create: [String],
        migrations: DatabaseMigrations? = nil,
        adoptable: AdoptableFiles? = nil
    ) {
        self.name = name
        self.version = version
        self.oldest = oldest
        self.applicationID = applicationID
        self.ownership = ownership
        self.mode = mode
        self.create = create
        self.migrations = migrations
        self.adoptable = adoptable
    }
}

/// How files of a database are identified.
public enum FileOwnership: Hashable, Sendable {
    /// By its `application_id`, which is written when the file is created or adopted.
    case applicationID
    /// By its `user_version` alone: another program's `application_id` is kept.
    case version
}
