import Foundation

/// A value behind a lock, for state that several tasks read and change.
///
/// `Synchronization.Mutex` would do, but it needs macOS 15, and the package supports macOS 13. It is public because other
/// modules cannot specialize generic code of the package.
public final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var value: Value

    /// Creates a lock with a first value.
    @inlinable public init(_ value: sending Value) {
        self.value = value
    }

    /// Calls a function while no one else can access the value.
    @inlinable public func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
