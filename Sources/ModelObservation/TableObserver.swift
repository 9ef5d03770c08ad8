import Foundation
import ModelSQLite

/// Reports commits that change tables after these have been read.
final class TableObserver: CommitObserver, @unchecked Sendable {
    private let lock = NSLock()
    private let changes: AsyncStream<Void>.Continuation
    /// The tables that reads have used; nil before the first read, when every commit counts.
    private var tables: Set<String>?
    /// The tables that commits have changed since the last read began.
    private var recent: Set<String> = []

    init(_ changes: AsyncStream<Void>.Continuation) { self.changes = changes }

    func committed(_ changed: Set<String>?) {
        guard let changed else { return changes.finish() }
        let wasRead = lock.withLock {
            recent.formUnion(changed)
            return tables.map { !$0.isDisjoint(with: changed) } ?? true
        }
        if wasRead { changes.yield() }
    }

    /// Called when the next read begins.
    func begin() { lock.withLock { recent = [] } }

    /// Records the tables that a read used, in addition to those of earlier reads, because a query may use different
    /// ones each time.
    ///
    /// A table that is read for the first time may already have changed since the snapshot was taken.
    func touched(_ read: Set<String>) {
        let wasChanged = lock.withLock {
            tables = (tables ?? []).union(read)
            return !recent.isDisjoint(with: read)
        }
        if wasChanged { changes.yield() }
    }
}
