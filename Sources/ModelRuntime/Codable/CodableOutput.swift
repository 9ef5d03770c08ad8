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
        guard depth >= JSONSource.maximumDepth else { return }
        throw JSONError(.tooDeep, expected: "at most \(JSONSource.maximumDepth) levels")
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

    /// A number of any size, if the Encoder has a type for it.
    @usableFromInline
    mutating func encode(_ value: JSONNumber) throws {
        let exact = ExactDecimal(value.literal.utf8)
        if let integer = exact.int64 {
            try encode(integer)
        } else if let integer = exact.uint64 {
            try encode(integer)
        } else if let double = value.double, ExactDecimal("\(double)".utf8) == exact {
            try encode(double)
        } else if let decimal = value.decimal {
            // Not first: only JSON has decimal numbers, property lists have a dictionary of its parts.
            try encode(decimal)
        } else {
            throw error(
                JSONError(.notRepresentable, reason: "an Encoder cannot represent the number \(value.literal)"))
        }
    }

    private func encodeAlone<Value: Encodable>(_ value: Value) throws {
        var single = encoder?.singleValueContainer()
        try single?.encode(value)
    }

    // MARK: Errors

    /// The path of the value in the document.
    var path: [JSONPath.Component] {
        let outer = (object?.codingPath ?? list?.codingPath ?? encoder?.codingPath ?? []).jsonPath
        if object != nil { return outer + [.key(key.pointee.stringValue)] }
        return outer + (list.map { [.index($0.count)] } ?? [])
    }

    /// The number, which JSON must be able to represent.
    func finite<Number: BinaryFloatingPoint>(_ value: Number) throws -> Number {
        guard !value.isFinite else { return value }
        throw error(JSONError(.notRepresentable, found: "\(value)"))
    }

    /// The error, located at the value.
    func error(_ error: JSONError) -> JSONError {
        var error = error
        error.locate(at: path)
        return error
    }
}
