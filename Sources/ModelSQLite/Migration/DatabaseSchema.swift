@_exported import ModelSchemas

/// What a database is at its newest version, and how each earlier version becomes the next. Generated.
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
    /// The number in the file's header that says whose database it is.
    /// Source: <https://www.sqlite.org/pragma.html#pragma_application_id>.
    public let applicationID: Int32
    /// How a file is known to be of this database.
    public let ownership: FileOwnership
    /// What is done when a file is not at the newest version.
    public let mode: MigrationMode
    /// The statements that make the newest version in an empty file.
    public let create: [String]
    /// The steps to each version, in ascending order. A version that is left out changes nothing in the database.
    public let migrations: [DatabaseMigration]
    /// The versions that a file of another program can be adopted as.
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

    /// The next version that has steps, or the newest: those between are the same.
    package func next(after version: Int) -> Int {
        migrations.first { $0.version > version && $0.version < self.version }?.version ?? self.version
    }
}

/// How a file is known to be of a database.
public enum FileOwnership: Hashable, Sendable {
    /// By its `application_id`, which is written when the file is made or adopted.
    case applicationID
    /// By its `user_version` alone: an `application_id` of another program is kept.
    case version
}

/// The way from one version to the next.
public struct DatabaseMigration: Sendable {
    /// The version that the steps lead to.
    public let version: Int
    /// The steps, in order.
    public let steps: [Step]
    /// The tables whose references are checked when a table was rebuilt; nil for those that may have come out of step.
    public let checkedTables: [String]?

    /// The steps that lead from the version before to this one.
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
        /// A table is made anew.
        case rebuild(TableRebuild)

        /// One statement.
        public init(stringLiteral sql: String) { self = .sql(sql) }
    }
}

/// A table that is made anew because ALTER cannot change it, by the procedure that SQLite documents.
///
/// Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
public struct TableRebuild: Hashable, Sendable {
    /// The table.
    public let table: String
    /// Creates the new table under ``temporaryName(of:)``.
    public let create: String
    /// Copies the rows: `INSERT INTO "…" (…) SELECT … FROM "…"`.
    public let copy: String
    /// Restores indexes, triggers and views, which go with the old table.
    public let restore: [String]
    /// What becomes of the counter of an AUTOINCREMENT key.
    public let counter: Counter
    /// The columns that go. What else the table has and the new one has not is another program's, and stays.
    public let dropping: [String]

    /// What becomes of the counter of an AUTOINCREMENT key.
    public enum Counter: Hashable, Sendable {
        /// The key has none.
        case none
        /// It goes on where it was, so that no key is used twice.
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

    /// The name under which the new table is made.
    public static func temporaryName(of table: String) -> String { "modelgen_new_\(table)" }
}

/// Why a database could not be brought to its newest version.
public enum MigrationFailure: Hashable, Sendable {
    /// The file was written by a newer program.
    case newer(found: Int, known: Int)
    /// The file is older than the program and may not be changed, being read-only.
    case older(found: Int, known: Int)
    /// The file has a version that this program no longer migrates.
    case tooOld(found: Int, oldest: Int)
    /// The file has tables but no version; open it with `adopting:` if it is ours.
    case unversioned
    /// The file belongs to another application.
    case foreign(applicationID: Int32)
    /// The version cannot be adopted; those that can are known. Nil for `Adoption.matching` if none can.
    case notAdoptable(Int?, known: [Int])
    /// The file was adopted before, or was made by this program.
    case alreadyAdopted(version: Int)
    /// The file differs from each version that it was compared with.
    case notMatching([Int: [SchemaDifference]])
    /// A step in Swift that the given migrations do not have.
    case missingStep(String)
    /// Rows of this table refer to rows that are not there.
    case foreignKeys(table: String)
    /// A step did what would have left the file at no version; holds the step's name, or the name of the hook.
    case step(String, StepViolation)
}

/// What a step of a migration must not do. Its version is undone.
public enum StepViolation: Hashable, Sendable {
    /// Begin or end a transaction, or open a savepoint by SQL: holds the statement's first word.
    case transaction(String)
    /// Set a pragma: holds its name.
    case pragma(String)
    /// Attach or detach a file.
    case attachment
    /// Change the file's version or application id.
    case version
    /// Change the schema, which the YAML describes: holds what was added, changed or dropped.
    case schema(String)

    var message: String {
        switch self {
        case .transaction("SAVEPOINT"): "opens a savepoint by SQL; use db.savepoint { … }"
        case .transaction(let word): "ran \(word), but the version is one transaction; throw an error to undo it"
        case .pragma(let name): "sets PRAGMA \(name); set it in DatabaseConfiguration.prepare"
        case .attachment: "attaches or detaches a file; open the other file as a database of its own"
        case .version: "changes the version or the application id of the file, which the migration sets"
        case .schema(let change):
            "changed the schema: \(change); steps change rows, and the schema is what the YAML says"
        }
    }
}
