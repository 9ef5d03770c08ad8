import ModelgenSchema

/// What the generated code of a database holds: how a new file is set up, and how an older one gets to the newest
/// version.
package struct DatabasePlan: Equatable, Sendable {
    package var database: SwiftName
    package var version: Int
    package var mode: MigrationMode
    /// Tells the files of this database from others (https://www.sqlite.org/pragma.html#pragma_application_id).
    package var applicationID: Int32
    package var ownership: FileOwnership
    /// The statements that make each version that can be adopted, except for the newest, whose are ``create``.
    package var adoptable: [AdoptableVersionPlan]
    /// The newest version, directly: one statement each, without a semicolon.
    package var create: [String]
    /// Version 2 first; empty where the mode is not `versioned`.
    package var migrations: [MigrationPlan]
    /// Version 1, from which migrations are verified.
    package var initial: [String]
}

/// A version that files of other programs can be adopted as.
package struct AdoptableVersionPlan: Equatable, Sendable {
    package var version: Int
    /// The statements that make it; nil for the newest version.
    package var create: [String]?
}

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
            "DROP TABLE \(table.quoted)", "ALTER TABLE \(temporaryName.quoted) RENAME TO \(table.quoted)",
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

/// A database with all that was found out on the way to its plan.
package struct PlannedDatabase: Sendable {
    package var plan: DatabasePlan
    package var history: DatabaseHistory
    /// The tables of each version as SQL sees them, version 1 first.
    package var shapes: [DatabaseShape]
    package var findings: [Finding]
}

extension Schema {
    /// Plans that database: reconstructs its versions and finds the statements between them. Nil where there is none of
    /// that name.
    package func plannedDatabase(_ name: SwiftName) -> PlannedDatabase? {
        guard let history = history(of: name) else { return nil }
        var shaping = DatabaseShaping(self)
        let shapes = history.states.map { shaping.shape(of: $0) }
        var findings = history.findings
        if let newest = shapes.last { findings += newest.findings(for: history.database) }
        var migrations: [MigrationPlan] = []
        if history.database.migration == .versioned {
            for (index, transition) in history.transitions.enumerated() where shapes.indices.contains(index + 1) {
                var planning = MigrationPlanning(
                    transition: transition,
                    before: shapes[index],
                    renamed: shaping.shape(of: transition.renamed),
                    after: shapes[index + 1],
                    oldestSQLite: history.database.oldestSQLite
                )
                migrations.append(planning.plan())
                findings += planning.findings
            }
        }
        findings += takenStepNames(history.transitions) + history.database.adoptionFindings
        let plan = DatabasePlan(
            database: name,
            version: history.database.version,
            mode: history.database.migration,
            applicationID: applicationID(of: name),
            ownership: history.database.ownership,
            adoptable: shapes.filter { history.database.adopt.contains($0.version) }.map { shape in
                AdoptableVersionPlan(
                    version: shape.version,
                    create: shape.version == shapes.last?.version ? nil : shape.createStatements)
            },
            create: shapes.last?.createStatements ?? [],
            migrations: migrations,
            initial: shapes.first?.createStatements ?? []
        )
        return PlannedDatabase(
            plan: plan,
            history: history,
            shapes: shapes,
            findings: (findings + shaping.findings).uniqued()
        )
    }
}

/// Steps in Swift that are called like an earlier one.
private func takenStepNames(_ transitions: [VersionTransition]) -> [Finding] {
    var versions: [SwiftName: Int] = [:]
    var findings: [Finding] = []
    for transition in transitions {
        for step in transition.dataSteps {
            guard case .swift(let swift) = step.kind else { continue }
            guard let earlier = versions.updateValue(transition.version, forKey: swift.name) else { continue }
            findings.append(
                Finding(
                    rule: "step-name-taken",
                    message: "a step to version \(earlier) is called \(swift.name) too; give each a name of its own",
                    element: step.element))
        }
    }
    return findings
}

extension DatabasePlan {
    /// Whether a file with that number in its header can be of this database.
    package func owns(applicationID: Int) -> Bool {
        switch ownership {
        case .applicationID: applicationID == Int(self.applicationID)
        case .version: true
        }
    }
}

extension Database {
    /// Versions under `adopt` that no file can be adopted as.
    fileprivate var adoptionFindings: [Finding] {
        func finding(_ message: String) -> Finding {
            Finding(rule: "adopted-version", message: message, element: ElementID(.database(name), key: "adopt"))
        }
        switch migration {
        case .versioned, .auto: break
        case .recreate, .none:
            return adopt.isEmpty
                ? [] : [finding("a database with `migration: \(migration.rawValue)` adopts no file; remove `adopt`")]
        }
        let unknown = Set(adopt.filter { $0 > version }).sorted().map {
            finding("there is no version \($0) to adopt; \(name) has \(version == 1 ? "version 1" : "1 to \(version)")")
        }
        let twice = Set(adopt.filter { each in adopt.count { $0 == each } > 1 }).sorted().map {
            finding("version \($0) is listed twice; remove one")
        }
        return unknown + twice
    }
}

/// A number that is the same on every machine and positive: the FNV-1a hash of the name.
private func applicationID(of name: SwiftName) -> Int32 {
    var hash: UInt32 = 2_166_136_261
    for byte in name.text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return max(1, Int32(truncatingIfNeeded: hash & 0x7FFF_FFFF))
}
