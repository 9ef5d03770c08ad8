import ModelgenSchema

/// The migration from one version to the next, in one transaction.
package struct MigrationPlan: Equatable, Sendable {
    /// The version to which it leads.
    package var version: Int
    package var steps: [MigrationStep]
    /// Whether the user's steps run in it.
    package var hasDataSteps = false
    /// The Swift steps, with the tables that they see.
    package var swiftSteps: [SwiftStepPlan] = []
    package var extent = Extent.anything

    /// How much a migration may change.
    package enum Extent: Hashable, Sendable {
        /// It only adds columns.
        case additions
        case anything
    }
}

/// Whether foreign keys are enforced while a step runs.
package enum ForeignKeyEnforcement: String, Hashable, Sendable {
    case enforced
    /// Suspended when a table is dropped, even if it is created again, because rows that refer to it must survive.
    case suspended
}

/// A statement of a migration, or a call of the user's code.
package struct MigrationStep: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        case sql(String)
        case swift(SwiftName)
        case rebuild(RebuildPlan)
        case dropTable(SQLName)
    }

    package var action: Action
    /// Its element of the schema.
    package var element: ElementID
    /// Its table or view; nil for a step of the whole database.
    package var table: TableOrigin?
}

/// A table that is rebuilt because ALTER TABLE cannot change it
/// (https://www.sqlite.org/lang_altertable.html#otheralter).
///
/// Indexes, triggers and views, which depend on the table, are dropped before and created again afterwards, by separate
/// steps.
package struct RebuildPlan: Equatable, Sendable {
    /// What happens to the counter of an AUTOINCREMENT key.
    package enum Counter: Hashable, Sendable {
        case none
        /// It continues where it was, so that no key is assigned twice.
        case kept
    }

    package var table: SQLName
    /// The statement that creates the new table under ``temporaryName``.
    package var create: String
    /// The statement that copies the rows, naming every column.
    package var copy: String
    package var counter: Counter
    /// The columns that are removed, or whose new values do not depend on their old ones. Any other column that the
    /// copy does not read belongs to another program, and the runtime preserves its values.
    package var dropping: [SQLName]

    /// The name of the new table until it replaces the old one.
    package var temporaryName: SQLName { Self.temporaryName(of: table) }

    static func temporaryName(of table: SQLName) -> SQLName { SQLName("modelgen_new_\(table.text)") }

    /// The whole procedure as statements, for a script or for verification.
    package var statements: [String] {
        let counters = counter == .kept ? [KeyCounter.copy(from: table.text, to: temporaryName.text)] : []
        return [create] + counters
            + [copy, Statement.dropTable(table), Statement.renameTable(temporaryName, to: table)]
    }
}

extension MigrationPlan {
    package var suspendsForeignKeys: Bool { steps.contains { $0.foreignKeys == .suspended } }

    /// Whether foreign keys are checked at the end. Tables are dropped without them, and steps on rows may violate
    /// them.
    package var mayViolateForeignKeys: Bool { hasDataSteps || suspendsForeignKeys }
}

extension MigrationStep {
    package var foreignKeys: ForeignKeyEnforcement {
        switch action {
        case .rebuild, .dropTable: .suspended
        case .sql, .swift: .enforced
        }
    }

    /// The statements; empty for a Swift step.
    package var statements: [String] {
        switch action {
        case .sql(let sql): [sql]
        case .swift: []
        case .rebuild(let rebuild): rebuild.statements
        case .dropTable(let table): [Statement.dropTable(table)]
        }
    }
}

extension DatabaseShape {
    /// The statements that set up an empty file with this version, each with its element of the schema.
    package var createSteps: [MigrationStep] {
        tables.flatMap { table in
            table.createStatements.map {
                MigrationStep(action: .sql($0), element: table.origin.element(), table: table.origin)
            }
        }
            + views.map { view in
                MigrationStep(
                    action: .sql(view.createSQL),
                    element: view.origin.element(key: "view"),
                    table: view.origin
                )
            }
    }
}
