// Enums with a raw value have the JSON form of it, unknown cases that are kept included.

extension JSONValue where Self: RawRepresentable, RawValue: JSONValue {
    /// Reads the raw value; one that stands for no case is an error.
    @inlinable
    public init(reading source: inout JSONSource) throws {
        let mark = source.mark
        let raw = try RawValue(reading: &source)
        guard let value = Self(rawValue: raw) else { throw source.notACase(at: mark, of: Self.self) }
        self = value
    }

    /// Writes the raw value.
    @inlinable
    public func write(to sink: inout JSONSink) throws {
        try rawValue.write(to: &sink)
    }
}

extension JSONObjectKey where Self: RawRepresentable, RawValue: JSONObjectKey {
    /// The case whose raw value `jsonKey` stands for.
    public init?(jsonKey: String) {
        guard let raw = RawValue(jsonKey: jsonKey), let value = Self(rawValue: raw) else { return nil }
        self = value
    }

    /// The raw value as a key.
    public var jsonKey: String { rawValue.jsonKey }
}

extension JSONSource {
    @usableFromInline
    @inline(never)
    func notACase(at mark: Mark, of type: Any.Type) -> JSONError {
        failure(.invalidValue, at: mark.cursor, expected: "a value of \(shortName(of: type))")
    }
}

extension String: JSONObjectKey {
    /// The key itself.
    public init?(jsonKey: String) {
        self = jsonKey
    }

    /// The string itself.
    public var jsonKey: String { self }
}

extension Int: JSONObjectKey {
    /// The number that the key spells the way this writes it: not `+1`, not `01`.
    public init?(jsonKey: String) {
        guard let value = Int(jsonKey), String(value) == jsonKey else { return nil }
        self = value
    }

    /// The digits.
    public var jsonKey: String { String(self) }
}
