// The JSON form of an enum with a raw value is that of the raw value, also for unknown values that are kept.

/// The conformances of generated enums: as values and keys in JSON, and with any Decoder and Encoder.
///
///     enum Visibility: String, Hashable, Sendable, CaseIterable, JSONEnum {
///         case everyone, friends
///     }
///
/// With Codable, the standard library's implementations for `RawRepresentable` are used. Like the mapping, they use the
/// raw value and `init(rawValue:)`.
public typealias JSONEnum = JSONObjectKey & Codable & CodingKeyRepresentable

extension JSONValue where Self: RawRepresentable, RawValue: JSONValue {
    /// Reads the raw value; an unknown one is an error.
    @inlinable
    public init(reading source: inout JSONSource) throws {
        let begin = source.cursor
        let raw = try RawValue(reading: &source)
        guard let value = Self(rawValue: raw) else { throw source.notACase(at: begin, of: Self.self) }
        self = value
    }

    /// Writes the raw value.
    @inlinable
    public func write(to sink: inout JSONSink) throws {
        try rawValue.write(to: &sink)
    }
}

extension JSONObjectKey where Self: RawRepresentable, RawValue: JSONObjectKey {
    /// The case with the raw value `jsonKey`.
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
    func notACase(at begin: Bytes, of type: Any.Type) -> JSONError {
        failure(.invalidValue, at: begin, expected: "a value of \(shortName(of: type))")
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

extension Int: JSONObjectKey {}
extension Int64: JSONObjectKey {}

extension JSONObjectKey where Self: FixedWidthInteger {
    /// Parses a number in canonical form: not `+1`, not `01`.
    public init?(jsonKey: String) {
        guard let value = Self(jsonKey), String(value) == jsonKey else { return nil }
        self = value
    }

    /// The digits of the number.
    public var jsonKey: String { String(self) }
}
