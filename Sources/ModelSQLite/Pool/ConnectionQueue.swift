import Foundation

/// Lends connections, first come first served.
package final class ConnectionQueue: @unchecked Sendable {
    typealias Grant = (Result<Connection, any Error>) -> Void

    private let lock = NSLock()
    private var idle: [Connection]
    private var lent = 0
    private let limit: Int
    private let open: @Sendable () throws -> Connection
    /// In an array, since a slice keeps what was removed, and the closure of an access may hold anything.
    private var waiting: [(job: Job, grant: Grant)] = []
    private var isClosed = false
    private var whenEmpty: [@Sendable () -> Void] = []
    /// The threads that are within an access: as few as there are connections.
    private var holders: [pthread_t] = []

    /// - Parameter open: opens further connections, up to the limit.
    init(_ idle: [Connection], limit: Int, open: @escaping @Sendable () throws -> Connection) {
        self.idle = idle
        self.limit = limit
        self.open = open
    }

    /// Whether this thread is within an access to a connection of this queue, so that an access within itself is an error
    /// and not a deadlock.
    var isHeldHere: Bool {
        get {
            let here = pthread_self()
            return lock.withLock { holders.contains { pthread_equal($0, here) != 0 } }
        }
        set {
            let here = pthread_self()
            lock.withLock {
                if newValue { holders.append(here) } else { holders.removeAll { pthread_equal($0, here) != 0 } }
            }
        }
    }

    /// Asks for a connection: `grant` is called at once, or on the thread that gives one back.
    func take(_ job: Job, _ grant: @escaping Grant) {
        lock.lock()
        if isClosed {
            lock.unlock()
            return grant(.failure(Self.closed))
        }
        if idle.isEmpty, lent == limit {
            waiting.append((job, grant))
            lock.unlock()
            // It may have been cancelled before it was in the queue.
            if job.wasCancelled { job.cancel() }
            return
        }
        let connection = idle.popLast()
        lent += 1
        lock.unlock()
        lend(connection, grant)
    }

    /// An idle connection if no other access is under way; never waits or opens one.
    func takeAlone() -> Connection? {
        lock.withLock {
            guard lent == 0, let connection = idle.popLast() else { return nil }
            lent = 1
            return connection
        }
    }

    /// Takes a job out of the queue; nil if it was already granted.
    func leave(_ job: Job) -> Grant? {
        lock.withLock {
            waiting.firstIndex { $0.job === job }.map { waiting.remove(at: $0).grant }
        }
    }

    /// Gives a connection back, or the right to open one, to the next that waits.
    func give(_ connection: Connection?) {
        lock.lock()
        if !waiting.isEmpty {
            let grant = waiting.removeFirst().grant
            lock.unlock()
            return lend(connection, grant)
        }
        if isClosed {
            lock.unlock()
            connection?.close()
            lock.lock()
        } else if let connection {
            idle.append(connection)
        }
        lent -= 1
        let notify = isClosed && lent == 0 ? whenEmpty : []
        if !notify.isEmpty { whenEmpty = [] }
        lock.unlock()
        for call in notify { call() }
    }

    private func lend(_ connection: Connection?, _ grant: Grant) {
        do { return grant(.success(try connection ?? open())) } catch {
            grant(.failure(error))
            give(nil)
        }
    }

    /// Lends no more; those that wait get an error, idle connections are closed, `done` is called when none is lent.
    func close(_ done: @escaping @Sendable () -> Void) {
        lock.lock()
        isClosed = true
        let refused = waiting
        waiting = []
        // Until they are closed, idle connections count as lent, and so does this call, so that `done` waits for them.
        let unused = idle
        idle = []
        lent += unused.count + 1
        whenEmpty.append(done)
        lock.unlock()
        for connection in unused { give(connection) }
        give(nil)
        for (_, grant) in refused { grant(.failure(Self.closed)) }
    }

    private static let closed = SQLiteError(.closed, message: "the database is closed")
}
