import Foundation
import ModelSQLite

/// Remembers whether tables were changed since they were last read.
final class TableObserver: CommitObserver, @unchecked Sendable {
    private let lock = NSLock()
    /// The tables that the last read used; nil until the first read, when every commit counts.
    private var tables: Set<String>?
    private var isDirty = true
    /// The tables changed by commits since the last read began.
    private var recent: Set<String> = []
    private var isFinished = false
    private var waiter: CheckedContinuation<Bool, Never>?

    func committed(_ changed: Set<String>) {
        wake {
            recent.formUnion(changed)
            guard let tables else { return isDirty = true }
            if !tables.isDisjoint(with: changed) { isDirty = true }
        }
    }

    func finish() { wake { isFinished = true } }

    /// Makes a change, and resumes the waiter if there is something new, or nothing more to wait for.
    private func wake(_ change: () -> Void) {
        let (woken, goesOn) = lock.withLock {
            change()
            guard isDirty || isFinished, let woken = waiter.take() else {
                return (nil as CheckedContinuation<Bool, Never>?, false)
            }
            // The next read begins.
            if !isFinished { (isDirty, recent) = (false, []) }
            return (woken, !isFinished)
        }
        woken?.resume(returning: goesOn)
    }

    /// Records the tables that a read used. Those of earlier reads are kept: a query may use different ones each time.
    ///
    /// A table that is read for the first time may have changed after the snapshot was taken.
    func touched(_ read: Set<String>) {
        lock.withLock {
            tables = (tables ?? []).union(read)
            if !recent.isDisjoint(with: read) { isDirty = true }
        }
    }

    /// Waits for a commit since the last call; false at the end.
    func next() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wake {
                    if Task.isCancelled { isFinished = true }
                    waiter = continuation
                }
            }
        } onCancel: {
            finish()
        }
    }
}
