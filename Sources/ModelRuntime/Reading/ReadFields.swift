// The functions that generated code calls for each field.

extension JSONSource {
    /// Reads a value.
    @inlinable
    public mutating func read<Value: JSONValue>(_ type: Value.Type = Value.self) throws -> Value {
        try Value(reading: &self)
    }

    /// Reads a value, or returns nil for null: `try source.readIfPresent(Int.self) ?? 6`.
    @inlinable
    public mutating func readIfPresent<Value: JSONValue>(_ type: Value.Type) throws -> Value? {
        if try readNull() { return nil }
        return try Value(reading: &self)
    }

    // MARK: Values that are not valid

    /// Reads a value with `body`. If the value is invalid, returns nil, reports the error, and moves past the value. A
    /// document that is not JSON is still an error.
    ///
    /// Use this instead of `try?`, which would leave the source in the middle of the value.
    @inlinable
    public mutating func attempt<Value>(_ body: (inout JSONSource) throws -> Value) throws -> Value? {
        let mark = mark
        do {
            return try body(&self)
        } catch {
            try recover(from: error, to: mark)
            return nil
        }
    }

    /// The state to restore if a value turns out to be invalid.
    @usableFromInline
    struct Mark {
        var cursor: UnsafePointer<UInt8>
        var depth: Int
        var model: Int
    }

    @usableFromInline
    var mark: Mark {
        Mark(cursor: cursor, depth: depth, model: model - frames)
    }

    @usableFromInline
    @inline(never)
    mutating func recover(from error: any Error, to mark: Mark) throws {
        let problem = try goBack(to: mark, after: error)
        if state.hasReport { state.problems.append(problem) }
        try skipValue()
    }

    /// Returns the error of a value, with its position. An error of the document is thrown.
    private mutating func goBack(to mark: Mark, after error: any Error) throws -> JSONError {
        let problem = located(error)
        if problem.isAboutDocument { throw problem }
        goBack(to: mark)
        return problem
    }

    private mutating func goBack(to mark: Mark) {
        cursor = mark.cursor
        model = frames + mark.model
        top = frames + mark.depth
    }

    // MARK: Values of several types

    /// Reads a value with the first of several closures that succeeds; throws the error of the last one.
    ///
    ///     self = try source.readFirst({ .date(try $0.read()) }, { .text(try $0.read()) })
    ///
    /// A document that is not JSON is an error immediately.
    public mutating func readFirst<Value>(
        _ first: (inout JSONSource) throws -> Value,
        _ others: ((inout JSONSource) throws -> Value)...
    ) throws -> Value {
        guard let last = others.last else { return try first(&self) }
        let mark = mark
        let reported = state.problems.count
        if let value = try readOrGoBack(first, to: mark, reported) { return value }
        for other in others.dropLast() {
            if let value = try readOrGoBack(other, to: mark, reported) { return value }
        }
        return try last(&self)
    }

    private mutating func readOrGoBack<Value>(
        _ body: (inout JSONSource) throws -> Value,
        to mark: Mark,
        _ reported: Int
    ) throws -> Value? {
        do {
            return try body(&self)
        } catch {
            _ = try goBack(to: mark, after: error)
            state.problems.removeSubrange(reported...)
            return nil
        }
    }

    /// Returns whether the object at the current position has all of these keys, without reading it.
    public mutating func hasKeys(_ keys: String...) throws -> Bool {
        let mark = mark
        defer { goBack(to: mark) }
        var missing = keys
        try beginObject()
        while !missing.isEmpty, let key = try nextKey() {
            missing.removeAll { $0 == key }
            try skipValue()
        }
        return missing.isEmpty
    }

    // MARK: Models of several kinds

    /// Returns the value of the member `key` of the object at the current position, without reading the object. A
    /// number is returned as its digits.
    public mutating func discriminator(_ key: String) throws -> String {
        guard cursor < end, cursor.pointee == UInt8(ascii: "{") else { throw mismatch("an object") }
        let mark = mark
        defer { goBack(to: mark) }
        try beginObject()
        state.discriminators.removeAll { $0.depth >= depth }
        state.discriminators.append((depth, cursor, key))
        while let (begin, quote, isEscaped) = try nextKeyBytes() {
            let found =
                isEscaped ? unescaped(begin, quote) : Array(UnsafeBufferPointer(start: begin, count: quote - begin))
            if found.elementsEqual(key.utf8) {
                if let number = try exactNumber() { return literal(to: number.end) }
                return try readString()
            }
            try skipValue()
        }
        throw located(JSONError(.missing, expected: "the key \(key.quotedForMessage)"), at: mark.cursor)
    }

    /// The error for an object with an unknown discriminator value.
    public mutating func unknownDiscriminator(_ key: String, of type: String, known: [String]) -> JSONError {
        var error = JSONError(.invalidValue)
        error.expected = "\(key.quotedForMessage) to be one of \(known.map(\.quotedForMessage).joined(separator: ", "))"
        error.reason = (try? discriminator(key)).map { "\(type) has no case \($0.quotedForMessage)" }
        return located(error)
    }
}
