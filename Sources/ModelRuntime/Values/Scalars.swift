// JSON forms of the standard library's scalars.

extension Bool: JSONValue {
    /// Reads `true` or `false`.
    public init(reading source: inout JSONSource) throws {
        self = try source.readBool()
    }

    /// Writes `true` or `false`.
    public func write(to sink: inout JSONSink) throws {
        sink.append(word: self ? "true" : "false")
    }
}

extension String: JSONValue {
    /// Reads a string.
    public init(reading source: inout JSONSource) throws {
        self = try source.readString()
    }

    /// Writes a string.
    public func write(to sink: inout JSONSink) throws {
        sink.writeQuoted(self)
    }
}

extension Double: JSONValue {
    /// Reads a number, correctly rounded.
    public init(reading source: inout JSONSource) throws {
        self = try source.readDouble()
    }

    /// Writes a number; NaN and infinity are errors.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeDouble(self)
    }
}

extension Float: JSONValue {
    /// Reads a number, correctly rounded.
    public init(reading source: inout JSONSource) throws {
        let start = source.cursor
        let value: Float?
        if let last = try source.endOfNumber() {
            value = Float(source.text(start, to: last))
            source.cursor = last
        } else {
            value = Float(try source.readDouble())
        }
        guard let value, value.isFinite else {
            source.cursor = start
            throw source.failure(.outOfRange, expected: "a number that a Float can hold")
        }
        self = value
    }

    /// Writes the shortest number that reads back as the same value. NaN and infinity are errors.
    public func write(to sink: inout JSONSink) throws { try sink.writeNumber(self) }
}

extension Int: JSONValue, AssignedValue {}
extension Int8: JSONValue, AssignedValue {}
extension Int16: JSONValue, AssignedValue {}
extension Int32: JSONValue, AssignedValue {}
extension Int64: JSONValue, AssignedValue {}
extension UInt: JSONValue, AssignedValue {}
extension UInt8: JSONValue, AssignedValue {}
extension UInt16: JSONValue, AssignedValue {}
extension UInt32: JSONValue, AssignedValue {}
extension UInt64: JSONValue, AssignedValue {}

extension JSONValue where Self: FixedWidthInteger {
    /// Reads an integer; one that does not fit is an error.
    @inlinable
    public init(reading source: inout JSONSource) throws {
        let begin = source.cursor
        let value = Self.isSigned ? Self(exactly: try source.readInt64()) : Self(exactly: try source.readUInt64())
        guard let value else { throw source.unfit(Self.self, at: begin) }
        self = value
    }

    /// Writes an integer.
    @inlinable
    public func write(to sink: inout JSONSink) throws {
        if Self.isSigned { try sink.writeInt64(Int64(self)) } else { try sink.writeUInt64(UInt64(self)) }
    }
}

extension JSONSource {
    /// The error for an integer at `begin` that does not fit its type.
    @usableFromInline
    @inline(never)
    func unfit(_ type: any FixedWidthInteger.Type, at begin: Bytes) -> JSONError {
        let sign = type.isSigned ? "" : " that is not negative"
        return failure(.outOfRange, at: begin, expected: "an integer of \(type.bitWidth) bits\(sign)")
    }
}
