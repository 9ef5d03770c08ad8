import ModelSQLite

extension DatabaseMigrations: ExpressibleByArrayLiteral {
    /// The steps to each version, in ascending order. A missing version changes nothing in the database.
    public init(_ migrations: [DatabaseMigration]) {
        self.init { Migration(migrations, SQLMigrations()) }
    }

    /// The steps to each version, in ascending order.
    public init(arrayLiteral migrations: DatabaseMigration...) {
        self.init(migrations)
    }

    /// The steps to each version.
    package var list: [DatabaseMigration] { (course() as? Migration)?.list ?? [] }
}

/// The migration of one file, with the steps in Swift, and its progress. Used by the access that migrates the file.
final class Migration: MigrationCourse, @unchecked Sendable {
    let list: [DatabaseMigration]
    let steps: any DatabaseMigrating
    private let progress: (@Sendable (MigrationProgress) -> Void)?
    /// The version that the file had originally.
    private var from: Int?
    /// The number of steps of all versions from there, and those that are completed, by this process or another.
    private var total = 0
    private var done = 0

    init(
        _ list: [DatabaseMigration], _ steps: any DatabaseMigrating,
        _ progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) {
        self.list = list
        self.steps = steps
        self.progress = progress
    }

    func foundNewer(version: Int, known: Int) throws -> NewerDatabase {
        try steps.foundNewer(version: version, known: known)
    }

    func recreate(_ connection: Connection, _ migrator: Migrator) throws { try migrator.recreate(connection) }

    func next(after version: Int) -> Int? { list.first { $0.version > version }?.version }

    func wait(at version: Int, of schema: DatabaseSchema) {
        reach(version)
        report(version, of: schema, .waiting)
    }

    /// Records that the file has this version.
    private func reach(_ version: Int) {
        let remaining = list.reduce(0) { $0 + ($1.version > version ? $1.steps.count : 0) }
        if from == nil { (from, total) = (version, remaining) }
        done = max(0, total - remaining)
    }

    private func report(_ version: Int, of schema: DatabaseSchema, _ activity: MigrationProgress.Activity) {
        progress?(
            MigrationProgress(
                from: from ?? version, to: schema.version, version: version, done: done, total: total,
                activity: activity))
    }

    func run(_ connection: Connection, from version: Int, to next: Int, _ migrator: Migrator) throws {
        reach(version)
        try connection.access(.write) { db in try run(db, from: version, to: next, migrator) }
        report(next, of: migrator.schema, .migrating)
    }

    private func run(_ db: Database, from version: Int, to next: Int, _ migrator: Migrator) throws {
        let connection = try db.active()
        let temporary = try connection.temporaryObjects()
        try migrator.guardedClosure("willMigrate", to: next, connection) {
            try steps.willMigrate(db, from: version, to: next)
        }
        let actions = list.first { $0.version == next }?.steps ?? []
        // The first ones rename tables.
        let start = actions.firstIndex(where: \.changesRows) ?? actions.endIndex
        _ = try run(actions[..<start], db, to: next, migrator)
        if start < actions.endIndex {
            let done = done
            try migrator.keepingReferences(db, actions.contains(where: \.isSwift) ? .closures : .statements) {
                self.done = done
                return try run(actions[start...], db, to: next, migrator)
            }
        }
        try migrator.guardedClosure("didMigrate", to: next, connection) {
            try steps.didMigrate(db, from: version, to: next)
        }
        try migrator.checkTemporary(temporary, to: next, connection)
    }

    /// Runs some steps, and returns the tables that they have rebuilt.
    private func run(
        _ actions: ArraySlice<DatabaseMigration.Step>, _ db: Database, to next: Int, _ migrator: Migrator
    ) throws -> [String] {
        let connection = try db.active()
        var rebuilt: [String] = []
        var additions: [TableAdditions] = []
        for action in actions {
            if connection.isStopped { throw CancellationError() }
            report(next, of: migrator.schema, .migrating)
            switch action {
            case .sql(let sql):
                try migrator.guarded(sql, to: next, connection) { try migrator.run(sql, connection) }
            case .swift(let name):
                try migrator.guardedClosure(name, to: next, connection) { try steps.run(step: name, db) }
            case .rebuild(let rebuild):
                additions.append(try migrator.rebuild(rebuild, connection))
                rebuilt.append(rebuild.table)
            }
            done += 1
        }
        for addition in additions { try addition.restore(connection) }
        return rebuilt
    }
}
