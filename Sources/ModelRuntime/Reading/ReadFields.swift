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
        package var reported: Int
    }

    @usableFromInline
    package var mark: Mark {
        Mark(cursor: cursor, depth: depth, model: model - frames, reported: state.problems.count)
    }

    /// Returns to a value, restoring the state.
    package mutating func goBack(to mark: Mark) {
        cursor = mark.cursor
        model = frames + mark.model
        top = frames + mark.depth
    }

    /// Adds a problem to the report, if there is one.
    package func report(_ problem: JSONError) {
        if state.hasReport { state.problems.append(problem) }
    }

    /// The keys of the object at the current position that are never unknown: its discriminators.
    package var discriminators: [String] {
        get { discriminators(depth + 1, skipSpace(cursor + 1)) }
        nonmutating set { state.discriminators[depth + 1] = (skipSpace(cursor + 1), newValue) }
    }

    /// The discriminators of the object at a depth whose members begin at `start`.
    func discriminators(_ depth: Int, _ start: Bytes?) -> [String] {
        guard let known = state.discriminators[depth], known.start == start else { return [] }
        return known.keys
    }
}
