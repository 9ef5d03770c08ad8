import Foundation

// Values that Codable's containers hold directly.

extension Bool {
    /// True.
    public static var isCodedDirectly: Bool { true }
    /// The Boolean.
    public static func decode(from input: inout CodableInput) throws -> Bool? { try input.decode(Bool.self) }
    /// Writes a Boolean.
    public func encode(to output: inout CodableOutput) throws { try output.encode(self) }
}

extension String {
    /// True.
    public static var isCodedDirectly: Bool { true }
    /// The string.
    public static func decode(from input: inout CodableInput) throws -> String? { try input.decode(String.self) }
    /// Writes a string.
    public func encode(to output: inout CodableOutput) throws { try output.encode(self) }
}

extension Double {
    /// True.
    public static var isCodedDirectly: Bool { true }
    /// The number.
    public static func decode(from input: inout CodableInput) throws -> Double? {
        try finite(input.decode(Double.self))
    }
    /// Writes a number; NaN and infinity are errors.
    public func encode(to output: inout CodableOutput) throws {
        try finite(self).map { try output.encode($0) }
    }
}

extension Float {
    /// True.
    public static var isCodedDirectly: Bool { true }
    /// The number.
    public static func decode(from input: inout CodableInput) throws -> Float? {
        try finite(input.decode(Float.self))
    }
    /// Writes a number; NaN and infinity are errors.
    public func encode(to output: inout CodableOutput) throws {
        try finite(self).map { try output.encode($0) }
    }
}

extension Decimal {
    /// True.
    public static var isCodedDirectly: Bool { true }
    /// The number.
    public static func decode(from input: inout CodableInput) throws -> Decimal? { try input.decode(Decimal.self) }
    /// Writes a number with all its digits; NaN is an error.
    public func encode(to output: inout CodableOutput) throws {
        guard isFinite else { throw NotCodedDirectly() }
        try output.encode(self)
    }
}

extension JSONValue where Self: FixedWidthInteger {
    /// True.
    @inlinable public static var isCodedDirectly: Bool { true }

    /// The integer; one that does not fit is an error.
    @inlinable public static func decode(from input: inout CodableInput) throws -> Self? {
        let exact: Self?
        if isSigned {
            guard let wide = try input.decode(Int64.self) else { return nil }
            exact = Self(exactly: wide)
        } else {
            guard let wide = try input.decode(UInt64.self) else { return nil }
            exact = Self(exactly: wide)
        }
        guard let exact else { throw NotCodedDirectly() }
        return exact
    }

    /// Writes an integer.
    @inlinable public func encode(to output: inout CodableOutput) throws {
        if let value = Int64(exactly: self) { try output.encode(value) } else { try output.encode(UInt64(self)) }
    }
}

extension JSONText {
    /// True: it is a string.
    public static var isCodedDirectly: Bool { true }

    /// The value of a string.
    public static func decode(from input: inout CodableInput) throws -> Self? {
        guard let text = try input.decode(String.self) else { return nil }
        guard let value = try value(ofText: text) else { throw NotCodedDirectly() }
        return value
    }

    /// Writes a string.
    public func encode(to output: inout CodableOutput) throws { try output.encode(try jsonText) }
}

extension JSONValue where Self: RawRepresentable, RawValue: JSONValue {
    /// Whether this is so for the raw value.
    @inlinable public static var isCodedDirectly: Bool { RawValue.isCodedDirectly }

    /// The value with a raw value; an unknown one is an error.
    @inlinable public static func decode(from input: inout CodableInput) throws -> Self? {
        guard let raw = try RawValue.decode(from: &input) else { return nil }
        guard let value = Self(rawValue: raw) else { throw NotCodedDirectly() }
        return value
    }

    /// Writes the raw value.
    @inlinable public func encode(to output: inout CodableOutput) throws { try rawValue.encode(to: &output) }
}

extension Array where Element: JSONValue {
    /// Whether this is so for the elements.
    @inlinable public static var isCodedDirectly: Bool { Element.isCodedDirectly }

    /// The elements of an array.
    @inlinable public static func decode(from input: inout CodableInput) throws -> [Element]? {
        guard isCodedDirectly else { return try converted(from: &input) }
        return try input.elements { list in
            var elements: [Element] = []
            if let count = list.count {
                elements.reserveCapacity(count)
                for _ in 0..<count { elements.append(try list.required()) }
            }
            while !list.isAtEnd { elements.append(try list.required()) }
            return elements
        }
    }

    /// Writes an array.
    @inlinable public func encode(to output: inout CodableOutput) throws {
        guard Self.isCodedDirectly else { return try encodeConverted(to: &output) }
        var list = try output.elements()
        for element in self { try element.encode(to: &list) }
    }
}

extension Dictionary where Key: JSONObjectKey, Value: JSONValue {
    /// Whether this is so for the values.
    @inlinable public static var isCodedDirectly: Bool { Value.isCodedDirectly }

    /// The members of an object.
    @inlinable public static func decode(from input: inout CodableInput) throws -> [Key: Value]? {
        guard isCodedDirectly else { return try converted(from: &input) }
        return try input.members { object in
            var members: [Key: Value] = [:]
            for name in object.pointee.sortedKeys {
                try withUnsafePointer(to: name) {
                    var member = CodableInput(object, key: $0)
                    guard let key = Key(jsonKey: name.stringValue) else { throw NotCodedDirectly() }
                    // Not assigned directly, which would ask for an optional.
                    let value: Value = try member.required()
                    members[key] = value
                }
            }
            return members
        }
    }

    /// Writes an object.
    @inlinable public func encode(to output: inout CodableOutput) throws {
        guard Self.isCodedDirectly else { return try encodeConverted(to: &output) }
        var object = try output.members()
        for (key, value) in self { try object.member(key.jsonKey, value) }
    }
}

/// The number, unless a Decoder or a program has one that JSON does not.
private func finite<Number: BinaryFloatingPoint>(_ value: Number?) throws -> Number? {
    guard value?.isFinite ?? true else { throw NotCodedDirectly() }
    return value
}

// The standard library has the same for the raw values Int and String.
extension JSONObjectKey where Self: RawRepresentable, RawValue == Int64 {
    /// The raw value as the key of a Codable dictionary.
    public var codingKey: any CodingKey { JSONCodingKey(stringValue: jsonKey) }

    /// The case whose raw value is a key of a Codable dictionary.
    public init?<Key: CodingKey>(codingKey: Key) {
        self.init(jsonKey: codingKey.stringValue)
    }
}
