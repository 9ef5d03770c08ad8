import CModelSQLite
import Foundation

extension Connection {
    /// Runs a closure in a transaction that only reads: one snapshot.
    package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
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
        withoutStop { do { try control("COMMIT") } catch { rollBack() } }
    }

    /// Switches the file's journal. Two processes that do so at once may meet a lock that no busy handler is asked about.
    func enterJournal(_ journal: DatabaseConfiguration.Journal) throws {
        guard isFile, configuration.access == .readWrite, journal != .asFound else { return }
        let deadline = Date(timeIntervalSinceNow: configuration.busyTimeout)
        while true {
            do {
                try run("PRAGMA journal_mode = \(journal.rawValue)")
                return
            } catch let error as SQLiteError where error.kind == .busy && Date() < deadline {
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
    }
}
