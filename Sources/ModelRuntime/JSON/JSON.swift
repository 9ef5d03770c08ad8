import Foundation

/// Any JSON value.
///
///     let meta: JSON = ["tags": ["a", "b"], "count": 2]
///     let count = meta["count"]?.int
///
/// Numbers are exact: integers of 64 bits, and all others as they are written. Objects keep the order of their members
/// when they are read from bytes; a Decoder does not tell it.
public enum JSON: Hashable, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// An integer of 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object.
    case object(JSONObject)

    /// The JSON of `value`.
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

    /// The string, or nil.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The integer, or nil.
    public var int: Int? {
        if case .integer(let value) = self { Int(exactly: value) } else { nil }
    }

    /// The number, or nil.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value.double
        default: nil
        }
    }

    /// The Boolean, or nil.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements of the array, or nil.
    public var array: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The object, or nil.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Whether this is null.
    public var isNull: Bool { self == .null }

    /// Equal values; `1` and `1.0` are, and objects with equal members in any order.
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

    /// Hashes what `==` compares.
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

/// A number as it is written, of any size.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The number as JSON writes it.
    public let literal: String

    /// The number that `literal` writes, or nil if that is not how JSON writes numbers.
    public init?(_ literal: String) {
        guard isNumber(literal) else { return nil }
        self.literal = literal
    }

    init(unchecked literal: String) {
        self.literal = literal
    }

    /// An integer.
    public init<Integer: FixedWidthInteger>(_ value: Integer) {
        literal = String(value)
    }

    /// The nearest Double, or nil if there is none.
    public var double: Double? {
        Double(literal).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The number as a Decimal, or nil if it has more than 38 digits.
    public var decimal: Decimal? { Decimal(ExactDecimal(literal.utf8)) }

    /// The number as it is written.
    public var description: String { literal }

    /// Equal values, however they are written.
    public static func == (a: JSONNumber, b: JSONNumber) -> Bool {
        a.literal == b.literal || ExactDecimal(a.literal.utf8) == ExactDecimal(b.literal.utf8)
    }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactDecimal(literal.utf8))
    }
}

/// The members of an object in their order. Each key is there once.
public struct JSONObject: Hashable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
    /// A member.
    public typealias Element = (key: String, value: JSON)

    private var members: [Element] = []
    private var positions: [String: Int] = [:]

    /// An object without members.
    public init() {}

    /// An object of these members; of two with the same key the first counts.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        for (key, value) in elements where self[key] == nil { self[key] = value }
    }

    /// The number of members.
    public var count: Int { members.count }

    /// The keys in their order.
    public var keys: [String] { members.map(\.key) }

    /// The value at a key. A new key comes last; nil takes the member away.
    public subscript(key: String) -> JSON? {
        get { positions[key].map { members[$0].value } }
        set {
            switch (positions[key], newValue) {
            case (let position?, let value?):
                members[position].value = value
            case (nil, let value?):
                positions[key] = members.count
                members.append((key, value))
            case (let position?, nil):
                members.remove(at: position)
                positions = [:]
                for (position, member) in members.enumerated() { positions[member.key] = position }
            case (nil, nil):
                break
            }
        }
    }

    /// The members in their order.
    public func makeIterator() -> IndexingIterator<[Element]> {
        members.makeIterator()
    }

    /// Equal members, in any order.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        a.count == b.count && a.members.allSatisfy { b[$0.key] == $0.value }
    }

    /// Hashes the members, in any order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in members {
            var inner = Hasher()
            inner.combine(key)
            inner.combine(value)
            sum ^= inner.finalize()
        }
        hasher.combine(count)
        hasher.combine(sum)
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Null.
    public init(nilLiteral: ()) { self = .null }
    /// A Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number; what is not finite is null.
    public init(floatLiteral value: Double) {
        self = value.isFinite ? .number(JSONNumber(unchecked: "\(value)")) : .null
    }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// An object; of two members with the same key the first counts.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        var object = JSONObject()
        for (key, value) in elements where object[key] == nil { object[key] = value }
        self = .object(object)
    }
}

extension JSON: JSONValue {
    /// Reads any value.
    public init(reading source: inout JSONSource) throws {
        switch try source.peekKind() {
        case .null:
            _ = try source.readNull()
            self = .null
        case .bool: self = .bool(try source.readBool())
        case .string: self = .string(try source.readString())
        case .array: self = .array(try [JSON](reading: &source))
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
        case .bool(let value): try sink.writeBool(value)
        case .integer(let value): try sink.writeInt64(value)
        case .number(let value): try sink.writeAnyNumber(value)
        case .string(let value): try sink.writeString(value)
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

extension JSON: Codable {
    /// Decodes any value.
    public init(from decoder: any Decoder) throws {
        var source = JSONSource(CodableReader(decoder))
        do {
            self = try JSON(reading: &source)
        } catch {
            throw DecodingError(source.located(error), in: decoder.codingPath)
        }
    }

    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
        var sink = JSONSink(CodableWriter(encoder))
        try write(to: &sink)
    }
}

extension JSONSource {
    /// Reads a number of any size.
    mutating func readAnyNumber() throws -> JSON {
        if let backend {
            guard case .number(let exact, let literal)? = backend.currentScalar() else { throw mismatch("a number") }
            try backend.skip()
            return exact.int64.map { .integer($0) } ?? .number(JSONNumber(unchecked: literal))
        }
        let first = cursor
        let last = try scanNumber(first)
        // What is written like an integer is kept as one; 1.0 stays what it is.
        let isPlain = UnsafeBufferPointer(start: first, count: last - first).allSatisfy {
            isDigit($0) || $0 == UInt8(ascii: "-")
        }
        if isPlain,
            last - first <= 18 || ExactDecimal(UnsafeBufferPointer(start: first, count: last - first)).int64 != nil
        {
            let isNegativeZero = last - first == 2 && first[0] == UInt8(ascii: "-") && first[1] == UInt8(ascii: "0")
            if !isNegativeZero { return .integer(try readInt64()) }
        }
        defer { cursor = last }
        return .number(JSONNumber(unchecked: literal(to: last)))
    }
}

extension JSONSink {
    /// Writes a number of any size.
    mutating func writeAnyNumber(_ value: JSONNumber) throws {
        guard let backend else { return append(value.literal.utf8) }
        let exact = ExactDecimal(value.literal.utf8)
        if let integer = exact.int64 {
            try backend.write(integer)
        } else if let integer = exact.uint64 {
            try backend.write(integer)
        } else if let decimal = value.decimal {
            try backend.write(decimal)
        } else if let double = value.double, ExactDecimal("\(double)".utf8) == exact {
            try backend.write(double)
        } else {
            throw located(
                JSONError(.notRepresentable, reason: "an Encoder has no place for the number \(value.literal)")
            )
        }
    }
}
