import ModelSQLite

/// The steps from one version to the next.
public struct DatabaseMigration: Sendable {
    /// The version that the steps lead to.
    public let version: Int
    /// The steps, in order.
    public let steps: [Step]

    /// Creates the steps from the previous version to this one.
    public init(to version: Int, _ steps: [Step]) {
        self.version = version
        self.steps = steps
    }

    /// A step of a migration.
    public enum Step: Hashable, Sendable, ExpressibleByStringLiteral {
        /// A single statement.
        case sql(String)
        /// A step in Swift, by its name: see ``DatabaseMigrating``.
        case swift(String)
        /// The rebuild of a table.
        case rebuild(TableRebuild)
        /// Drops a table with its rows. Foreign keys are off, because they would first delete rows of other tables.
        case dropTable(String)

        /// Creates a step from a single statement.
        public init(stringLiteral sql: String) { self = .sql(sql) }

        var isSwift: Bool { if case .swift = self { true } else { false } }

        /// Whether the step may change rows of tables that remain, or break their references.
        var changesRows: Bool {
            switch self {
            case .rebuild, .dropTable: true
            case .sql, .swift: isData
            }
        }

        /// Whether the step may remove something that a view or a trigger uses.
        var removes: Bool {
            switch self {
            case .rebuild, .dropTable: true
            case .swift: false
            case .sql(let sql): !isData && sql.uppercased().contains("DROP")
            }
        }

        /// Whether the step writes rows, of any table.
        var isData: Bool {
            switch self {
            case .rebuild, .dropTable: false
            case .swift: true
            case .sql(let sql):
                !["CREATE", "ALTER", "DROP"].contains { sql.drop(while: \.isWhitespace).uppercased().hasPrefix($0) }
            }
        }
    }
}

/// Rebuilds a table with the procedure that SQLite documents for changes that ALTER TABLE cannot make.
///
/// Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
public struct TableRebuild: Hashable, Sendable {
    /// The table.
    public let table: String
    /// The statement that creates the new table under ``temporaryName(of:)``.
    public let create: String
    /// The statement that copies the rows: `INSERT INTO "…" (…) SELECT … FROM "…"`.
    public let copy: String
    /// What happens to the counter of an AUTOINCREMENT key.
    public let counter: Counter
    /// The columns whose values are dropped. Any other column that the copy does not read belongs to another program:
    /// it is preserved, or an error if the new table has one with the same name.
    public let dropping: [String]
    /// The columns of the old table that are preserved without their constraints, so that inserts may omit them.
    package var loosening: [String] = []

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
        counter: Counter = .none,
        dropping: [String] = []
    ) {
        self.table = table
        self.create = create
        self.copy = copy
        self.counter = counter
        self.dropping = dropping
    }

    /// The temporary name of the new table.
    public static func temporaryName(of table: String) -> String { "modelgen_new_\(table)" }
}
