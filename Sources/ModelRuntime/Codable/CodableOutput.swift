import Foundation

/// A place in an Encoder to which a value is written: a member of an object, the next element of an array, or a value of
/// its own.
///
/// Values that Codable's containers can hold are passed to it directly; all others are first converted to JSON.
public struct CodableOutput: ~Copyable {
    private enum Container {
        case object, array, single
    }

    private let container: Container
    // One of the three is set.
    private var object: KeyedEncodingContainer<JSONCodingKey>?
    private var list: (any UnkeyedEncodingContainer)?
    private let encoder: (any Encoder)?
    /// The member's key.
    @usableFromInline var key = noKey
    /// The number of enclosing objects and arrays.
    private let depth: Int

    /// The whole value of an Encoder.
    init(_ encoder: any Encoder) {
        container = .single
        self.encoder = encoder
        depth = 0
    }

    private init(_ object: KeyedEncodingContainer<JSONCodingKey>?, depth: Int) {
        container = .object
        self.object = object
        encoder = nil
        self.depth = depth
    }

    private init(_ list: (any UnkeyedEncodingContainer)?, depth: Int) {
        container = .array
        self.list = list
        encoder = nil
        self.depth = depth
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
        switch container {
        case .object:
            return CodableOutput(
                object?.nestedContainer(keyedBy: JSONCodingKey.self, forKey: key.pointee), depth: depth + 1)
        case .array: return CodableOutput(list?.nestedContainer(keyedBy: JSONCodingKey.self), depth: depth + 1)
        case .single: return CodableOutput(encoder?.container(keyedBy: JSONCodingKey.self), depth: depth + 1)
        }
    }

    /// An array at this place.
    @usableFromInline
    mutating func elements() throws -> CodableOutput {
        try descend()
        switch container {
        case .object: return CodableOutput(object?.nestedUnkeyedContainer(forKey: key.pointee), depth: depth + 1)
        case .array: return CodableOutput(list?.nestedUnkeyedContainer(), depth: depth + 1)
        case .single: return CodableOutput(encoder?.unkeyedContainer(), depth: depth + 1)
        }
    }

    /// The same limit as without an Encoder, far below what would overflow the stack.
    private func descend() throws {
        guard depth >= JSONSource.maximumDepth else { return }
        throw JSONError(.tooDeep, expected: "at most \(JSONSource.maximumDepth) levels")
    }

    // MARK: Values

    @usableFromInline
    mutating func encodeNil() throws {
        switch container {
        case .object: try object?.encodeNil(forKey: key.pointee)
        case .array: try list?.encodeNil()
        case .single:
            var single = encoder?.singleValueContainer()
            try single?.encodeNil()
        }
    }

    @usableFromInline
    mutating func encode(_ value: Bool) throws {
        switch container {
        case .object: try object?.encode(value, forKey: key.pointee)
        case .array: try list?.encode(value)
        case .single: try encodeAlone(value)
        }
    }

    @usableFromInline
    mutating func encode(_ value: Int64) throws {
        switch container {
        case .object: try object?.encode(value, forKey: key.pointee)
        case .array: try list?.encode(value)
        case .single: try encodeAlone(value)
        }
    }

    @usableFromInline
    mutating func encode(_ value: UInt64) throws {
        switch container {
        case .object: try object?.encode(value, forKey: key.pointee)
        case .array: try list?.encode(value)
        case .single: try encodeAlone(value)
        }
    }

    @usableFromInline
    mutating func encode(_ value: Double) throws {
        switch container {
        case .object: try object?.encode(value, forKey: key.pointee)
        case .array: try list?.encode(value)
        case .single: try encodeAlone(value)
        }
    }

    @usableFromInline
    mutating func encode(_ value: String) throws {
        switch container {
        case .object: try object?.encode(value, forKey: key.pointee)
        case .array: try list?.encode(value)
        case .single: try encodeAlone(value)
        }
    }

    /// A value that Codable writes as this library does.
    @usableFromInline
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        switch container {
        case .object: try object?.encode(value, forKey: key.pointee)
        case .array: try list?.encode(value)
        case .single: try encodeAlone(value)
        }
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
        switch container {
        case .object: (object?.codingPath.jsonPath ?? []) + [.key(key.pointee.stringValue)]
        case .array: (list?.codingPath.jsonPath ?? []) + [.index(list?.count ?? 0)]
        case .single: encoder?.codingPath.jsonPath ?? []
        }
    }

    /// The number, which JSON must be able to represent.
    func finite<Number: BinaryFloatingPoint>(_ value: Number) throws -> Number {
        guard !value.isFinite else { return value }
        throw error(JSONError(.notRepresentable, found: "\(value)"))
    }

    /// The error, located at the value.
    func error(_ error: JSONError) -> JSONError {
        var error = error
        error.path = JSONPath(path).description
        error.isLocated = true
        return error
    }
}
