import Foundation

/// A cached value, and when the source gave it.
public struct Cached<Value: Sendable>: Sendable {
    /// The value.
    public var value: Value
    /// When the source gave it; nil where that is not known.
    public var date: Date?

    /// A value with its date.
    public init(_ value: Value, date: Date?) {
        self.value = value
        self.date = date
    }

    /// How long ago the source gave it; nil where that is not known, or lies in the future because a clock was set.
    public var age: Duration? {
        guard let date else { return nil }
        let seconds = Date().timeIntervalSince(date)
        return seconds >= 0 ? .seconds(seconds) : nil
    }
}

/// When a source last gave what a cache holds, for as long as the process lives.
public final class AnswerDates<Key: Hashable & Sendable>: @unchecked Sendable {
    // Unchecked: the dates are behind the lock.
    private let lock = NSLock()
    private var dates: [Key: Date] = [:]
    private let limit: Int

    /// No dates yet. Beyond `limit` all are forgotten: what has no date counts as old.
    public init(limit: Int = 10_000) {
        self.limit = limit
    }

    /// When the answer to `key` was kept; setting it to nil forgets it.
    public subscript(key: Key) -> Date? {
        get { lock.withLock { dates[key] } }
        set {
            lock.withLock {
                if dates.count >= limit, dates[key] == nil { dates.removeAll() }
                dates[key] = newValue
            }
        }
    }
}
