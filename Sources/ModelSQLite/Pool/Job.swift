import CModelSQLite
import Foundation

/// An access to the database. It can be cancelled both while it waits for a connection and while it runs.
package final class Job: @unchecked Sendable {
    private let queue: ConnectionQueue
    private let lock = NSLock()
    private var running: Connection?
    private var isCancelled = false
    /// Called with a connection if the job is waiting for one. `next` is the job that waits after it. Both are used by
    /// the queue.
    var grant: ConnectionQueue.Grant?
    var next: Job?

    init(_ queue: ConnectionQueue) { self.queue = queue }

    /// Runs an access on this thread, and returns the connection.
    func run<Result>(_ connection: Connection, _ body: (Connection, Job) throws -> Result) throws -> Result {
        queue.isHeldHere = true
        defer {
            queue.isHeldHere = false
            queue.give(connection)
        }
        try lock.withLock {
            if isCancelled { throw CancellationError() }
            connection.isStopped = false
            running = connection
        }
        defer {
            try? settle()
            // From here on, cancelling the task no longer interrupts it.
            connection.rollBack()
        }
        do { return try body(connection, self) } catch let error as SQLiteError {
            // Cancelling ends a statement or the wait for a lock. Programs may also interrupt a statement through
            // SQLite's pointer.
            if [.interrupted, .busy].contains(error.kind), wasCancelled { throw CancellationError() }
            throw error
        }
    }

    /// Ignores later cancellations: before a commit, and at the end. Throws if the job was already cancelled.
    func settle() throws {
        try lock.withLock {
            running?.isStopped = false
            running = nil
            if isCancelled { throw CancellationError() }
        }
    }

    var wasCancelled: Bool { lock.withLock { isCancelled } }

    /// Ends the wait, or interrupts the running statement.
    func cancel() {
        lock.withLock {
            isCancelled = true
            guard let running else { return }
            running.isStopped = true
            sqlite3_interrupt(running.pointer)
        }
        queue.leave(self)?(.failure(CancellationError()))
    }
}
