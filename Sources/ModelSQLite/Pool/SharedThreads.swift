import Foundation

/// Where an access runs on behalf of a task.
package enum AccessPlace {
    /// On the connection's own thread.
    case ownThread
    /// On the task's thread if no other access is running. Switching threads takes longer than a small read.
    case hereIfIdle
}

/// The threads that all tasks of the program share: one for each processor.
///
/// An access that waits blocks its thread, so at most one of these threads is borrowed at a time, by all pools
/// together. A task that reads in a loop would never give it back, so it yields every tenth of a millisecond.
enum SharedThreads {
    private static let borrowed = NSLock()
    private static let areSeveral = ProcessInfo.processInfo.activeProcessorCount > 1
    /// How long accesses have run since the last yield, in nanoseconds. Only the borrower uses it.
    nonisolated(unsafe) private static var spent: UInt64 = 0

    /// Runs an access on this task's thread, or returns nil if it must run on a thread of its own.
    static func lend<Result>(_ access: () throws -> Result?) rethrows -> Result? {
        guard areSeveral, !hasOwnExecutor, borrowed.try() else { return nil }
        let start = DispatchTime.now().uptimeNanoseconds
        defer {
            spent += DispatchTime.now().uptimeNanoseconds - start
            borrowed.unlock()
        }
        return try access()
    }

    /// Whether it is time to let other tasks run. If so, the next period begins.
    static func isTurnOver() -> Bool {
        guard borrowed.try() else { return false }
        defer { borrowed.unlock() }
        guard spent >= 100_000 else { return false }
        spent = 0
        return true
    }

    /// Whether the task runs on threads other than the shared ones, such as an event loop, which must not block.
    private static var hasOwnExecutor: Bool {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return false }
        return withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
    }
}
