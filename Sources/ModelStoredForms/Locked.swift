import Foundation

/// A value behind a lock, for state that several tasks read and change.
///
/// `Synchronization.Mutex` would do, but it needs macOS 15, and the package supports macOS 13.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
    }

    package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
