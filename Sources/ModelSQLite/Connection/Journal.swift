import Foundation

extension Connection {
    /// Switches the file's journal. Two processes that do so at once may meet a lock that no busy handler is asked about.
    func enterJournal(_ journal: DatabaseConfiguration.Journal) throws {
        guard isFile, configuration.access == .readWrite, journal != .asFound else { return }
        try waiting(for: configuration.busyTimeout) { try run("PRAGMA journal_mode = \(journal.rawValue)") }
    }

    /// Repeats a closure while somebody else has locked the file, for some seconds or until the task is cancelled.
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
