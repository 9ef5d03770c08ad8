// The functions that generated code calls for each field.

extension JSONSource {
    /// Reads a value.
    @inlinable
    public mutating func read<Value: JSONValue>(_ type: Value.Type = Value.self) throws -> Value {
        try Value(reading: &self)
    }

    // MARK: Values that are read again

    /// The state to restore if a value turns out to be invalid.
    @usableFromInline
    package struct Mark {
        package var cursor: Bytes
        var depth: Int
        var model: Int
        var reported: Int
    }

    @usableFromInline
    package var mark: Mark {
        Mark(cursor: cursor, depth: depth, model: model - frames, reported: state.problems.count)
    }

    /// Goes back to a value.
    package mutating func goBack(to mark: Mark) {
        cursor = mark.cursor
        model = frames + mark.model
        top = frames + mark.depth
    }

    /// Adds a problem to the report, if there is one.
    package func report(_ problem: JSONError) {
        if state.hasReport { state.problems.append(problem) }
    }

    /// Forgets the problems since `mark`.
    package func forgetProblems(since mark: Mark) { state.problems.removeSubrange(mark.reported...) }

    /// Remembers that a key of the object whose members are read next is not unknown: its discriminator.
    package func remember(discriminator key: String) {
        state.discriminators.removeAll { $0.depth >= depth }
        state.discriminators.append((depth, cursor, key))
    }

    /// The discriminator of the object at the current position.
    package var discriminatorOfNext: String? {
        state.discriminators.last { $0.start == skipSpace(cursor + 1) }?.key
    }
}
