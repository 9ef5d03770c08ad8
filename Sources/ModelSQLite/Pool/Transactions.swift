import CModelSQLite
import Foundation

extension Connection {
    /// Runs a closure in a transaction that only reads: one snapshot.
    package func read<Result>(_ job: Job, _ body: (Database) throws -> Result) throws -> Result {
        let db = Database(self, .read)
        try control("BEGIN DEFERRED")
        defer {
            db.end()
            endRead()
        }
        return try body(db)
    }

    private func endRead() {
        if isAutocommit { return }
        let flag = suspendStop()
        do { try control("COMMIT") } catch { rollBack() }
        resumeStop(flag)
    }

    /// Runs a closure in a transaction that may write, and returns the tables that it changed.
    func write<Result>(_ job: Job, _ body: (Database) throws -> Result) throws -> (Result, Set<String>) {
        let db = Database(self, .write)
        // IMMEDIATE: a transaction that begins by reading could not become a writing one while another writes.
        try db.control("BEGIN IMMEDIATE", self)
        do {
            let result = try body(db)
            if isAutocommit {
                throw SQLiteError(.other, message: "the transaction has been rolled back by an earlier error")
            }
            try job.settle()
            try db.control("COMMIT", self)
            db.end()
            return (result, db.changed)
        } catch {
            db.end()
            rollBack()
            throw error
        }
    }

    /// Switches the file's journal. Two processes that do so at once may meet a lock that no busy handler is asked about.
    func enter(_ journal: DatabaseConfiguration.Journal) throws {
        if configuration.access == .readOnly { return }
        let mode: String
        switch journal {
        case .asFound: return
        case .writeAhead: mode = "WAL"
        case .rollback: mode = "DELETE"
        }
        let deadline = Date(timeIntervalSinceNow: configuration.busyTimeout)
        while true {
            do {
                try run("PRAGMA journal_mode = \(mode)")
                return
            } catch let error as SQLiteError where error.kind == .busy && Date() < deadline {
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
    }
}
