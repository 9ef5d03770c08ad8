// What the hooks of a model need: dropped models, which lists leave out.

/// A hook dropped the model; lists leave it out.
package struct JSONDropped: Error {
    /// Where the source or sink is.
    var level: Int

    package init(level: Int) {
        self.level = level
    }
}

/// Skips an element of the list at `level` that a hook dropped; rethrows any other error. Afterwards the source is behind
/// the element.
@usableFromInline
@inline(never)
package func passOver(_ error: any Error, at level: Int) throws {
    guard let drop = error as? JSONDropped, drop.level == level else { throw error }
}

/// Calls the user's code.
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
