import Foundation

// The JSON forms of Foundation's values, which are the same with and without Codable, whatever the decoder's
// strategies.

/// A value that JSON holds as a string.
public protocol JSONText: JSONValue {
    /// What an error says was expected: `a URL`.
    static var textExpectation: String { get }
    /// Parses text in UTF-8; returns nil if it is not a valid value.
    static func value(ofText bytes: UnsafeBufferPointer<UInt8>) throws -> Self?
    /// The text.
    var jsonText: String { get throws }
}

extension JSONText {
    /// Reads a string.
    public init(reading source: inout JSONSource) throws {
        self = try source.readText(expected: Self.textExpectation) { try Self.value(ofText: $0) }
    }

    /// Writes a string.
    public func write(to sink: inout JSONSink) throws {
        try sink.write(jsonText)
    }
}

/// An RFC 3339 string, such as `2011-01-21T09:35:06.5Z`, written in UTC and with a fraction only if there is one.
extension Date: JSONText {
    /// A date and time.
    public static var textExpectation: String { "a date and time (RFC 3339)" }
    /// Parses an RFC 3339 string.
    public static func value(ofText bytes: UnsafeBufferPointer<UInt8>) throws -> Date? {
        var parser = MomentParser(bytes)
        return parser.isComplete ? try parser.moment()?.date : nil
    }
    /// The date in RFC 3339.
    public var jsonText: String { get throws { try RFC3339().encode(self) } }
}

/// A base64 string (RFC 4648, section 4).
extension Data: JSONText {
    /// Base64.
    public static var textExpectation: String { "base64" }
    /// Decodes base64.
    public static func value(ofText bytes: UnsafeBufferPointer<UInt8>) -> Data? {
        // Foundation on Linux decodes `QQ=Q` and `====`, too.
        let end = bytes.drop { $0 != "=" }
        return bytes.count % 4 * 3 + end.count > 2 || end.first != end.last ? nil : Data(base64Encoded: Data(bytes))
    }
    /// The bytes in base64.
    public var jsonText: String { base64EncodedString() }
}

/// A URL as a string.
extension URL: JSONText {
    /// A URL.
    public static var textExpectation: String { "a URL" }
    /// Parses a URL.
    public static func value(ofText bytes: UnsafeBufferPointer<UInt8>) -> URL? {
        bytes.isEmpty ? nil : URL(string: String(decoding: bytes, as: UTF8.self))
    }
    /// The URL as a string.
    public var jsonText: String { absoluteString }
}

/// A string such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`, read in uppercase and lowercase, and written in uppercase.
extension UUID: JSONText {
    /// A UUID.
    public static var textExpectation: String { "a UUID" }
    /// Parses a UUID.
    public static func value(ofText bytes: UnsafeBufferPointer<UInt8>) -> UUID? {
        // Foundation ignores a NUL and what follows it.
        bytes.count == 36 ? UUID(uuidString: String(decoding: bytes, as: UTF8.self)) : nil
    }
    /// The UUID in uppercase.
    public var jsonText: String { uuidString }
}

extension Decimal: JSONValue {
    /// Reads a number exactly; one that a Decimal cannot represent, with more than 38 or 39 digits, is an error.
    public init(reading source: inout JSONSource) throws {
        guard let number = try source.exactNumber() else {
            self = try source.convert(expected: "a number") { $0.number?.decimal }
            return
        }
        guard let value = Decimal(number.value) else {
            throw source.failure(.outOfRange, expected: "a number of at most 38 digits")
        }
        source.cursor = number.end
        self = value
    }

    /// Writes a number with all its digits.
    public func write(to sink: inout JSONSink) throws {
        try sink.writeNumber(self)
    }
}
