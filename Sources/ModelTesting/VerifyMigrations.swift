import Foundation
import ModelAdoption
import ModelMigrations
import ModelSQLite

/// The faults injected by ``ModelSQLite/SQLiteDatabase/verifyMigrations(_:migrating:faults:rows:filling:)``.
public enum InjectedFaults: Hashable, Sendable {
    /// No faults.
    case none
    /// A fault after every statement that can change the file. The database must then be at exactly the previous
    /// version.
    case afterEveryStatement
}

/// The rows that tables contain before the migration.
public enum TestRows: Hashable, Sendable {
    /// Made-up rows in every table, in addition to the test's own.
    case madeUp
    /// Only the test's own rows.
    case none
}

extension SQLiteDatabase {
    /// Verifies that every version migrates to the newest, with rows in every table.
    ///
    /// ```swift
    /// @Test func migrations() throws {
    ///     try BlogDatabase.verifyMigrations(migrating: MyMigrations(), faults: .afterEveryStatement) { db, version in
    ///         if version == 1 { try db.run("INSERT INTO users (id, name) VALUES (1, 'Ada')") }
    ///     }
    /// }
    /// ```
    /// Everything is in memory. Each version is filled with your rows and with made-up ones, in the form in which the
    /// program of that version wrote them, and is migrated with your Swift steps. The result must be equal to a new
    /// file and pass SQLite's own integrity and foreign key checks, and the current models must be able to read every
    /// row. A version under `adopt` is also tested as a file of another program, which is adopted. Earlier versions
    /// only exist in debug builds. As long as there is only one version, it is filled, so that the test is ready for
    /// the next one.
    ///
    /// - Parameters:
    ///   - configuration: How the databases are opened, for functions and collations that the schema needs.
    ///   - migrations: The Swift steps.
    ///   - faults: Whether each migration is also interrupted after each statement.
    ///   - rows: Whether rows are made up.
    ///   - fill: Inserts rows into the database of the given version, before others are made up. Values that only your
    ///     program can create, because they belong to your own types, are taken from these rows for the made-up ones.
    /// - Returns: What could not be tested, one line each: why a table stayed empty, for example because its checks
    ///   reject every made-up row; that a later version rejects rows that an earlier one allows (a file with such rows
    ///   cannot be opened until a step changes or deletes them); and which columns contain guesses that the models
    ///   cannot read.
    /// - Throws: ``MigrationsDiffer``, or the error of a step.
    @discardableResult public static func verifyMigrations(
        _ configuration: DatabaseConfiguration = DatabaseConfiguration(),
        migrating migrations: some DatabaseMigrating = SQLMigrations(),
        faults: InjectedFaults = .none,
        rows: TestRows = .madeUp,
        filling fill: (Database, Int) throws -> Void = { _, _ in }
    ) throws -> [String] {
        let fresh = try DatabasePool(.memory, configuration)
        try fresh.migrate(schema)
        let beginnings =
            try versions().map { MigrationBeginning(version: $0, isAdopted: false) }
            + (schema.mode.isVersioned ? schema.adoptableVersions.map(\.version).sorted() : []).map {
                MigrationBeginning(version: $0, isAdopted: true)
            }
        var notes: [String] = []
        for beginning in beginnings {
            var amounts = RowAmounts(rows)
            while true {
                let pool = try pool(at: beginning.version, configuration, migrations)
                var madeUp: MadeUpRows?
                try pool.write { db in
                    try fill(db, beginning.version)
                    var made = try MadeUpRows(earliest?.samples ?? [], beginning.version, db)
                    try made.fill(amounts, db)
                    if beginning.isAdopted { try db.run(script: "PRAGMA user_version = 0; PRAGMA application_id = 0") }
                    madeUp = made
                }
                do {
                    try verify(pool, from: beginning, fresh, migrations, faults)
                    notes += (madeUp?.refusals ?? []).map { "\(beginning.description(of: schema.name)): \($0)" }
                    notes += try unreadable(pool, from: beginning, madeUp?.hasGuesses == true ? unknownColumns : [])
                    break
                } catch var error as SQLiteError {
                    error.message = "migrating \(beginning.description(of: schema.name)): \(error.message)"
                    // It doesn't matter that made-up rows are rejected if the program never writes such rows.
                    guard let table = error.refusedRows, amounts.lower(table) else { throw error }
                    if amounts[table] == 0 { notes.append(error.description) }
                }
            }
        }
        // Each note once, at the position of its first occurrence.
        var seen: Set<String> = []
        return notes.filter { seen.insert($0).inserted }
    }

    private static func verify(
        _ pool: DatabasePool,
        from beginning: MigrationBeginning,
        _ fresh: DatabasePool,
        _ migrations: some DatabaseMigrating,
        _ faults: InjectedFaults
    ) throws {
        // A file is adopted and migrated in one transaction.
        let ends = beginning.isAdopted ? [schema.version] : try versions().filter { $0 > beginning.version }
        for next in ends {
            let target = schema.until(next)
            let adopting = beginning.isAdopted ? Adoption.version(beginning.version) : nil
            if faults == .afterEveryStatement {
                let before = try pool.everything()
                var statement = 0
                while try stops(pool, target, migrations, adopting, after: statement) {
                    let difference = Difference(before, try pool.everything())
                    if !difference.isEmpty {
                        throw MigrationsDiffer(
                            database: schema.name, from: beginning.version, to: next,
                            difference: difference.description, reason: .fault(afterStatement: statement))
                    }
                    statement += 1
                }
            } else {
                try pool.migrate(target, migrating: migrations, adopting: adopting)
            }
        }
        let difference = try pool.differences(from: fresh) + pool.damage().map { "+ \($0)" }
        if !difference.isEmpty {
            throw MigrationsDiffer(
                database: schema.name, from: beginning.version, to: schema.version,
                difference: difference.joined(separator: "\n"), reason: .result)
        }
    }

