import CModelSQLite
import Foundation

/// Brings a database to the newest version of its schema.
struct Migrator {
    let schema: DatabaseSchema
    let steps: any DatabaseMigrating
    var adopting: Adoption?
    var fault: MigrationFault?
    var progress: (@Sendable (MigrationProgress) -> Void)?
    /// Stops at this version instead of the newest.
    var target: Int?

    /// What a file's header says.
    struct State: Equatable {
        var version: Int
        var applicationID: Int32
    }

    private var goal: Int { target ?? schema.version }

    /// A file that is up to date is recognised by its header alone, which SQLite has read to open it.
    func migrate(_ connection: Connection) throws {
        if adopting != nil { try checkIsNew(state(connection)) }
        if try isUpToDate(connection) { return }
        if connection.configuration.access == .readOnly { return try checkReadOnly(connection) }
        let counter = StepCounter(fault)
        while try !advance(connection, counter) {}
    }

    private func isUpToDate(_ connection: Connection) throws -> Bool {
        let state = try state(connection)
        guard state.version == goal, isOwn(state) else { return false }
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
            if state.version == goal { return }
        }
        if state.version > goal {
            if try steps.foundNewer(version: state.version, known: goal) == .open { return }
            throw newer(state)
        }
        throw failure(
            .older(found: state.version, known: goal),
            "\(schema.name) has version \(state.version) and is read-only; version \(goal) is needed"
        )
    }

    func state(_ connection: Connection) throws -> State {
        State(
            version: Int(try connection.integer("PRAGMA user_version")),
            applicationID: Int32(truncatingIfNeeded: try connection.integer("PRAGMA application_id"))
        )
    }

    /// Does the next version, if another process has not done it; true when there is nothing left to do.
    private func advance(_ connection: Connection, _ counter: StepCounter) throws -> Bool {
        let before = try state(connection)
        let next = min(before.version + 1, goal)
        let adopts = !isOwn(before) && mayRebuildToAdopt
        let rebuilds =
            before.version > goal || adopts
            || schema.mode != .versioned
            || schema.steps(to: next).contains { $0.isRebuild }
        // Foreign keys can only be switched outside a transaction. With them on, DROP TABLE would delete its rows first
        // and so fire the actions of the tables that refer to it.
        if rebuilds { try connection.run("PRAGMA foreign_keys = OFF") }
        defer {
            if rebuilds {
                let on = connection.configuration.foreignKeys == .enforced
                try? connection.run("PRAGMA legacy_alter_table = OFF; PRAGMA foreign_keys = \(on ? "ON" : "OFF")")
            }
        }
        try connection.control("BEGIN IMMEDIATE")
        do {
            // Another process may have been here between the look and the lock.
            guard try state(connection) == before else {
                connection.rollBack()
                return false
            }
            let isDone = try advanceWithin(connection, before, counter)
            if connection.isAutocommit {
                throw SQLiteError(.other, message: "a migration step ended the transaction")
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

    private func advanceWithin(_ connection: Connection, _ state: State, _ counter: StepCounter) throws -> Bool {
        let tables = try connection.integer("SELECT count(*) FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
        if tables == 0 {
            try create(connection, counter)
            return true
        }
        if schema.mode == .none { return true }
        if !isOwn(state) {
            try checkOwner(state)
            guard let adopting else { return false }
            try adopt(connection, as: adoptedVersion(connection, adopting), counter)
            return true
        }
        if state.version > goal {
            switch try steps.foundNewer(version: state.version, known: goal) {
            case .refuse: throw newer(state)
            case .open: return true
            case .recreate:
                try recreate(connection, counter)
                return true
            }
        }
        switch schema.mode {
        case .none: return true
        case .recreate:
            if try !isUpToDate(connection) { try recreate(connection, counter) }
            return true
        case .auto:
            if try !isUpToDate(connection) { try automatic(connection, from: state.version, counter) }
            return true
        case .versioned:
            if state.version == goal { return true }
            try migrate(connection, from: state.version, counter)
            return state.version + 1 == goal
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

    private func newer(_ state: State) -> SQLiteError {
        failure(
            .newer(found: state.version, known: goal),
            "\(schema.name) has version \(state.version), this program knows \(goal)"
        )
    }

    func failure(_ failure: MigrationFailure, _ message: String) -> SQLiteError {
        SQLiteError(.migration(failure), message: message)
    }
}

/// Counts the statements of a migration, for progress and for injected faults.
final class StepCounter {
    private(set) var done = 0
    let fault: MigrationFault?
    /// The version that the file had at first.
    var from: Int?
    /// The steps of all versions from there.
    var total = 0

    init(_ fault: MigrationFault?) { self.fault = fault }

    /// The version that is being reached.
    var version = 0

    /// Notes that a statement is done; throws where the fault is to be.
    func passed(version: Int) throws {
        self.version = version
        count()
        try check()
    }

    /// Notes that a statement is done.
    func count() { done += 1 }

    /// Throws where the fault is to be, and from there on: a step in Swift may have caught it.
    func check() throws {
        guard let fault, fault.statement <= done else { return }
        throw SQLiteError(
            .migration(.injected(version: version, statement: fault.statement)),
            message: "stopped after statement \(fault.statement)"
        )
    }
}

extension DatabaseMigration.Step {
    var isRebuild: Bool {
        if case .rebuild = self { true } else { false }
    }
}
