import Foundation

/// Where an access runs on behalf of a task.
package enum AccessPlace {
    /// On the connection's own thread.
    case ownThread
    /// On the thread of the task if no other access is under way. Switching threads takes longer than a small read.
    case hereIfIdle
}

/// The threads that all tasks of the program share: one for each processor.
///
/// An access that waits blocks its thread, so all pools together borrow at most one of several. A task that reads in a loop
/// would keep its thread as long, so it yields every tenth of a millisecond.
enum SharedThreads {
    private static let borrowed = NSLock()
    private static let areSeveral = ProcessInfo.processInfo.activeProcessorCount > 1
    /// How long accesses have run since the last yield, in nanoseconds. Read and written by the borrower.
    nonisolated(unsafe) private static var spent: UInt64 = 0

    /// Runs an access on the thread of this task, or returns nil if it has to run on a thread of its own.
    static func lend<Result>(_ access: () throws -> Result?) rethrows -> Result? {
        guard areSeveral, !hasOwnExecutor, borrowed.try() else { return nil }
        let start = DispatchTime.now().uptimeNanoseconds
        defer {
            spent += DispatchTime.now().uptimeNanoseconds - start
            borrowed.unlock()
        }
        return try access()
    }

    /// Whether other tasks should have their turn now. The next time begins with the call.
    static func isTurnOver() -> Bool {
        guard borrowed.try() else { return false }
        defer { borrowed.unlock() }
        guard spent >= 100_000 else { return false }
        spent = 0
        return true
    }

    /// Whether the task prefers other threads than the shared ones, such as an event loop, which must not wait.
    private static var hasOwnExecutor: Bool {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return false }
        return withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
    }
}
