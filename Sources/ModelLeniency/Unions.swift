import ModelRuntime

// Values of several types: `oneOf`.

extension JSONSource {
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
        if let value = try readOrGoBack(first, to: mark) { return value }
        for other in others.dropLast() {
            if let value = try readOrGoBack(other, to: mark) { return value }
        }
        return try last(&self)
    }

    private mutating func readOrGoBack<Value>(
        _ body: (inout JSONSource) throws -> Value, to mark: Mark
    ) throws -> Value? {
        do {
            return try body(&self)
        } catch {
            _ = try goBack(to: mark, after: error)
            forgetProblems(since: mark)
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

    /// Returns the value of the member `key` of the object at the current position, without reading the object. A
    /// number is returned as its digits.
    public mutating func discriminator(_ key: String) throws -> String {
        guard try peekKind() == .object else { throw mismatch("an object") }
        discriminator = key
        let mark = mark
        defer { goBack(to: mark) }
        try beginObject()
        while let found = try nextKey() {
            if found.utf8.elementsEqual(key.utf8) { return try number()?.literal ?? readString() }
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

    /// Reads a number; nil if there is something else.
    mutating func number() throws -> JSONNumber? {
        guard try peekKind() == .number else { return nil }
        switch try JSON(reading: &self) {
        case .integer(let value): return JSONNumber(value)
        case .number(let value): return value
        default: return nil
        }
    }
}

extension JSONSink {
    /// Writes a model with an additional member, its discriminator.
    public mutating func write<Value: JSONValue>(_ value: Value, discriminator key: String, _ name: String) throws {
        discriminator = Array("\(try key.jsonString()):\(try name.jsonString())".utf8)
        try value.write(to: &self)
        discriminator = []
    }
}
