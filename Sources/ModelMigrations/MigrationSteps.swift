import ModelSQLite

extension DatabaseMigrations: ExpressibleByArrayLiteral {
    /// The steps to each version, in ascending order. A missing version changes nothing in the database.
    public init(_ migrations: [DatabaseMigration]) {
        self.init(MigrationList(migrations: migrations))
    }

    /// The steps to each version, in ascending order.
    public init(arrayLiteral migrations: DatabaseMigration...) {
        self.init(migrations)
    }

    /// The steps to each version.
    package var list: [DatabaseMigration] { (steps as? MigrationList)?.migrations ?? [] }
}

private struct MigrationList: VersionSteps {
    let migrations: [DatabaseMigration]

    private func migration(to version: Int) -> DatabaseMigration {
        migrations.first { $0.version == version } ?? DatabaseMigration(to: version, [])
    }

    func next(after version: Int) -> Int? { migrations.first { $0.version > version }?.version }

    func count(after version: Int) -> Int {
        migrations.reduce(0) { $0 + ($1.version > version ? $1.steps.count : 0) }
    }

    func run(_ db: Database, from version: Int, to next: Int, _ migrator: Migrator, _ way: MigrationWay) throws {
        let connection = try db.active()
        let temporary = try connection.temporaryObjects()
        try migrator.guardedClosure("willMigrate", to: next, connection) {
            try migrator.steps.willMigrate(db, from: version, to: next)
        }
        let steps = migration(to: next).steps
        // The first ones rename tables.
        let start = steps.firstIndex(where: \.changesRows) ?? steps.endIndex
        _ = try run(steps[..<start], db, to: next, migrator, way)
        if start < steps.endIndex {
            let done = way.done
            try migrator.keepingReferences(db, steps.contains(where: \.isSwift) ? .closures : .statements) {
                way.done = done
                return try run(steps[start...], db, to: next, migrator, way)
            }
        }
        try migrator.guardedClosure("didMigrate", to: next, connection) {
            try migrator.steps.didMigrate(db, from: version, to: next)
        }
        try migrator.checkTemporary(temporary, to: next, connection)
    }

    /// Runs some steps, and returns the tables that they have rebuilt.
    private func run(
        _ steps: ArraySlice<DatabaseMigration.Step>, _ db: Database, to next: Int, _ migrator: Migrator,
        _ way: MigrationWay
    ) throws -> [String] {
        let connection = try db.active()
        var rebuilt: [String] = []
        var additions: [TableAdditions] = []
        for step in steps {
            if connection.isStopped { throw CancellationError() }
            migrator.report(way, next, .migrating)
            switch step {
            case .sql(let sql):
                try migrator.guarded(sql, to: next, connection) { try migrator.run(sql, connection) }
            case .swift(let name):
                try migrator.guardedClosure(name, to: next, connection) { try migrator.steps.run(step: name, db) }
            case .rebuild(let rebuild):
                additions.append(try migrator.rebuild(rebuild, connection))
                rebuilt.append(rebuild.table)
            }
            way.done += 1
        }
        for addition in additions { try addition.restore(connection) }
        return rebuilt
    }
}
