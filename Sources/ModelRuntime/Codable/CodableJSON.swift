import Foundation

// The fallback for everything that Codable's containers cannot hold: what a Decoder has is converted to JSON, from
// which the value is read; and a value is written as JSON, which is passed to the Encoder.

extension JSONValue {
    /// True: most types do not contain models that a hook may drop.
    public static var isCodedDirectly: Bool { true }

    /// Reads the value from a Decoder; nil if it is absent or null.
    public static func decode(from input: CodableInput) throws -> Self? { try converted(from: input) }

    /// Reads the value as JSON, unless `error` already says what is wrong and where. In that case, a model must not be
    /// read again, because its hooks have already been called.
    @usableFromInline
    static func converted(from input: CodableInput, after error: (any Error)? = nil) throws -> Self? {
        if let known = error as? JSONError, known.isOfCodable { throw known }
        return try input.decode(Converted<Self>.self)?.value
    }

    init(converting decoder: any Decoder, at root: JSONPath = []) throws {
        self = try JSONSource.convert(JSON(decoding: decoder), at: root, in: JSONSource.Context(of: decoder)) {
            try Self(reading: &$0)
        }
    }

    /// Passes the value to an Encoder.
    public func encode(to object: inout CodableSink.Object, forKey key: JSONCodingKey) throws {
        try object.encode(ConvertedJSON(json: JSON(encoding: self)), forKey: key)
    }
}

/// A value that is read from the JSON to which a Decoder's value was converted.
private struct Converted<Value: JSONValue>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws { value = try Value(converting: decoder) }
}

extension JSONError {
    /// Whether the error comes from a Decoder: it has a position, but no line.
    var isOfCodable: Bool { isLocated && line == nil }
}

/// JSON that is passed to an Encoder. It was read from bytes, so its depth is limited.
struct ConvertedJSON: Encodable {
    let json: JSON

    func encode(to encoder: any Encoder) throws {
        func encode(_ value: some Encodable) throws {
            var single = encoder.singleValueContainer()
            try single.encode(value)
        }
        switch json {
        case .null: try encode(Bool?.none)
        case .bool(let value): try encode(value)
        case .integer(let value): try encode(value)
        case .number(let value):
            try encode(value.encodable.coded())
        case .string(let value): try encode(value)
        case .array(let elements):
            var list = encoder.unkeyedContainer()
            for element in elements { try list.encode(ConvertedJSON(json: element)) }
        case .object(let members):
            var object = encoder.container(keyedBy: JSONCodingKey.self)
            for (key, member) in members {
                try object.encode(ConvertedJSON(json: member), forKey: JSONCodingKey(stringValue: key))
            }
        }
    }
}

extension JSONSource {
    /// Reads a value that was converted to JSON.
    package static func convert<Value>(
        _ json: JSON, at root: JSONPath = [], in context: Context, _ read: (inout JSONSource) throws -> Value
    ) throws -> Value {
        try json.jsonData(at: []).withUnsafeBytes { try decode(from: $0, at: root, in: context, read) }
    }
}

extension JSONSource.Context {
    /// The context for a value of a Decoder. There are no bytes that an offset could refer to.
    init(of decoder: any Decoder) {
        place.path = decoder.codingPath.jsonPath
        report = JSONReport.key.flatMap { decoder.userInfo[$0] as? JSONReport }
        isPlaced = false
    }
}

extension JSON {
    /// Any value of a Decoder. A string that looks like another kind of scalar is read as that scalar if the Decoder
    /// allows it, because some Decoders do not distinguish them.
    init(decoding decoder: any Decoder) throws {
        let scalar = try? decoder.singleValueContainer()
        if scalar?.decodeNil() == true {
            self = .null
            return
        }
        let text = try? scalar?.decode(String.self)
        if let text, !isNumber(text), text != "true", text != "false" {
            self = .string(text)
        } else if let value = try? scalar?.decode(Bool.self) {
            self = .bool(value)
        } else if let number = scalar?.number {
            self = Int64(number).map { .integer($0) } ?? .number(JSONNumber(unchecked: number))
        } else if let text {
            self = .string(text)
        } else if let members = try? decoder.container(keyedBy: JSONCodingKey.self) {
            var object = JSONObject()
            // In an order that does not change from run to run.
            for key in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                object[key.stringValue] = try JSON(decoding: members.superDecoder(forKey: key))
            }
            self = .object(object)
        } else if var elements = try? decoder.unkeyedContainer() {
            var array: [JSON] = []
            while !elements.isAtEnd { array.append(try JSON(decoding: elements.superDecoder())) }
            self = .array(array)
        } else {
            throw JSONError(
                JSONError(.invalidValue, expected: "a JSON value"), in: JSONSource.Context(of: decoder).place)
        }
    }
}

extension SingleValueDecodingContainer {
    /// The number as JSON writes it. Decimal is tried first: it is exact unless the number has too many digits, whereas
    /// some Decoders round a fraction to an integer. Others do not support Decimal.
    fileprivate var number: String? {
        (try? decode(Decimal.self)).flatMap { $0.isFinite ? "\($0)" : nil }
            ?? (try? decode(Int64.self)).map { "\($0)" } ?? (try? decode(UInt64.self)).map { "\($0)" }
            ?? (try? decode(Double.self)).flatMap { $0.isFinite ? "\($0)" : nil }
    }
}

extension [any CodingKey] {
    /// The same path as a ``JSONPath``.
    var jsonPath: [JSONPath.Component] { map { $0.intValue.map { .index($0) } ?? .key($0.stringValue) } }
}

extension JSONNumber {
    /// The number in a type that an Encoder can represent, if there is one.
    var encodable: (any Encodable)? {
        let exact = ExactDecimal(literal.utf8)
        if let integer = exact.int64 { return integer }
        if let integer = exact.uint64 { return integer }
        if let double, ExactDecimal("\(double)".utf8) == exact { return double }
        // Decimal comes last: only JSON encoders write it as a number; in a property list, it would be a dictionary of
        // its parts.
        return decimal
    }
}
