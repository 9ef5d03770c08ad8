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

    /// The key of the object at the current position that is never unknown: its discriminator.
    package var discriminator: String? {
        get { discriminator(depth + 1, skipSpace(cursor + 1)) }
        nonmutating set { state.discriminators[depth + 1] = newValue.map { (skipSpace(cursor + 1), $0) } }
    }

    /// The discriminator of the object at a depth whose members begin at a position.
    func discriminator(_ depth: Int, _ start: Bytes?) -> String? {
        state.discriminators[depth].flatMap { $0.start == start ? $0.key : nil }
    }
}
