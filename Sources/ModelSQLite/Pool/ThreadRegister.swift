import Foundation

/// Knows which threads are within an access, so that an access within itself is an error and not a deadlock.
final class ThreadRegister: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [Entry] = []

    private struct Entry {
        let thread: ObjectIdentifier
        let queue: ObjectIdentifier
    }

    func enter(_ queue: ConnectionQueue) {
        let entry = Entry(thread: ObjectIdentifier(Thread.current), queue: ObjectIdentifier(queue))
        lock.withLock { entries.append(entry) }
    }

    func leave(_ queue: ConnectionQueue) {
        let thread = ObjectIdentifier(Thread.current)
        let queue = ObjectIdentifier(queue)
        lock.withLock {
            if let index = entries.lastIndex(where: { $0.thread == thread && $0.queue == queue }) {
                entries.remove(at: index)
            }
        }
    }

    func holds(_ queue: ConnectionQueue) -> Bool {
        let thread = ObjectIdentifier(Thread.current)
        let queue = ObjectIdentifier(queue)
        return lock.withLock { entries.contains { $0.thread == thread && $0.queue == queue } }
    }
}
