import Foundation

/// A place in an Encoder to which a value is written: a member of an object, the next element of an array, or a value of
/// its own.
///
/// Values that Codable's containers can hold are passed to it directly; all others are first converted to JSON.
public struct CodableOutput: ~Copyable {
    // One of the three is set.
    private var object: KeyedEncodingContainer<JSONCodingKey>?
    private var list: (any UnkeyedEncodingContainer)?
    private let encoder: (any Encoder)?
    /// The member's key.
    @usableFromInline var key: UnsafePointer<JSONCodingKey>
    /// The number of enclosing objects and arrays.
    private let depth: Int

    /// The whole value of an Encoder.
    init(_ encoder: any Encoder) {
        self.encoder = encoder
        key = noKey
        depth = 0
    }

    private init(
        _ object: KeyedEncodingContainer<JSONCodingKey>?, _ list: (any UnkeyedEncodingContainer)?,
        in outer: borrowing CodableOutput
    ) {
        self.object = object
        self.list = list
        encoder = nil
        key = outer.key
        depth = outer.depth + 1
    }

    /// Writes a member of the object.
    @usableFromInline
    mutating func member(_ name: String, _ value: some JSONValue) throws {
        try withUnsafePointer(to: JSONCodingKey(stringValue: name)) {
            key = $0
            try value.encode(to: &self)
        }
    }

    // MARK: Levels

    /// An object at this place.
    @usableFromInline
    mutating func members() throws -> CodableOutput {
        try descend()
        let keys = JSONCodingKey.self
        let members =
            object?.nestedContainer(keyedBy: keys, forKey: key.pointee)
            ?? list?.nestedContainer(keyedBy: keys) ?? encoder?.container(keyedBy: keys)
        return CodableOutput(members, nil, in: self)
    }

    /// An array at this place.
    @usableFromInline
    mutating func elements() throws -> CodableOutput {
        try descend()
        let elements =
            object?.nestedUnkeyedContainer(forKey: key.pointee)
            ?? list?.nestedUnkeyedContainer() ?? encoder?.unkeyedContainer()
        return CodableOutput(nil, elements, in: self)
    }

    /// The same limit as without an Encoder, far below what would overflow the stack.
    private func descend() throws {
        if depth >= JSONSource.maximumDepth { throw NotCodedDirectly() }
    }

    // MARK: Values

    @usableFromInline
    mutating func encodeNil() throws {
        try object?.encodeNil(forKey: key.pointee) ?? list?.encodeNil() ?? encodeAlone(Bool?.none)
    }

    @usableFromInline
    mutating func encode(_ value: Bool) throws {
        try object?.encode(value, forKey: key.pointee) ?? list?.encode(value) ?? encodeAlone(value)
    }

    @usableFromInline
    mutating func encode(_ value: Int64) throws {
        try object?.encode(value, forKey: key.pointee) ?? list?.encode(value) ?? encodeAlone(value)
    }

    @usableFromInline
    mutating func encode(_ value: Double) throws {
        try object?.encode(value, forKey: key.pointee) ?? list?.encode(value) ?? encodeAlone(value)
    }

    @usableFromInline
    mutating func encode(_ value: String) throws {
        try object?.encode(value, forKey: key.pointee) ?? list?.encode(value) ?? encodeAlone(value)
    }

    /// A value that Codable writes as this library does.
    @usableFromInline
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try object?.encode(value, forKey: key.pointee) ?? list?.encode(value) ?? encodeAlone(value)
    }

    private func encodeAlone<Value: Encodable>(_ value: Value) throws {
        var single = encoder?.singleValueContainer()
        try single?.encode(value)
    }
}

extension JSONNumber {
    /// The number in a type that an Encoder can represent, if there is one.
    var encodable: (any Encodable)? {
        let exact = ExactDecimal(literal.utf8)
        if let integer = exact.int64 { return integer }
        if let integer = exact.uint64 { return integer }
        if let double, ExactDecimal("\(double)".utf8) == exact { return double }
        // Not first: only JSON has decimal numbers, property lists have a dictionary of its parts.
        return decimal
    }
}
