import Foundation

/// Wants to know of commits.
package protocol CommitObserver: AnyObject, Sendable {
    /// A commit has changed these tables; nil if the database was closed instead.
    func committed(_ tables: Set<String>?)
}

/// Who wants to know of commits.
package final class ObserverList: @unchecked Sendable {
    private let lock = NSLock()
    private var observers: [() -> (any CommitObserver)?] = []

    /// Adds an observer, as long as somebody else keeps it.
    package func add(_ observer: any CommitObserver) {
        lock.withLock {
            observers.removeAll { $0() == nil }
            observers.append { [weak observer] in observer }
        }
    }

    /// A commit has changed these tables; nil if the database was closed instead.
    func changed(_ tables: Set<String>?) {
        if tables?.isEmpty == true { return }
        for observer in lock.withLock({ observers.compactMap { $0() } }) { observer.committed(tables) }
    }
}