    /// Reads every row the way the current program does.
    ///
    /// - Parameter guessed: The columns that may contain guesses.
    /// - Returns: The guessed columns that cannot be read.
    private static func unreadable(
        _ pool: DatabasePool, from beginning: MigrationBeginning, _ guessed: Set<String>
    ) throws -> [String] {
        var failures: [String] = []
        var guesses: [String] = []
        for model in earliest?.models ?? [] {
            guard let (column, failure) = try pool.read(model.failure) else { continue }
            if guessed.contains(column) {
                guesses.append(
                    "\(beginning.description(of: schema.name)): \(failure), but its values are guesses, so no later "
                        + "column was read; provide a row")
            } else {
                failures.append(failure)
            }
        }
        if failures.isEmpty { return guesses }
        throw MigrationsDiffer(
            database: schema.name, from: beginning.version, to: schema.version,
            difference: failures.joined(separator: "\n"), reason: .reading)
    }

    /// The columns whose values only the program can create.
    private static var unknownColumns: Set<String> {
        Set(
            (earliest?.samples ?? []).filter { if case .unknown = $0.form { true } else { false } }.map {
                MadeUpRows.key($0.table, $0.column)
            })
    }

    private static func stops(
        _ pool: DatabasePool,
        _ target: DatabaseSchema,
        _ migrations: some DatabaseMigrating,
        _ adopting: Adoption?,
        after statement: Int
    ) throws -> Bool {
        do {
            try pool.migrate(
                target, migrating: migrations, adopting: adopting, fault: .stop(afterStatement: statement))
            return false
        } catch is InjectedFault {
            return true
        }
    }
}

/// The state before a migration.
private struct MigrationBeginning {
    var version: Int
    /// Whether the file belongs to another program.
    var isAdopted: Bool

    func description(of database: String) -> String {
        "version \(version) of \(database)\(isAdopted ? ", adopted" : "")"
    }
}

/// Thrown if a migrated database differs from the expected one.
public struct MigrationsDiffer: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database's name.
    public let database: String
    /// The version that the migration started at.
    public let from: Int
    /// The version that it ended at.
    public let to: Int
    /// What is missing, in lines starting with `-`, and what is superfluous, in lines starting with `+`.
    public let difference: String
    /// What was compared.
    public let reason: Reason

    /// What was compared.
    public enum Reason: Hashable, Sendable {
        /// The migrated database with a new one.
        case result
        /// The database after a fault with its state before.
        case fault(afterStatement: Int)
        /// The rows with what the current models read. There is a line for each field that they cannot read.
        case reading
    }

    /// What was compared, and the difference.
    public var description: String {
        switch reason {
        case .result:
            "\(database), migrated from version \(from) to \(to), differs from a new file:\n\(difference)"
        case .fault(let statement):
            """
            \(database), from version \(from): a migration to version \(to) that failed after statement \(statement) \
            left something behind:\n\(difference)
            """
        case .reading:
            """
            \(database), migrated from version \(from) to \(to), holds what its models cannot read; convert it by a step:
            \(difference)
            """
        }
    }
}

extension TableRecord {
    /// Why the model cannot read the rows of its table: the column, and a description; nil if it can read all of them.
    fileprivate static func failure(_ db: Database) throws -> (column: String, description: String)? {
        do {
            _ = try all(db)
            return nil
        } catch let error as SQLiteError {
            guard case .decoding(let failure) = error.kind else { throw error }
            let definition = table.definition
            let field = definition.field(ofColumn: failure.column) ?? failure.column
            // The model's name comes first, and the rows of a test have no useful names.
            let message = error.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? error.message
            return (MadeUpRows.key(definition.name, failure.column), "\(definition.model).\(field): \(message)")
        }
    }
}

extension SQLiteError {
    /// The table whose rows violate a rule of a later version, or from whose rows SQLite cannot compute the new ones.
    /// Empty if SQLite does not report it; nil for other errors.
    fileprivate var refusedRows: String? {
        switch kind {
        case .constraint(let violation): violation.table.map(Self.withoutPrefix) ?? ""
        case .migration(.foreignKeys(let table)): table
        case .other: sql.flatMap(Self.rebuiltTable)
        default: nil
        }
    }

    /// The table that this statement copies. Copying fails, for example, if a generated column needs JSON and the text
    /// is not JSON.
    private static func rebuiltTable(_ sql: String) -> String? {
        guard sql.hasPrefix("INSERT INTO ") else { return nil }
        let quoted = sql.dropFirst("INSERT INTO ".count)
        let name =
            quoted.hasPrefix("\"")
            ? quoted.dropFirst().prefix { $0 != "\"" } : quoted.prefix { $0 != " " }
        let table = withoutPrefix(String(name))
        return table == name ? nil : table
    }

    /// The name of the table: while it is rebuilt, it has a prefix.
    private static func withoutPrefix(_ table: String) -> String {
        let prefix = TableRebuild.temporaryName(of: "")
        return table.hasPrefix(prefix) ? String(table.dropFirst(prefix.count)) : table
    }
}
