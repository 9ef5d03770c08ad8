import Foundation

// JSON forms of Foundation's values, with and without Codable, regardless of a decoder's strategies.

extension Date: JSONValue {
    /// Reads an RFC 3339 string, such as `2011-01-21T09:35:06.5Z`.
    public init(reading source: inout JSONSource) throws {
        self = try source.readText(expected: "a date and time (RFC 3339)") { try RFC3339.date($0) }
    }

    /// Writes an RFC 3339 string in UTC, with a fraction only if there is one.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeString(try RFC3339.text(self))
    }
}

extension Data: JSONValue {
    /// Reads a base64 string (RFC 4648, section 4).
    public init(reading source: inout JSONSource) throws {
        self = try source.readText(expected: "base64") { Data(base64Encoded: Data($0)) }
    }

    /// Writes a base64 string.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeString(base64EncodedString())
    }
}

extension URL: JSONValue {
    /// Reads a string that is a URL.
    public init(reading source: inout JSONSource) throws {
        self = try source.readText(expected: "a URL") { bytes in
            bytes.isEmpty ? nil : URL(string: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Writes the URL as a string.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeString(absoluteString)
    }
}

extension UUID: JSONValue {
    /// Reads a string such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`, in uppercase or lowercase.
    public init(reading source: inout JSONSource) throws {
        self = try source.readText(expected: "a UUID") { UUID(uuidString: String(decoding: $0, as: UTF8.self)) }
    }

    /// Writes an uppercase string.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeString(uuidString)
    }
}

extension Decimal: JSONValue {
    /// Reads a number exactly; one with more than 38 digits is an error.
    public init(reading source: inout JSONSource) throws {
        self = try source.readDecimal()
    }

    /// Writes a number with all its digits.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeDecimal(self)
    }
}

extension JSONSource {
    /// Reads a number exactly; one with more than 38 digits is an error.
    public mutating func readDecimal() throws -> Decimal {
        if let decoderLevel { return try decoderLevel._withUnsafeGuaranteedRef { try $0.decimal(in: self) } }
        guard let number = try exactNumber() else {
            return try convert(expected: "a number") { $0.exact.flatMap { Decimal($0) } }
        }
        guard let value = Decimal(number.value) else {
            throw failure(.outOfRange, expected: "a number of at most 38 digits")
        }
        cursor = number.end
        return value
    }
}
