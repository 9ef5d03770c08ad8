import Foundation

/// Any JSON value.
///
///     let meta: JSON = ["tags": ["a", "b"], "count": 2]
///     let count = meta["count"]?.int
///
/// Numbers are exact: 64-bit integers are stored as integers, and all other numbers as written. Objects read from bytes
/// keep the order of their members; a Decoder does not provide it.
public enum JSON: Hashable, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A 64-bit integer.
    case integer(Int64)
    /// Any other number.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object.
    case object(JSONObject)

    /// Encodes `value` as JSON.
    ///
    /// - Parameter path: The position at which the result contains the value; by default, the value is the whole
    ///   result.
    /// - Throws: ``JSONError``
    public init<Value: JSONValue>(encoding value: Value, at path: JSONPath = []) throws {
        self = try JSON(json: value.jsonData(at: path), at: [])
    }

    /// The member of an object, or nil.
    public subscript(key: String) -> JSON? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    /// The element of an array, or nil.
    public subscript(index: Int) -> JSON? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    /// The string, or nil if this is not a string.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The integer, or nil.
    public var int: Int? {
        if case .integer(let value) = self { Int(exactly: value) } else { nil }
    }

    /// The nearest Double, or nil if this is not a number or exceeds the range of Double.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value.double
        default: nil
        }
    }

    /// The Boolean, or nil if this is not one.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements, or nil if this is not an array.
    public var array: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, or nil if this is not an object.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Whether this is null.
    public var isNull: Bool { self == .null }

    /// Whether the values are equal. `1` equals `1.0`, and the order of an object's members is ignored.
    public static func == (a: JSON, b: JSON) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): JSONNumber(a) == b
        case (.string(let a), .string(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }

    /// Hashes consistently with `==`.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(JSONNumber(value))
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`
    public init(nilLiteral: ()) { self = .null }
    /// A Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number, or null if the value is not finite.
    public init(floatLiteral value: Double) {
        self = value.isFinite ? .number(JSONNumber(unchecked: "\(value)")) : .null
    }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// An object; if a key occurs twice, the first member is used.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements))
    }
}

extension JSON: JSONCodable {
    /// Reads any value.
    public init(reading source: inout JSONSource) throws {
        switch try source.peekKind() {
        case .null:
            _ = try source.readNull()
            self = .null
        case .bool: self = .bool(try source.readBool())
        case .string: self = .string(try source.readString())
        case .array: self = .array(try source.read())
        case .number: self = try source.readAnyNumber()
        case .object:
            var object = JSONObject()
            try source.beginObject()
            while let key = try source.nextKey() {
                if object[key] == nil { object[key] = try JSON(reading: &source) } else { try source.skipValue() }
            }
            self = .object(object)
        }
    }

    /// Writes the value.
    public func write(to sink: inout JSONSink) throws {
        switch self {
        case .null: try sink.writeNull()
        case .bool(let value): try value.write(to: &sink)
        case .integer(let value): try value.write(to: &sink)
        case .number(let value):
            if sink.codingPath != nil, value.encodable == nil {
                throw JSONError(
                    .notRepresentable, reason: "an Encoder cannot represent the number \(value.literal)")
            }
            sink.append(value.literal.utf8)
        case .string(let value): try value.write(to: &sink)
        case .array(let value): try value.write(to: &sink)
        case .object(let value):
            try sink.beginObject()
            for (key, member) in value {
                try sink.nextMember(key)
                try member.write(to: &sink)
            }
            try sink.endObject()
        }
    }
}

extension JSON: CustomStringConvertible {
    /// The value as JSON text.
    public var description: String { (try? jsonString(at: [])) ?? "JSON that is too deep" }
}
