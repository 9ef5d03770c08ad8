import CModelSQLite
import Foundation

/// Brings a database to the newest version of its schema.
struct Migrator {
    let schema: DatabaseSchema
    let steps: any DatabaseMigrating
    var adopting: Adoption?
    var progress: (@Sendable (MigrationProgress) -> Void)?

    /// What a file's header says.
    struct State: Equatable {
        var version: Int
        var applicationID: Int32
    }

    /// A file that is up to date is recognised by its header alone, which SQLite has read to open it.
    func migrate(_ connection: Connection) throws {
        let way = MigrationWay()
        let current = try waiting(connection, way) {
            if adopting != nil { try checkIsNew(state(connection)) }
            return try isUpToDate(connection)
        }
        if current { return }
        if connection.configuration.access == .readOnly { return try checkReadOnly(connection) }
        while try !advance(connection, way) {}
    }

    private func isUpToDate(_ connection: Connection) throws -> Bool {
        let state = try state(connection)
        guard state.version == schema.version, isOwn(state) else { return false }
        switch schema.mode {
        case .versioned, .none: return true
        case .auto, .recreate: return try Fingerprint.read(connection) == schema.fingerprint
        }
    }

    private func checkReadOnly(_ connection: Connection) throws {
        var state = try state(connection)
        if schema.mode == .none { return }
        try checkOwner(state)
        if !isOwn(state), let adopting {
            state.version = try adoptedVersion(connection, adopting)
            if state.version == schema.version { return }
        }
        if state.version > schema.version {
            if try steps.foundNewer(version: state.version, known: schema.version) == .open { return }
            throw newer(state)
        }
        try checkAge(state.version)
        throw failure(
            .older(found: state.version, known: schema.version),
            "\(schema.name) has version \(state.version) and is read-only; version \(schema.version) is needed"
        )
    }

    func state(_ connection: Connection) throws -> State {
        State(
            version: Int(try connection.integer("PRAGMA user_version")),
            applicationID: Int32(truncatingIfNeeded: try connection.integer("PRAGMA application_id"))
        )
    }

    /// Does the next version, if another process has not done it; true when there is nothing left to do.
    private func advance(_ connection: Connection, _ way: MigrationWay) throws -> Bool {
        let (before, isRespelled, rebuildsToAdopt) = try waiting(connection, way) {
            let state = try state(connection)
            return try (
                state, hasRespelledUniques(connection, state), !isOwn(state) && mayRebuildToAdopt(connection)
            )
        }
        let next = schema.next(after: before.version)
        let rebuilds =
            isRespelled || rebuildsToAdopt || before.version > schema.version || schema.mode != .versioned
            || schema.migration(to: next).steps.contains { $0.isRebuild }
        // Foreign keys can only be switched outside a transaction. With them on, DROP TABLE would delete its rows first
        // and so fire the actions of the tables that refer to it.
        if rebuilds { try connection.run("PRAGMA foreign_keys = OFF") }
        defer {
            if rebuilds {
                let on = connection.configuration.foreignKeys == .enforced
                try? connection.run("PRAGMA legacy_alter_table = OFF; PRAGMA foreign_keys = \(on ? "ON" : "OFF")")
            }
        }
        guard try lock(connection, at: before, way) else { return false }
        do {
            var isDone = false
            if isRespelled {
                try takeOver(connection, at: before.version)
            } else {
                isDone = try advanceWithin(connection, before, way)
            }
            try connection.control("COMMIT")
            return isDone
        } catch {
            connection.rollBack()
            connection.recordStatements = []
            connection.statements = [:]
            throw error
        }
    }

    private func advanceWithin(_ connection: Connection, _ state: State, _ way: MigrationWay) throws -> Bool {
        let tables = try connection.integer("SELECT count(*) FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
        if tables == 0 {
            try create(connection)
            return true
        }
        if schema.mode == .none { return true }
        if !isOwn(state) {
            try checkOwner(state)
            guard let adopting else { return false }
            try adopt(connection, as: adoptedVersion(connection, adopting), way)
            return true
        }
        if state.version > schema.version {
            switch try steps.foundNewer(version: state.version, known: schema.version) {
            case .refuse: throw newer(state)
            case .open: return true
            case .recreate:
                try recreate(connection)
                return true
            }
        }
        switch schema.mode {
        case .none: return true
        case .recreate:
            if try !isUpToDate(connection) { try recreate(connection) }
            return true
        case .auto:
            if try !isUpToDate(connection) {
                try automatic(connection, from: state.version)
                try checkFullText(connection)
            }
            return true
        case .versioned:
            if state.version == schema.version { return true }
            try checkAge(state.version)
            let next = schema.next(after: state.version)
            try migrate(connection, from: state.version, to: next, way)
            guard next == schema.version else { return false }
            try checkFullText(connection)
            return true
        }
    }

    /// Refuses a file that is not known to be ours.
    private func checkOwner(_ state: State) throws {
        if isOwn(state) { return }
        if schema.ownership == .applicationID, ![0, schema.applicationID].contains(state.applicationID) {
            throw failure(
                .foreign(applicationID: state.applicationID),
                "the file has the application_id \(state.applicationID) of another program than \(schema.name); "
                    + "to share it with that program, write `applicationID: keep` at the database"
            )
        }
        if adopting == nil {
            throw failure(
                .unversioned,
                "the file has tables but no version of \(schema.name); open it with adopting: if it is ours"
            )
        }
    }

    /// Refuses a file whose way to the newest version nobody knows any more.
    private func checkAge(_ version: Int) throws {
        guard version < schema.oldest else { return }
        throw failure(
            .tooOld(found: version, oldest: schema.oldest),
            "\(schema.name) has version \(version), and this program migrates files from version \(schema.oldest) on"
        )
    }

    private func newer(_ state: State) -> SQLiteError {
        failure(
            .newer(found: state.version, known: schema.version),
            "\(schema.name) has version \(state.version), this program knows \(schema.version)"
        )
    }

    func failure(_ failure: MigrationFailure, _ message: String) -> SQLiteError {
        SQLiteError(.migration(failure), message: message)
    }
}

/// The whole way to the newest version, for progress.
final class MigrationWay {
    /// The version that the file had at first.
    private(set) var from: Int?
    /// The steps of all versions from there.
    private(set) var total = 0
    /// The steps that are done, by this process or another.
    var done = 0

    /// Notes that the file has this version.
    func reach(_ version: Int, of schema: DatabaseSchema) {
        let steps = schema.migrations.reduce(0) { $0 + ($1.version > version ? $1.steps.count : 0) }
        if from == nil {
            from = version
            total = steps
        }
        done = max(0, total - steps)
    }
}

extension DatabaseMigration.Step {
    var isRebuild: Bool {
        if case .rebuild = self { true } else { false }
    }
}

extension DatabasePool {
    /// Brings the database to the newest version of a schema.
    ///
    /// ``SQLiteDatabase/open(at:_:migrating:adopting:progress:)`` does it for you.
    public func migrate(
        _ schema: DatabaseSchema,
        migrating migrations: some DatabaseMigrating = SQLMigrations(),
        adopting: Adoption? = nil,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) throws {
        let migrator = Migrator(schema: schema, steps: migrations, adopting: adopting, progress: progress)
        try migrator.checkAdoption()
        try performAndWait(writers) { connection, _ in try migrator.migrate(connection) }
    }
}
