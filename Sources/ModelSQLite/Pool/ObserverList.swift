import Foundation

/// Wants to know of commits.
package protocol CommitObserver: AnyObject, Sendable {
    /// A commit has changed these tables.
    func committed(_ tables: Set<String>)
    /// The database is being closed.
    func finish()
}

/// Who wants to know of commits.
package final class ObserverList: @unchecked Sendable {
    private let lock = NSLock()
    private var observers: [WeakObserver] = []
    private var isFinished = false

    private struct WeakObserver { weak var observer: (any CommitObserver)? }

    package func add(_ observer: any CommitObserver) {
        let finished = lock.withLock {
            observers.removeAll { $0.observer == nil }
            observers.append(WeakObserver(observer: observer))
            return isFinished
        }
        if finished { observer.finish() }
    }

    /// A commit has changed these tables.
    func changed(_ tables: Set<String>) {
        if tables.isEmpty { return }
        for observer in all() { observer.committed(tables) }
    }

    /// The database is being closed.
    func finish() {
        lock.withLock { isFinished = true }
        for observer in all() { observer.finish() }
    }

    private func all() -> [any CommitObserver] { lock.withLock { observers.compactMap(\.observer) } }
}
