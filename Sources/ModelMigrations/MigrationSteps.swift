import ModelSQLite
import ModelSchemas
import ModelStoredForms

extension DatabaseMigrations: ExpressibleByArrayLiteral {
    /// Creates the steps to each version, in ascending order. A version that is missing changes nothing in the
    /// database.
    public init(_ migrations: [DatabaseMigration]) { self.init(migrations as any VersionSteps) }

    /// Creates the steps to each version, in ascending order.
    public init(arrayLiteral migrations: DatabaseMigration...) { self.init(migrations) }
}

/// What a program contributes to the migration of a file: steps in Swift, reports of progress, and what to do with newer
/// files. Only the access that migrates the file runs steps and reports; each one may find a newer version later.
struct Migration: MigrationCourse {
    fileprivate let steps: any DatabaseMigrating
    private let progress: (@Sendable (MigrationProgress) -> Void)?
    /// The version that the file had at first, and the number of steps from there, across all versions.
    private let start = Locked<(version: Int, steps: Int)?>(nil)
    /// What the program decided about the newer version that was found last.
    private let decided = Locked<(version: Int, decision: NewerDatabase)?>(nil)

    init(_ steps: any DatabaseMigrating, _ progress: (@Sendable (MigrationProgress) -> Void)?) {
        self.steps = steps
        self.progress = progress
    }

    func foundNewer(version: Int, known: Int) throws -> NewerDatabase {
        try decided.withLock { decided in
            if let decided, decided.version == version { return decided.decision }
            let decision = try steps.foundNewer(version: version, known: known)
            decided = (version, decision)
            return decision
        }
    }

    func recreate(_ connection: Connection, _ migrator: Migrator) throws { try migrator.recreate(connection) }

    /// Called when earlier versions are done, by this process or another one.
    func report(_ schema: DatabaseSchema, at version: Int, done: Int, to next: Int?) {
        let remaining = (schema.migrations?.steps.versions ?? []).reduce(0) {
            $0 + ($1.version > version ? $1.steps : 0)
        }
        let start = self.start.withLock { start in
            let first = start ?? (version, remaining)
            start = first
            return first
        }
        progress?(
            MigrationProgress(
                from: start.version, to: schema.version, version: next ?? version,
                done: max(0, start.steps - remaining) + done, total: start.steps,
                activity: next == nil ? .waiting : .migrating))
    }
}

extension Migrator {
    /// The program's steps in Swift, and its hooks before and after each version.
    package var migrations: any DatabaseMigrating { (course as? Migration)?.steps ?? SQLMigrations() }
}

extension Array: VersionSteps where Element == DatabaseMigration {
    package var versions: [(version: Int, steps: Int)] { map { ($0.version, $0.steps.count) } }

    package func run(_ connection: Connection, from version: Int, _ migrator: Migrator) throws -> Int {
        let newest = migrator.schema.version
        // If the file's version number may not describe its contents, the newest version can still reject the file. So
        // all versions are one transaction: a release without versions knows none in between, and another program knows
        // none at all.
        let isDoubtful = try migrator.doubt(connection, at: version) != nil
        var reached = version
        repeat {
            if reached > version { try migrator.setVersion(reached, connection) }
            let (start, next) = (reached, Swift.min(first { $0.version > reached }?.version ?? newest, newest))
            let actions = first { $0.version == next }?.steps ?? []
            let run = VersionRun(version: start, next: next, migrator: migrator)
            try connection.access(.write) { db in try run.runVersion(actions, db) }
            if next == newest { try migrator.checkNewest(connection, from: version) }
            run.report(done: actions.count)
            reached = next
        } while isDoubtful && reached < newest
        return reached
    }
}

extension DatabaseSchema {
    /// The table in which `migration: auto` and `recreate` record what they have created.
    package static let followingRecord = "modelgen_schema"
}

extension Migrator {
    /// Why a file may lack tables of its version; nil if it cannot. Releases with `migration: auto` or `recreate` may
    /// have the same version but different tables, and the steps continue those of the last one. With
    /// `applicationID: keep`, the version may be a number of another program; versions that can be adopted have already
    /// been compared with the file.
    fileprivate func doubt(_ connection: Connection, at version: Int) throws -> String? {
        if try connection.has(DatabaseSchema.followingRecord) {
            return
                "the steps of \(schema.name) continue its last release without versions, which has not opened this file; "
                + "open it with that release first"
        }
        let isCompared = schema.adoptable?.rules.versions.contains { $0.version == version } == true
        return schema.ownership == .version && !isCompared
            ? "the file says that it is version \(version) of \(schema.name), but its tables differ; if another program counts "
                + "its own versions in it, it cannot be used with `applicationID: keep`" : nil
    }

