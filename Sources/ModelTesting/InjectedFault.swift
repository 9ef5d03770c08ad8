import CModelSQLite
import ModelAdoption
import ModelMigrations
import ModelSQLite

/// Thrown when a test has stopped a migration.
public struct InjectedFault: Error, Hashable, Sendable {
    /// The last statement that ran: see ``MigrationFault``.
    public let statement: Int
}

/// The point at which to stop a migration, as if the disk or the process had failed.
///
/// All statements that can change the file are counted across all versions, starting at 1: those of every step,
/// including steps in Swift, and those that SQLite's own components run, such as full-text tables.
public struct MigrationFault: Hashable, Sendable {
    /// The last statement that runs.
    public let statement: Int

    /// Stops after the statement with this number; 0 stops before the first.
    public static func stop(afterStatement statement: Int) -> MigrationFault { MigrationFault(statement: statement) }
}

extension DatabasePool {
    /// Migrates the database, and stops after a statement.
    ///
    /// - Throws: ``InjectedFault`` if the migration was stopped. The file is then at the last version that was
    ///   completed.
    public func migrate(
        _ schema: DatabaseSchema,
        migrating migrations: some DatabaseMigrating = SQLMigrations(),
        adopting: Adoption? = nil,
        fault: MigrationFault
    ) throws {
        guard let connection = try writeWithoutTransaction({ db in db.pointer }) else { return }
        let injector = FaultInjector(connection, fault)
        do {
            defer { injector.remove() }
            try migrate(schema, migrating: migrations, adopting: adopting)
        } catch {
            if injector.hasStopped { throw InjectedFault(statement: fault.statement) }
            throw error
        }
    }
}

/// Counts the statements of a connection, and makes every statement after a certain number fail.
///
/// Uses SQLite's own tracing, so that programs need no code for it: <https://www.sqlite.org/c3ref/trace_v2.html>.
private final class FaultInjector {
    private let connection: OpaquePointer
    private let fault: MigrationFault
    private var done = 0
    /// Whether a statement was stopped.
    private(set) var hasStopped = false

    init(_ connection: OpaquePointer, _ fault: MigrationFault) {
        self.connection = connection
        self.fault = fault
        sqlite3_trace_v2(
            connection,
            UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
            { event, context, statement, text in
                guard let context, let statement else { return 0 }
                let injector = Unmanaged<FaultInjector>.fromOpaque(context).takeUnretainedValue()
                if event == SQLITE_TRACE_STMT {
                    injector.begin(text.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? "")
                } else {
                    injector.end(OpaquePointer(statement))
                }
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    func remove() {
        sqlite3_trace_v2(connection, 0, nil, nil)
        sqlite3_commit_hook(connection, nil, nil)
    }

    private func begin(_ sql: String) {
        // Cleanup after a failed migration still works, and a PRAGMA only writes what the commit would have kept.
        if done < fault.statement || ["ROLLBACK", "PRAGMA"].contains(where: sql.hasPrefix) { return }
        hasStopped = true
        // A commit cannot be interrupted.
        sqlite3_commit_hook(connection, { _ in 1 }, nil)
        sqlite3_interrupt(connection)
    }

    private func end(_ statement: OpaquePointer) {
        if sqlite3_stmt_readonly(statement) == 0 { done += 1 }
    }
}
