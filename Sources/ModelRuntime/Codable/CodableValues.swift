import Foundation

// Values that Codable's containers hold directly. Some are only read this way.

extension Bool {
    /// Reads a Boolean.
    public static func decode(from input: CodableInput) throws -> Bool? {
        try input.decode {
            try $0.decodeIfPresent(Bool.self, forKey: $1)
        } element: {
            try $0.decode(Bool.self)
        }
    }
    /// Writes a Boolean.
    public func encode(to object: inout CodableSink.Object, forKey key: JSONCodingKey) throws {
        try object.encode(self, forKey: key)
    }
}

extension String {
    /// Reads a string.
    public static func decode(from input: CodableInput) throws -> String? {
        try input.decode {
            try $0.decodeIfPresent(String.self, forKey: $1)
        } element: {
            try $0.decode(String.self)
        }
    }
    /// Writes a string.
    public func encode(to object: inout CodableSink.Object, forKey key: JSONCodingKey) throws {
        try object.encode(self, forKey: key)
    }
}

extension Double {
    /// Reads a number. A number that JSON cannot represent, such as infinity, is an error.
    public static func decode(from input: CodableInput) throws -> Double? {
        let value = try input.decode {
            try $0.decodeIfPresent(Double.self, forKey: $1)
        } element: {
            try $0.decode(Double.self)
        }
        guard value?.isFinite ?? true else { throw NotCodedDirectly() }
        return value
    }
    /// Writes a number; NaN and infinity are errors.
    public func encode(to object: inout CodableSink.Object, forKey key: JSONCodingKey) throws {
        guard isFinite else { throw NotCodedDirectly() }
        try object.encode(self, forKey: key)
    }
}

extension JSONValue where Self: FixedWidthInteger {
    /// Reads an integer. One that does not fit is an error.
    @inlinable public static func decode(from input: CodableInput) throws -> Self? {
        if isSigned {
            try input.decode(Int64.self).map { try Self(exactly: $0).coded() }
        } else {
            try input.decode(UInt64.self).map { try Self(exactly: $0).coded() }
        }
    }

    /// Writes an integer.
    @inlinable public func encode(
        to object: inout CodableSink.Object, forKey key: JSONCodingKey
    ) throws {
        if let value = Int64(exactly: self) {
            try object.encode(value, forKey: key)
        } else {
            try object.encode(UInt64(self), forKey: key)
        }
    }
}

extension JSONText {
    /// Reads a string and converts it.
    public static func decode(from input: CodableInput) throws -> Self? {
        guard var text = try String.decode(from: input) else { return nil }
        return try text.withUTF8 { try value(ofText: $0) }.coded()
    }
}

extension JSONValue where Self: RawRepresentable, RawValue: JSONValue {
    /// Reads the raw value. An unknown one is an error.
    @inlinable public static func decode(from input: CodableInput) throws -> Self? {
        try RawValue.decode(from: input).map { try Self(rawValue: $0).coded() }
    }
}

extension Array where Element: JSONValue {
    /// Whether the elements can be read one by one.
    public static var isCodedDirectly: Bool { Element.isCodedDirectly }

    /// Reads the elements of an array.
    @inlinable public static func decode(from input: CodableInput) throws -> [Element]? {
        guard isCodedDirectly else { return try converted(from: input) }
        return try input.inside(input.list) { list in
            let element = CodableInput(.element(list))
            var elements: [Element] = []
            elements.reserveCapacity(left(in: &list.pointee))
            while left(in: &list.pointee) > 0 { elements.append(try element.required()) }
            return elements
        }
    }

    /// The number of elements left, or 1 if the container does not know; 0 at the end. Inout, because a container that
    /// is read through a pointer would be copied.
    @usableFromInline
    static func left(in list: inout any UnkeyedDecodingContainer) -> Int { list.isAtEnd ? 0 : list.count ?? 1 }
}

extension Dictionary where Key: JSONObjectKey, Value: JSONValue {
    /// Whether the values can be read one by one.
    public static var isCodedDirectly: Bool { Value.isCodedDirectly }

    /// Reads the members of an object.
    @inlinable public static func decode(from input: CodableInput) throws -> [Key: Value]? {
        guard isCodedDirectly else { return try converted(from: input) }
        return try input.inside(input.object) { object in
            // Several keys may stand for the same case of an enum. The first one is used; sorting makes it the same one
            // in each run.
            let names = object.pointee.allKeys.sorted { $0.stringValue < $1.stringValue }
            // Keys are checked before any value is read, so that a bad key does not cause values to be read twice.
            let keys = try names.map { try Key(jsonKey: $0.stringValue).coded() }
            var members: [Key: Value] = [:]
            for (key, name) in zip(keys, names) where members[key] == nil {
                // The type annotation is needed: a direct assignment would infer an optional.
                let value: Value = try withUnsafePointer(to: name) {
                    try CodableInput(.required(object, $0)).required()
                }
                members[key] = value
            }
            return members
        }
    }
}

// The standard library has the same for the raw values Int and String.
extension JSONObjectKey where Self: RawRepresentable, RawValue == Int64 {
    /// The raw value as the key of a Codable dictionary.
    public var codingKey: any CodingKey { JSONCodingKey(stringValue: jsonKey) }

    /// The case whose raw value is a key of a Codable dictionary.
    public init?(codingKey: some CodingKey) {
        self.init(jsonKey: codingKey.stringValue)
    }
}
