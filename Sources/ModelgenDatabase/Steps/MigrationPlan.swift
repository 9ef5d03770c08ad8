import ModelgenSchema

/// The way from one version to the next, in one transaction.
package struct MigrationPlan: Equatable, Sendable {
    /// The version it leads to.
    package var version: Int
    package var steps: [MigrationStep]
    package var foreignKeys: ForeignKeyEnforcement
    /// The tables whose foreign keys are to be checked at the end, where they were not enforced.
    package var checkedTables: [SQLName]
    /// The steps in Swift, with the tables that they find.
    package var swiftSteps: [SwiftStepPlan] = []
    package var extent = Extent.anything

    /// How far a migration may reach.
    package enum Extent: Hashable, Sendable {
        /// It adds columns, and nothing that was there changes.
        case additions
        case anything
    }
}

/// Whether foreign keys are enforced while a migration runs.
package enum ForeignKeyEnforcement: String, Hashable, Sendable {
    case enforced
    /// `PRAGMA foreign_keys` is off, which it can only be set to outside a transaction: a table that is dropped and made
    /// again must not take the rows that refer to it along.
    case suspended
}

/// One statement of a migration, or one call of the user's code.
package struct MigrationStep: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        case sql(String)
        case swift(SwiftName)
        case rebuild(RebuildPlan)
    }

    package var action: Action
    /// What it comes from in the schema.
    package var element: ElementID
    /// The table or view that it is about; nil for a step of the whole database.
    package var table: TableOrigin?
}

/// A table that is made anew because ALTER TABLE cannot change it (https://www.sqlite.org/lang_altertable.html#otheralter).
///
/// What takes part in it and is not the table itself, indexes, triggers and views, goes before and comes back after, by
/// steps of its own.
package struct RebuildPlan: Equatable, Sendable {
    /// What becomes of the counter of an AUTOINCREMENT key.
    package enum Counter: Hashable, Sendable {
        case none
        /// It goes on where it was, so that no key is given twice.
        case kept
    }

    package var table: SQLName
    /// Creates the new table under ``temporaryName``.
    package var create: String
    /// Copies the rows, every column named.
    package var copy: String
    package var counter: Counter
    /// The columns that go. The runtime keeps all others that the new table does not have: they are another program's.
    package var dropping: [SQLName]

    /// What the runtime calls the new table until it takes the place of the old one.
    package var temporaryName: SQLName { Self.temporaryName(of: table) }

    static func temporaryName(of table: SQLName) -> SQLName { SQLName("modelgen_new_\(table.text)") }

    /// The whole procedure as statements, for a script or a verification.
    package var statements: [String] {
        [create, copy] + counterStatements + [
            Statement.dropTable(table), Statement.renameTable(temporaryName, to: table),
        ]
    }

    /// The greatest key that was ever given may be gone from the rows.
    private var counterStatements: [String] {
        switch counter {
        case .none: []
        case .kept:
            [
                "DELETE FROM sqlite_sequence WHERE name = \(SQLLiteral.string(temporaryName.text))",
                """
                INSERT INTO sqlite_sequence (name, seq)
                SELECT \(SQLLiteral.string(temporaryName.text)), seq FROM sqlite_sequence \
                WHERE name = \(SQLLiteral.string(table.text))
                """,
            ]
        }
    }
}

extension MigrationStep {
    /// Its statements; none for a step in Swift.
    package var statements: [String] {
        switch action {
        case .sql(let sql): [sql]
        case .swift: []
        case .rebuild(let rebuild): rebuild.statements
        }
    }
}
