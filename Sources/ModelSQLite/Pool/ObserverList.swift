import Foundation

/// An object that is notified of commits.
package protocol CommitObserver: AnyObject, Sendable {
    /// Called after a commit with the tables that it changed, or with nil when the database is closed.
    func committed(_ tables: Set<String>?)
}

/// The observers of a database.
package final class ObserverList: @unchecked Sendable {
    private let lock = NSLock()
    private var observers: [() -> (any CommitObserver)?] = []

    /// Adds an observer, which is held weakly.
    package func add(_ observer: any CommitObserver) {
        lock.withLock {
            observers.removeAll { $0() == nil }
            observers.append { [weak observer] in observer }
        }
    }

    /// Notifies the observers of a commit and the tables that it changed; nil means that the database was closed.
    func changed(_ tables: Set<String>?) {
        if tables?.isEmpty == true { return }
        for observer in lock.withLock({ observers.compactMap { $0() } }) { observer.committed(tables) }
    }
}
