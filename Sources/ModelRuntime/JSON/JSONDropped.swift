// What the hooks of a model need: dropped models, which lists leave out, and JSON in the place of the document's.

/// A hook dropped the model; lists leave it out.
package struct JSONDropped: Error {
    /// Where the source or sink is.
    var level: Int

    package init(level: Int) {
        self.level = level
    }
}

extension JSONSource {
    /// Skips an element of the list at `level` that a hook dropped; rethrows any other error. Afterwards the source is
    /// behind the element.
    @usableFromInline
    @inline(never)
    package func passOver(_ error: any Error, at level: Int) throws {
        guard let drop = error as? JSONDropped, drop.level == level else { throw error }
    }

    /// Enters the array at the current position.
    @usableFromInline
    mutating func beginList() throws -> Int {
        try beginArray()
        return depth
    }

    /// Reads a value from what `change` makes of its JSON.
    package mutating func read<Value>(
        changing change: (JSON) throws -> JSON,
        _ read: (inout JSONSource) throws -> Value
    ) throws -> Value {
        var inner = context
        inner.place = place
        inner.offset = located(JSONError(.invalidValue), in: place).offset ?? 0
        inner.isDerived = true
        inner.discriminator = state.discriminators.last { $0.start == skipSpace(cursor + 1) }?.key
        let report = state.hasReport ? JSONReport() : nil
        inner.report = report
        defer { state.problems += report?.problems ?? [] }
        return try Self.convert(change(JSON(reading: &self)), in: inner, read)
    }
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
    mutating func passOver(_ error: any Error, at level: Int) throws {
        guard let drop = error as? JSONDropped, drop.level == level else { throw error }
        takeBackElement()
    }
}
