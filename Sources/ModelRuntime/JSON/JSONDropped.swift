// Support for hooks: models that a hook drops, which lists leave out.

/// Thrown if a hook drops a model; lists leave such a model out.
package struct JSONDropped: Error {
    /// The depth of the source or sink.
    var level: Int

    package init(level: Int) {
        self.level = level
    }
}

/// Handles an element that a hook dropped from the list at `level`: the source is already past it. Rethrows any other
/// error.
@usableFromInline
@inline(never)
package func passOver(_ error: any Error, at level: Int) throws {
    guard let drop = error as? JSONDropped, drop.level == level else { throw error }
}

/// Calls the user's code, and marks its errors as thrown by it.
@inlinable
package func calling<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw JSONError.thrown(error) }
}

extension JSONSink {
    /// Removes an element that a hook dropped; rethrows any other error.
    @usableFromInline
    @inline(never)
    mutating func takeBackElement(after error: any Error, at level: Int) throws {
        try passOver(error, at: level)
        count = frame.begin
        frame.index -= 1
        if frame.index < 0 { frame.lead = UInt8(ascii: "[") }
    }
}
