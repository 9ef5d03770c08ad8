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
