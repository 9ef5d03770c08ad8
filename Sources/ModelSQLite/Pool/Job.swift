import CModelSQLite
import Foundation

/// One access to a database on behalf of a task that may be cancelled.
package final class Job: @unchecked Sendable {
    private let lock = NSLock()
    private var state = State.waiting
    private var isCancelled = false
    private var leave: (() -> Bool)?
    private var refuse: ((any Error) -> Void)?

    private enum State {
        case waiting
        case running(Connection)
        /// The commit has begun or the access is over: too late to cancel.
        case finished
    }

    /// Tells how to leave the queue while waiting. Calls it at once if the task is cancelled already.
    func enqueued(_ ticket: ConnectionQueue.Ticket, _ queue: ConnectionQueue, _ refuse: @escaping (any Error) -> Void) {
        lock.lock()
        leave = { queue.leave(ticket) }
        self.refuse = refuse
        let isCancelled = isCancelled
        lock.unlock()
        if isCancelled { cancel() }
    }

    /// Marks the beginning; false if the task was cancelled before.
    func begin(_ connection: Connection) -> Bool {
        lock.withLock {
            if isCancelled { return false }
            modelsqlite_flag_store(connection.stopFlag, 0)
            state = .running(connection)
            return true
        }
    }

    /// From here on a cancellation has no effect; throws if there was one.
    func settle() throws {
        try lock.withLock {
            if case .running(let connection) = state { modelsqlite_flag_store(connection.stopFlag, 0) }
            state = .finished
            if isCancelled { throw CancellationError() }
        }
    }

    var wasCancelled: Bool { lock.withLock { isCancelled } }

    /// The task is cancelled: leaves the queue, or stops the statement that runs.
    func cancel() {
        lock.lock()
        isCancelled = true
        switch state {
        case .finished: lock.unlock()
        case .running(let connection):
            modelsqlite_flag_store(connection.stopFlag, 1)
            sqlite3_interrupt(connection.pointer)
            lock.unlock()
        case .waiting:
            let leave = leave
            let refuse = refuse
            lock.unlock()
            if leave?() == true { refuse?(CancellationError()) }
        }
    }
}
