import ModelRuntime

// Values that may have one of several types: `oneOf`.

extension JSONSource {
    /// Reads a value with the first of several closures that succeeds. If none does, throws the error of the last one.
    ///
    ///     self = try source.readFirst({ .date(try $0.read()) }, { .text(try $0.read()) })
    ///
    /// A document that is not JSON is an error immediately. A union inside a case is only tried once at each position;
    /// otherwise, the time would double with each level. `line` distinguishes several calls for one type at one
    /// position.
    public mutating func readFirst<Value>(
        _ first: (inout JSONSource) throws -> Value,
        _ others: ((inout JSONSource) throws -> Value)...,
        line: Int = #line
    ) throws -> Value {
        let (mark, tries, level, discriminators) = (mark, tries, depth, discriminators)
        // Until the outermost union is read, so that the results are also known to the case that is read last.
        tries.depth += 1
        defer { tries.depth -= 1 }
        let place = Tries.Place(
            cursor: mark.cursor, type: ObjectIdentifier(Value.self), line: line, isLoose: reading?.scalar != nil)
        var index = 0
        if let known = tries.found[place] {
            index = try known.get()
        } else {
            while index < others.count {
                do {
                    let value = try index == 0 ? first(&self) : others[index - 1](&self)
                    if tries.depth > 1 { tries.found[place] = .success(index) }
                    return value
                } catch {
                    // A hook dropped the model of this case.
                    if (try? passOver(error, at: level)) != nil {
                        if tries.depth > 1 { tries.found[place] = .success(index) }
                        throw error
                    }
                    _ = try goBack(to: mark, after: error)
                    state.problems.removeSubrange(mark.reported...)
                    self.discriminators = discriminators
                    index += 1
                }
            }
            if tries.depth > 1 { tries.found[place] = .success(index) }
        }
        do {
            return try index == 0 ? first(&self) : others[index - 1](&self)
        } catch {
            // If a hook drops a model, it is read again, and dropped again.
            if tries.depth > 1, (try? passOver(error, at: level)) == nil { tries.found[place] = .failure(error) }
            throw error
        }
    }

    private var tries: Tries {
        if let known = state.unions as? Tries { return known }
        let tries = Tries()
        state.unions = tries
        return tries
    }

    /// The results for unions inside another one.
    private final class Tries {
        struct Place: Hashable {
            let cursor: UnsafePointer<UInt8>
            let type: ObjectIdentifier
            let line: Int
            /// Whether scalars are converted, which depends on the model around the union.
            let isLoose: Bool
        }

        /// The index of the case that can be read, or the error of the last one.
        var found: [Place: Result<Int, any Error>] = [:]
        /// The number of unions that are being read, one inside the other.
        var depth = 0 {
            didSet { if depth == 0 { found = [:] } }
        }
    }

    /// Returns whether the object at the current position has values other than null for all of these keys. The object
    /// is not read.
    public mutating func hasKeys(_ keys: String...) throws -> Bool {
        let mark = mark
        defer { goBack(to: mark) }
        var missing = keys
        try beginObject()
        while !missing.isEmpty, let key = try nextKey() {
            let count = missing.count
            missing.removeAll { $0.utf8.elementsEqual(key.utf8) }
            // Of several members with one key, the first counts.
            if missing.count < count, try peekKind() == .null { return false }
            try skipValue()
        }
        return missing.isEmpty
    }

    /// Returns the value of the member `key` of the object at the current position. The object is not read. A number is
    /// returned as its digits.
    public mutating func discriminator(_ key: String) throws -> String {
        guard try peekKind() == .object else { throw mismatch("an object") }
        discriminators.append(key)
        let mark = mark
        defer { goBack(to: mark) }
        try beginObject()
        while let found = try nextKey() {
            // Not as written: a Decoder does not know whether 7 was written as `7.0`.
            if found.utf8.elementsEqual(key.utf8) {
                return try number().map(LooseScalar.number)?.string ?? readString()
            }
            try skipValue()
        }
        throw located(JSONError(.missing, expected: "the key \(key.quotedForMessage)"), at: mark.cursor)
    }

    /// Returns the error for an object with an unknown discriminator value.
    public mutating func unknownDiscriminator(_ key: String, of type: String, known: [String]) -> JSONError {
        var error = JSONError(.invalidValue)
        error.expected = "\(key.quotedForMessage) to be one of \(known.map(\.quotedForMessage).joined(separator: ", "))"
        error.reason = (try? discriminator(key)).map { "\(type) has no case \($0.quotedForMessage)" }
        return located(error)
    }

    /// Reads a number; returns nil if there is something else.
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
    /// Writes an object of a union as it was read, including all of its discriminators.
    public mutating func write(unknown value: JSON) throws {
        discriminator = []
        try value.write(to: &self)
    }

    /// Writes a model with its discriminator as an additional member. If the case is itself a union, the object has
    /// both discriminators.
    public mutating func write<Value: JSONValue>(_ value: Value, discriminator key: String, _ name: String) throws {
        if !discriminator.isEmpty { discriminator.append(UInt8(ascii: ",")) }
        discriminator += "\(try key.jsonString()):\(try name.jsonString())".utf8
        // Cleared, in case this object was not written, so that the next one does not get it.
        defer { discriminator = [] }
        try value.write(to: &self)
    }
}
