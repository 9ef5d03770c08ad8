import Foundation

extension Connection {
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
