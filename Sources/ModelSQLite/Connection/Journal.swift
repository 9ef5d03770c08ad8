import Foundation

extension Connection {
    /// Switches the journal mode of the file. Two processes that do so at the same time may meet a lock for which
    /// SQLite does not call the busy handler.
    func enterJournal(_ journal: DatabaseConfiguration.Journal) throws {
        guard isFile, configuration.access == .readWrite, journal != .asFound else { return }
        try waiting(for: configuration.busyTimeout) { try run("PRAGMA journal_mode = \(journal.rawValue)") }
    }

    /// Repeats a closure while another process has locked the file, until `limit` seconds have passed or the task is
    /// cancelled.
    package func waiting<Result>(
        for limit: TimeInterval, _ body: () throws -> Result,
        between: () -> Void = { Thread.sleep(forTimeInterval: 0.005) }
    ) throws -> Result {
        let start = DispatchTime.now().uptimeNanoseconds
        while true {
            do {
                return try body()
            } catch let error as SQLiteError where error.kind == .busy {
                if isStopped { throw CancellationError() }
                if Double(DispatchTime.now().uptimeNanoseconds &- start) / 1e9 >= limit { throw error }
                between()
            }
        }
    }
}
