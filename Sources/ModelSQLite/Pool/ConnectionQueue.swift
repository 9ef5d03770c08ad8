import Foundation

/// Lends connections, first come, first served.
package final class ConnectionQueue: @unchecked Sendable {
    typealias Grant = (Result<Connection, any Error>) -> Void

    private let lock = NSLock()
    private var idle: [Connection]
    private var lent = 0
    private let limit: Int
    private let open: @Sendable () throws -> Connection
    /// The first and the last waiting job, linked by ``Job/next``. Jobs that have left the queue have no grant.
    private var first: Job?
    private weak var last: Job?
    private var isClosed = false
    private var whenEmpty: [@Sendable () -> Void] = []
    /// The threads that are currently in an access. There are never more than connections.
    private var holders: [pthread_t] = []

    /// - Parameter open: Opens further connections, up to the limit.
    init(_ idle: [Connection], limit: Int, open: @escaping @Sendable () throws -> Connection) {
        self.idle = idle
        self.limit = limit
        self.open = open
    }

    /// Whether this thread is in an access to a connection of this queue. A nested access is then an error, not a
    /// deadlock.
    var isHeldHere: Bool {
        get { lock.withLock { holders.contains(pthread_self()) } }
        set {
            lock.withLock {
                if newValue { holders.append(pthread_self()) } else { holders.removeAll { $0 == pthread_self() } }
            }
        }
    }

    /// Requests a connection. `grant` is called immediately, or on the thread that returns a connection.
    func take(_ job: Job, _ grant: @escaping Grant) {
        lock.lock()
        if isClosed {
            lock.unlock()
            return grant(.failure(Self.closed))
        }
        if idle.isEmpty, lent == limit || first != nil {
            job.grant = grant
            if first == nil { first = job } else { last?.next = job }
            last = job
            lock.unlock()
            // The job may have been cancelled before it joined the queue.
            if job.wasCancelled { job.cancel() }
            return
        }
        let connection = idle.popLast()
        lent += 1
        lock.unlock()
        do { return grant(.success(try connection ?? open())) } catch {
            grant(.failure(error))
            give(nil, error)
        }
    }

    /// Takes an idle connection if no other access is running. Never waits, and never opens one.
    func takeAlone() -> Connection? {
        lock.withLock {
            guard lent == 0, let connection = idle.popLast() else { return nil }
            lent = 1
            return connection
        }
    }

    /// Removes a job from the queue, and returns its grant; nil if a connection was already granted.
    func leave(_ job: Job) -> Grant? {
        lock.withLock {
            defer { job.grant = nil }
            return job.grant
        }
    }

    /// Removes the first waiting job from the queue, and returns its grant.
    private func next() -> Grant? {
        while let job = first {
            first = job.next
            job.next = nil
            defer { job.grant = nil }
            if let grant = job.grant { return grant }
        }
        return nil
    }

    /// Returns a connection, which goes to the next waiting job, or the right to open one. If no connection is lent any
    /// more, the waiting jobs get `error`; otherwise, they get a connection when it is returned.
    func give(_ connection: Connection?, _ error: any Error = closed) {
        lock.lock()
        if let connection, let grant = next() {
            lock.unlock()
            return grant(.success(connection))
        }
        if isClosed {
            lock.unlock()
            connection?.close()
            lock.lock()
        } else if let connection {
            idle.append(connection)
        }
        lent -= 1
        let refused = lent == 0 ? Array(AnyIterator(next)) : []
        let notify = isClosed && lent == 0 ? whenEmpty : []
        if !notify.isEmpty { whenEmpty = [] }
        lock.unlock()
        for grant in refused { grant(.failure(error)) }
        for call in notify { call() }
    }

    /// Stops lending: waiting jobs get an error, and idle connections are closed. `done` is called once no connection
    /// is lent.
    func close(_ done: @escaping @Sendable () -> Void) {
        lock.lock()
        isClosed = true
        let refused = Array(AnyIterator(next))
        // Idle connections count as lent until they are closed, and so does this call, so that `done` waits for them.
        let unused = idle
        idle = []
        lent += unused.count + 1
        whenEmpty.append(done)
        lock.unlock()
        for connection in unused { give(connection) }
        give(nil)
        for grant in refused { grant(.failure(Self.closed)) }
    }

    static let closed = SQLiteError(.closed, message: "the database is closed")
}
