import Foundation
import ModelSQLite

/// Which faults ``ModelSQLite/SQLiteDatabase/verifyMigrations(migrating:faults:rows:filling:)`` injects.
public enum InjectedFaults: Hashable, Sendable {
    /// None.
    case none
    /// One after every statement that can change the file: the database must be at exactly the version before.
    case afterEveryStatement
}

/// Which rows the tables hold before they are migrated.
public enum TestRows: Hashable, Sendable {
    /// Made-up rows in every table, besides those that the test fills in.
    case madeUp
    /// Only those that the test fills in.
    case none
}

extension SQLiteDatabase {
    /// Migrates every version to the newest, for your tests, with rows in every table.
    ///
    /// ```swift
    /// @Test func migrations() throws {
    ///     try BlogDatabase.verifyMigrations(migrating: MyMigrations(), faults: .afterEveryStatement) { db in
    ///         try db.run("INSERT INTO users (id, name) VALUES (1, 'Ada')")
    ///     }
    /// }
    /// ```
    /// Everything is in memory. Each version is filled with made-up rows and migrated with your steps in Swift. What comes
    /// out must be what a new file is, whole by SQLite's own checks of integrity and of foreign keys. Earlier versions are
    /// known to debug builds only.
    ///
    /// - Parameters:
    ///   - migrations: the steps in Swift.
    ///   - faults: whether each migration is also stopped after each statement.
    ///   - rows: whether rows are made up.
    ///   - fill: puts rows into the earliest version, before others are made up.
    /// - Returns: why a table stayed empty, if a later version refuses rows that an earlier one allows: a file with such
    ///   rows cannot be opened until a step changes or deletes them.
    /// - Throws: ``MigrationsDiffer``, or the error of a step.
    @discardableResult public static func verifyMigrations(
        migrating migrations: some DatabaseMigrating = SQLMigrations(),
        faults: InjectedFaults = .none,
        rows: TestRows = .madeUp,
        filling fill: (Database) throws -> Void = { _ in }
    ) throws -> [String] {
        let fresh = try DatabasePool(.memory)
        try fresh.migrate(schema)
        let newest = try fresh.meaning()
        var refusals: [String] = []
        for version in try versions() {
            var amounts = RowAmounts(rows == .madeUp ? .several : .none)
            while true {
                let pool = try pool(at: version, migrations)
                try pool.write { db in
                    if version == earliest { try fill(db) }
                    try MadeUpRows(samples, version, db).fill(amounts, db)
                }
                do {
                    try verify(pool, from: version, newest, migrations, faults)
                    break
                } catch var error as SQLiteError {
                    error.message = "migrating version \(version) of \(schema.name): \(error.message)"
                    // What made-up rows are does not matter to a program that never writes such rows.
                    guard let table = error.refusedRows, amounts.lower(table) else { throw error }
                    if !amounts.isEnough(for: table) { refusals.append(error.description) }
                }
            }
        }
        return refusals
    }

    private static func verify(
        _ pool: DatabasePool,
        from version: Int,
        _ newest: [String],
        _ migrations: some DatabaseMigrating,
        _ faults: InjectedFaults
    ) throws {
        for next in try versions() where next > version {
            let target = schema.until(next)
            if faults == .afterEveryStatement {
                let before = try pool.everything()
                var statement = 0
                while try stops(pool, target, migrations, after: statement) {
                    let difference = Difference(before, try pool.everything())
                    if !difference.isEmpty {
                        throw MigrationsDiffer(
                            database: schema.name, from: version, to: next, difference: difference.description,
                            reason: .fault(afterStatement: statement))
                    }
                    statement += 1
                }
            } else {
                try pool.migrate(target, migrating: migrations)
            }
        }
        let difference = Difference(newest, try pool.meaning() + pool.damage())
        if !difference.isEmpty {
            throw MigrationsDiffer(
                database: schema.name, from: version, to: schema.version, difference: difference.description,
                reason: .result)
        }
    }

    private static func stops(
        _ pool: DatabasePool,
        _ target: DatabaseSchema,
        _ migrations: some DatabaseMigrating,
        after statement: Int
    ) throws -> Bool {
        do {
            try pool.migrate(target, migrating: migrations, fault: .stop(afterStatement: statement))
            return false
        } catch is InjectedFault {
            return true
        }
    }
}

/// After its migrations a database is not what it should be.
public struct MigrationsDiffer: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database's name.
    public let database: String
    /// The version that the migration began at.
    public let from: Int
    /// The version that it led to.
    public let to: Int
    /// What is missing, in lines that begin with `-`, and what should not be there, with `+`.
    public let difference: String
    /// What was compared.
    public let reason: Reason

    /// What was compared.
    public enum Reason: Hashable, Sendable {
        /// The migrated database with a new one.
        case result
        /// The database after a fault with what it was before.
        case fault(afterStatement: Int)
    }

    /// Both sides.
    public var description: String {
        switch reason {
        case .result:
            "\(database), migrated from version \(from) to \(to), is not what a new file is:\n\(difference)"
        case .fault(let statement):
            """
            \(database), from version \(from): a migration to version \(to) that failed after statement \(statement) \
            left something behind:\n\(difference)
            """
        }
    }
}

extension SQLiteError {
    /// The table whose rows break a rule of a later version; empty if SQLite does not tell it, nil for other errors.
    fileprivate var refusedRows: String? {
        switch kind {
        case .constraint(let violation): violation.table.map(Self.withoutPrefix) ?? ""
        case .migration(.foreignKeys(let table)): table
        default: nil
        }
    }

    /// A table has another name while it is made anew.
    private static func withoutPrefix(_ table: String) -> String {
        let prefix = TableRebuild.temporaryName(of: "")
        return table.hasPrefix(prefix) ? String(table.dropFirst(prefix.count)) : table
    }
}
