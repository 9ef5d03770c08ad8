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
    /// The steps to each version, in ascending order. A missing version changes nothing in the database.
    public let migrations: [DatabaseMigration]
    /// The versions as which a file of another program can be adopted.
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
        migrations: [DatabaseMigration] = [],
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

    func migration(to version: Int) -> DatabaseMigration {
        migrations.first { $0.version == version } ?? DatabaseMigration(to: version, [])
    }

    /// The next version with steps, or the newest: the versions in between are the same.
    package func next(after version: Int) -> Int {
        migrations.first { $0.version > version && $0.version < self.version }?.version ?? self.version
    }
}

/// How files of a database are identified.
public enum FileOwnership: Hashable, Sendable {
    /// By its `application_id`, which is written when the file is created or adopted.
    case applicationID
    /// By its `user_version` alone: another program's `application_id` is kept.
    case version
}

/// The migration from one version to the next.
public struct DatabaseMigration: Sendable {
    /// The version that the steps lead to.
    public let version: Int
    /// The steps, in order.
    public let steps: [Step]
    /// The tables whose references are checked after a table was rebuilt; nil for those that may have become
    /// inconsistent.
    public let checkedTables: [String]?

    /// Creates the steps from the previous version to this one.
    public init(to version: Int, _ steps: [Step], checking checkedTables: [String]? = nil) {
        self.version = version
        self.steps = steps
        self.checkedTables = checkedTables
    }

    /// Whether steps may have changed rows while foreign keys were off.
    var changesRows: Bool {
        steps.contains { step in
            switch step {
            case .rebuild: false
            case .swift: true
            case .sql(let sql):
                !["CREATE", "ALTER", "DROP"].contains { sql.drop(while: \.isWhitespace).uppercased().hasPrefix($0) }
            }
        }
    }

    /// One step of a migration.
    public enum Step: Hashable, Sendable, ExpressibleByStringLiteral {
        /// One statement.
        case sql(String)
        /// A step in Swift, by its name: see ``DatabaseMigrating``.
        case swift(String)
        /// The rebuild of a table.
        case rebuild(TableRebuild)

        /// One statement.
        public init(stringLiteral sql: String) { self = .sql(sql) }
    }
}

/// A table that is rebuilt because ALTER cannot make the change, using the procedure documented by SQLite.
///
/// Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
public struct TableRebuild: Hashable, Sendable {
    /// The table.
    public let table: String
    /// Creates the new table under ``temporaryName(of:)``.
    public let create: String
    /// Copies the rows: `INSERT INTO "…" (…) SELECT … FROM "…"`.
    public let copy: String
    /// Restores indexes, triggers and views, which are deleted with the old table.
    public let restore: [String]
    /// What happens to the counter of an AUTOINCREMENT key.
    public let counter: Counter
    /// The columns to drop. Any other columns that only the old table has belong to another program and are kept.
    public let dropping: [String]

    /// What happens to the counter of an AUTOINCREMENT key.
    public enum Counter: Hashable, Sendable {
        /// The key has no counter.
        case none
        /// It continues from its value, so that no key is reused.
        case kept
    }

    /// Describes the rebuild of a table.
    public init(
        table: String,
        create: String,
        copy: String,
        restore: [String] = [],
        counter: Counter = .none,
        dropping: [String] = []
    ) {
        self.table = table
        self.create = create
        self.copy = copy
        self.restore = restore
        self.counter = counter
        self.dropping = dropping
    }

    /// The temporary name of the new table.
    public static func temporaryName(of table: String) -> String { "modelgen_new_\(table)" }
}
