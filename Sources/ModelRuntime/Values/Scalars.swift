// JSON forms of the standard library's scalars.

extension Bool: JSONValue {
    /// Reads `true` or `false`.
    public init(reading source: inout JSONSource) throws {
        self = try source.readBool()
    }

    /// Writes `true` or `false`.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeBool(self)
    }
}

extension String: JSONValue {
    /// Reads a string.
    public init(reading source: inout JSONSource) throws {
        self = try source.readString()
    }

    /// Writes a string.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeString(self)
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
        self = try source.readFloat()
    }

    /// Writes a number; NaN and infinity are errors.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeFloat(self)
    }
}

extension Int64: JSONValue {
    /// Reads an integer.
    public init(reading source: inout JSONSource) throws {
        self = try source.readInt64()
    }

    /// Writes an integer.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeInt64(self)
    }
}

extension UInt64: JSONValue {
    /// Reads an integer that is not negative.
    public init(reading source: inout JSONSource) throws {
        self = try source.readUInt64()
    }

    /// Writes an integer.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeUInt64(self)
    }
}

extension FixedWidthInteger where Self: SignedInteger {
    /// Reads an integer and refuses one that does not fit.
    init(narrowing source: inout JSONSource) throws {
        let begin = source.cursor
        let value = try source.readInt64()
        guard let narrow = Self(exactly: value) else {
            throw source.failure(.outOfRange, at: begin, expected: "an integer of \(Self.bitWidth) bits")
        }
        self = narrow
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// Reads an integer and refuses one that does not fit.
    init(narrowing source: inout JSONSource) throws {
        let begin = source.cursor
        let value = try source.readUInt64()
        guard let narrow = Self(exactly: value) else {
            throw source.failure(
                .outOfRange,
                at: begin,
                expected: "an integer of \(Self.bitWidth) bits that is not negative"
            )
        }
        self = narrow
    }
}

extension Int: JSONValue {
    /// Reads an integer and refuses one that does not fit.
    public init(reading source: inout JSONSource) throws {
        try self.init(narrowing: &source)
    }

    /// Writes an integer.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeInt64(Int64(self))
    }
}

extension Int8: JSONValue {
    /// Reads an integer and refuses one that does not fit.
    public init(reading source: inout JSONSource) throws {
        try self.init(narrowing: &source)
    }

    /// Writes an integer.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeInt64(Int64(self))
    }
}

extension Int16: JSONValue {
    /// Reads an integer and refuses one that does not fit.
    public init(reading source: inout JSONSource) throws {
        try self.init(narrowing: &source)
    }

    /// Writes an integer.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeInt64(Int64(self))
    }
}

extension Int32: JSONValue {
    /// Reads an integer and refuses one that does not fit.
    public init(reading source: inout JSONSource) throws {
        try self.init(narrowing: &source)
    }

    /// Writes an integer.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeInt64(Int64(self))
    }
}

extension UInt: JSONValue {
    /// Reads an integer and refuses one that does not fit.
    public init(reading source: inout JSONSource) throws {
        try self.init(narrowing: &source)
    }

    /// Writes an integer.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeUInt64(UInt64(self))
    }
}

extension UInt8: JSONValue {
    /// Reads an integer and refuses one that does not fit.
    public init(reading source: inout JSONSource) throws {
        try self.init(narrowing: &source)
    }

    /// Writes an integer.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeUInt64(UInt64(self))
    }
}

extension UInt16: JSONValue {
    /// Reads an integer and refuses one that does not fit.
    public init(reading source: inout JSONSource) throws {
        try self.init(narrowing: &source)
    }

    /// Writes an integer.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeUInt64(UInt64(self))
    }
}

extension UInt32: JSONValue {
    /// Reads an integer and refuses one that does not fit.
    public init(reading source: inout JSONSource) throws {
        try self.init(narrowing: &source)
    }

    /// Writes an integer.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeUInt64(UInt64(self))
    }
}
