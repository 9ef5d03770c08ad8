import ModelRuntime

// Values of several types: `oneOf`.

extension JSONSource {
    /// Reads a value with the first of several closures that succeeds; throws the error of the last one.
    ///
    ///     self = try source.readFirst({ .date(try $0.read()) }, { .text(try $0.read()) })
    ///
    /// A document that is not JSON is an error immediately. At each place, a union inside one that is being tried is only
    /// tried once, or the time would double with each level; `line` distinguishes calls for one type at one place.
    public mutating func readFirst<Value>(
        _ first: (inout JSONSource) throws -> Value,
        _ others: ((inout JSONSource) throws -> Value)...,
        line: Int = #line
    ) throws -> Value {
        let (mark, tries, level) = (mark, tries, depth)
        let place = Tries.Place(
            cursor: mark.cursor, type: ObjectIdentifier(Value.self), line: line, isLoose: convertsScalars)
        var index = 0
        if let known = tries.found[place] {
            index = try known.get()
        } else {
            while index < others.count {
                do {
                    tries.depth += 1
                    defer { tries.depth -= 1 }
                    let value = try index == 0 ? first(&self) : others[index - 1](&self)
                    tries.found[place] = .success(index)
                    return value
                } catch {
                    // A hook dropped the model of this case.
                    if (try? passOver(error, at: level)) != nil {
                        if tries.depth > 0 { tries.found[place] = .success(index) }
                        throw error
                    }
                    _ = try goBack(to: mark, after: error)
                    state.problems.removeSubrange(mark.reported...)
                    index += 1
                }
            }
            if tries.depth > 0 { tries.found[place] = .success(index) }
        }
        do {
            return try index == 0 ? first(&self) : others[index - 1](&self)
        } catch {
            // The model that a hook drops is read, and dropped, again.
            if tries.depth > 0, (try? passOver(error, at: level)) == nil { tries.found[place] = .failure(error) }
            throw error
        }
    }

    private var tries: Tries {
        if let known = state.unions as? Tries { return known }
        let tries = Tries()
        state.unions = tries
        return tries
    }

    /// What unions inside of one that is being tried turned out to be.
    private final class Tries {
        struct Place: Hashable {
            let cursor: UnsafePointer<UInt8>
            let type: ObjectIdentifier
            let line: Int
            /// Whether scalars are converted, as the model around it says.
            let isLoose: Bool
        }

        /// The number of the case that can be read, or the error of the last one.
        var found: [Place: Result<Int, any Error>] = [:]
        /// How many cases are being tried that may turn out not to be the one.
        var depth = 0 {
            didSet { if depth == 0 { found = [:] } }
        }
    }

    /// Returns whether the object at the current position has values other than null for all of these keys, without
    /// reading it.
    public mutating func hasKeys(_ keys: String...) throws -> Bool {
        let mark = mark
        defer { goBack(to: mark) }
        var missing = keys
        try beginObject()
        while !missing.isEmpty, let key = try nextKey() {
            if try peekKind() != .null { missing.removeAll { $0.utf8.elementsEqual(key.utf8) } }
            try skipValue()
        }
        return missing.isEmpty
    }

    /// Returns the value of the member `key` of the object at the current position, without reading the object. A
    /// number is returned as its digits.
    public mutating func discriminator(_ key: String) throws -> String {
        guard try peekKind() == .object else { throw mismatch("an object") }
        discriminators.append(key)
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
    /// Writes an object of a union as it was read, with all of its discriminators.
    public mutating func write(unknown value: JSON) throws {
        discriminator = []
        try value.write(to: &self)
    }

    /// Writes a model with an additional member, its discriminator. If the case is a union itself, the object has both.
    public mutating func write<Value: JSONValue>(_ value: Value, discriminator key: String, _ name: String) throws {
        if !discriminator.isEmpty { discriminator.append(UInt8(ascii: ",")) }
        discriminator += "\(try key.jsonString()):\(try name.jsonString())".utf8
        // Not in the next object, if this one is not written.
        defer { discriminator = [] }
        try value.write(to: &self)
    }
}
