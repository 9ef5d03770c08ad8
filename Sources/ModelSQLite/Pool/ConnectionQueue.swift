import Foundation

/// Lends connections, first come first served.
package final class ConnectionQueue: @unchecked Sendable {
    private let lock = NSLock()
    private var idle: [Connection] = []
    private var lent = 0
    private let limit: Int
    private let open: @Sendable () throws -> Connection
    private var waiting: ArraySlice<Ticket> = []
    private var isClosed = false
    private var whenEmpty: [@Sendable () -> Void] = []
    /// The threads that are within an access: as few as there are connections.
    private var holders: [pthread_t] = []

    /// A place in the queue.
    final class Ticket: @unchecked Sendable {
        /// Only while it waits: the job of an access refers to its ticket, and this closure to the job.
        fileprivate var grant: ((Result<Connection, any Error>) -> Void)?
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

    init(limit: Int, open: @escaping @Sendable () throws -> Connection) {
        self.limit = limit
        self.open = open
    }

    /// Adds a connection that was opened elsewhere.
    func add(_ connection: Connection) { lock.withLock { idle.append(connection) } }

    /// Asks for a connection: `grant` is called at once, or on the thread that gives one back.
    func take(_ grant: @escaping (Result<Connection, any Error>) -> Void) -> Ticket {
        let ticket = Ticket()
        lock.lock()
        if isClosed {
            lock.unlock()
            grant(.failure(SQLiteError(.closed, message: "the database is closed")))
            return ticket
        }
        if let connection = idle.popLast() {
            lent += 1
            lock.unlock()
            grant(.success(connection))
            return ticket
        }
        if lent < limit {
            lent += 1
            lock.unlock()
            openConnection(for: grant)
            return ticket
        }
        ticket.grant = grant
        waiting.append(ticket)
        lock.unlock()
        return ticket
    }

    /// An idle connection if no other access is under way; never waits or opens one.
    func takeAlone() -> Connection? {
        lock.withLock {
            guard lent == 0, let connection = idle.popLast() else { return nil }
            lent = 1
            return connection
        }
    }

    /// Leaves the queue; false if the connection was already granted.
    func leave(_ ticket: Ticket) -> Bool {
        lock.withLock {
            guard let index = waiting.firstIndex(where: { $0 === ticket }) else { return false }
            waiting.remove(at: index)
            ticket.grant = nil
            return true
        }
    }

    /// Gives a connection back, to the next that waits.
    func give(_ connection: Connection) {
        lock.lock()
        if let grant = nextWaiting() {
            lock.unlock()
            return grant(.success(connection))
        }
        if isClosed {
            lock.unlock()
            connection.close()
            lock.lock()
        } else {
            idle.append(connection)
        }
        lent -= 1
        finishClosing()
    }

    /// Opens a connection for one that came in time; if that fails, for the next in line.
    private func openConnection(for grant: (Result<Connection, any Error>) -> Void) {
        do { return grant(.success(try open())) } catch {
            lock.lock()
            let next = nextWaiting()
            if next == nil {
                lent -= 1
                finishClosing()
            } else {
                lock.unlock()
            }
            grant(.failure(error))
            if let next { openConnection(for: next) }
        }
    }

    /// Takes the first out of the queue. Called with the lock held.
    private func nextWaiting() -> ((Result<Connection, any Error>) -> Void)? {
        guard let ticket = waiting.popFirst() else { return nil }
        defer { ticket.grant = nil }
        return ticket.grant
    }

    /// Called with the lock held; releases it.
    private func finishClosing() {
        let notify = isClosed && lent == 0 ? whenEmpty : []
        if !notify.isEmpty { whenEmpty = [] }
        lock.unlock()
        for call in notify { call() }
    }

    /// Lends no more; those that wait get an error, idle connections are closed, `done` is called when none is lent.
    func close(_ done: @escaping @Sendable () -> Void) {
        lock.lock()
        isClosed = true
        var refused: [(Result<Connection, any Error>) -> Void] = []
        while let grant = nextWaiting() { refused.append(grant) }
        // Until these are closed they count as lent, so that `done` waits for them.
        let unused = idle
        idle = []
        lent += unused.count
        whenEmpty.append(done)
        lock.unlock()
        for connection in unused { connection.close() }
        lock.lock()
        lent -= unused.count
        finishClosing()
        for grant in refused { grant(.failure(SQLiteError(.closed, message: "the database is closed"))) }
    }
}