    /// Rejects a file that lacks anything of the newest version, if its version number may be wrong.
    fileprivate func checkNewest(_ connection: Connection, from version: Int) throws {
        guard let doubt = try doubt(connection, at: version) else { return }
        let missing = try connection.comparison(with: schema.create, .stored).differences.filter(\.preventsReading)
        if missing.isEmpty { return }
        throw failure(
            .notMatching([schema.version: missing]), doubt + "\n" + missing.map { "  \($0)" }.joined(separator: "\n"))
    }
}

extension SchemaDifference {
    /// Whether rows that the schema declares cannot be read, or are read differently.
    fileprivate var preventsReading: Bool {
        switch kind {
        case .table: found == nil
        case .column, .primaryKey: expected != nil
        case .unique, .foreignKey, .check, .index, .view, .trigger: false
        }
    }
}

/// Runs the steps of one version.
private struct VersionRun {
    let version: Int
    let next: Int
    let migrator: Migrator

    func report(done: Int) { migrator.course?.report(migrator.schema, at: version, done: done, to: next) }

    /// Runs the steps between the hooks.
    func runVersion(_ actions: [DatabaseMigration.Step], _ db: Database) throws {
        let connection = try db.active()
        let temporary = try connection.temporaryObjects()
        // Comparing the schema before and after takes time, and a file may have many versions to go.
        let hooks = migrator.migrations is SQLMigrations ? nil : migrator.migrations
        if let hooks {
            try migrator.guardedClosure("willMigrate", to: next, connection) {
                try hooks.willMigrate(db, from: version, to: next)
            }
        }
        let working = actions.contains(where: \.removes) ? try connection.workingObjects() : []
        try connection.keepingStatistics { try run(actions, db) }
        try migrator.checkWorking(working, to: next, connection)
        if let hooks {
            try migrator.guardedClosure("didMigrate", to: next, connection) {
                try hooks.didMigrate(db, from: version, to: next)
            }
        }
        try migrator.checkTemporary(temporary, to: next, connection)
    }

    /// Runs the steps of the version.
    private func run(_ actions: [DatabaseMigration.Step], _ db: Database) throws {
        var triggers: [SchemaObject] = []
        // ALTER and CREATE come first, because they rename tables, and dangling rows are compared by the names of their
        // tables.
        let start = actions.firstIndex(where: \.changesRows) ?? actions.endIndex
        _ = try run(actions[..<start], db, keeping: &triggers)
        if start < actions.endIndex {
            let kind: StepKind = actions.contains(where: \.isSwift) ? .closures : .statements
            try migrator.keepingReferences(db, kind) { try run(actions[start...], db, keeping: &triggers) }
        }
    }

    /// Runs some steps, and returns the tables whose references may have changed.
    ///
    /// - Parameter triggers: The triggers that were deleted with a view, which a later step may create again.
    private func run(
        _ actions: ArraySlice<DatabaseMigration.Step>, _ db: Database, keeping triggers: inout [SchemaObject]
    ) throws -> ChangedTables {
        let connection = try db.active()
        var additions: [SchemaObject] = []
        var changed: [String] = []
        for (place, action) in zip(actions.indices, actions) {
            if connection.isStopped { throw CancellationError() }
            report(done: place)
            switch action {
            case .sql(let sql):
                let known = sql.hasPrefix("DROP VIEW ") ? try connection.triggersOfViews() : []
                try migrator.guarded(sql, to: next, connection) {
                    try migrator.runKeepingObjects(sql, to: next, connection)
                }
                if known.isEmpty { continue }
                let left = Set(try connection.triggersOfViews().map { FoldedName($0.name) })
                triggers += known.filter { !left.contains(FoldedName($0.name)) }
            case .swift(let name):
                try migrator.guardedClosure(name, to: next, connection) {
                    try migrator.migrations.run(step: name, db)
                }
            case .rebuild(let rebuild):
                try migrator.checkColumns(of: rebuild, to: next, connection)
                additions += try migrator.rebuild(rebuild, connection)
                changed.append(rebuild.table)
            case .dropTable(let table):
                try connection.withoutForeignKeys { try migrator.run("DROP TABLE \(table.quotedForSQL)", connection) }
                changed.append(table)
            }
        }
        try migrator.restore(additions + triggers, to: next, connection)
        return actions.contains(where: \.isData) ? .any : .only(changed)
    }
}
