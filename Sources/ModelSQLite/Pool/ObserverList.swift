import ModelStoredForms

/// An object that is notified of commits.
package protocol CommitObserver: AnyObject, Sendable {
    /// Called after a commit with the tables that it changed, or with nil when the database is closed.
    func committed(_ tables: Set<String>?)
}

/// The observers of a database.
package final class ObserverList: Sendable {
    private let observers = Locked<[@Sendable () -> (any CommitObserver)?]>([])

    /// Adds an observer, which is held weakly.
    package func add(_ observer: any CommitObserver) {
        observers.withLock {
            $0.removeAll { $0() == nil }
            $0.append { [weak observer] in observer }
        }
    }

    /// Notifies the observers of a commit and the tables that it changed; nil means that the database was closed.
    func changed(_ tables: Set<String>?) {
        if tables?.isEmpty == true { return }
        for observer in observers.withLock({ $0.compactMap { $0() } }) { observer.committed(tables) }
    }
}
