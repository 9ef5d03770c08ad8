import Foundation

/// A place in a Decoder from which a value is read: a member of an object, or the next element of an array.
///
/// Values that Codable's containers can hold are read from it directly; all others are first converted to JSON.
public struct CodableInput: ~Copyable {
    @usableFromInline typealias Object = UnsafeMutablePointer<KeyedDecodingContainer<JSONCodingKey>>

    /// How the value is asked for, so that a container looks it up only once.
    @usableFromInline enum Request {
        /// A member that must have a value: if it is absent or null, the container throws.
        case required
        /// A member that may be absent or null.
        case optional
        /// The next element of an array.
        case element
    }

    @usableFromInline var request: Request
    // One of the two is set. Pointers, because a container would be copied for each value.
    private let object: Object?
    private let list: UnsafeMutablePointer<any UnkeyedDecodingContainer>?
    /// The member's key. A pointer, so that moving to another member does not copy a string.
    @usableFromInline var key: UnsafePointer<JSONCodingKey>

    /// The members of an object, of which the one with the key ``key`` is read.
    @usableFromInline
    init(_ object: Object, key: UnsafePointer<JSONCodingKey>) {
        request = .required
        self.object = object
        list = nil
        self.key = key
    }

    private init(_ list: UnsafeMutablePointer<any UnkeyedDecodingContainer>, in key: UnsafePointer<JSONCodingKey>) {
        request = .element
        object = nil
        self.list = list
        self.key = key
    }

    // MARK: Values

    @usableFromInline
    mutating func decode(_ type: Bool.Type) throws -> Bool? {
        guard let object else { return try list?.pointee.decode(type) }
        return try request == .optional
            ? Self.inPlace(object) { try $0.decodeIfPresent(type, forKey: key.pointee) }
            : Self.inPlace(object) { try $0.decode(type, forKey: key.pointee) }
    }

    @usableFromInline
    mutating func decode(_ type: Int64.Type) throws -> Int64? {
        guard let object else { return try list?.pointee.decode(type) }
        return try request == .optional
            ? Self.inPlace(object) { try $0.decodeIfPresent(type, forKey: key.pointee) }
            : Self.inPlace(object) { try $0.decode(type, forKey: key.pointee) }
    }

    @usableFromInline
    mutating func decode(_ type: Double.Type) throws -> Double? {
        guard let object else { return try list?.pointee.decode(type) }
        return try request == .optional
            ? Self.inPlace(object) { try $0.decodeIfPresent(type, forKey: key.pointee) }
            : Self.inPlace(object) { try $0.decode(type, forKey: key.pointee) }
    }

    @usableFromInline
    mutating func decode(_ type: String.Type) throws -> String? {
        guard let object else { return try list?.pointee.decode(type) }
        return try request == .optional
            ? Self.inPlace(object) { try $0.decodeIfPresent(type, forKey: key.pointee) }
            : Self.inPlace(object) { try $0.decode(type, forKey: key.pointee) }
    }

    @usableFromInline
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        guard let object else { return try list?.pointee.decode(type) }
        return try request == .optional
            ? Self.inPlace(object) { try $0.decodeIfPresent(type, forKey: key.pointee) }
            : Self.inPlace(object) { try $0.decode(type, forKey: key.pointee) }
    }

    /// Calls a function with the object, which would be copied to call a function of its own.
    @inline(__always)
    private static func inPlace<Result>(
        _ object: Object, _ body: (inout Object.Pointee) throws -> Result
    ) rethrows -> Result {
        try body(&object.pointee)
    }

    /// The value of the member, or the next element, which must not be null.
    @inlinable
    mutating func required<Value: JSONValue>() throws -> Value {
        guard let value = try Value.decode(from: &self) else { throw NotCodedDirectly() }
        return value
    }

    /// Whether there is a value, even if it is null.
    @usableFromInline var isPresent: Bool { object?.pointee.contains(key.pointee) ?? true }

    /// Whether the value is null or absent. A null element is passed.
    @usableFromInline mutating func readNull() throws -> Bool {
        if let object = object?.pointee {
            return try !object.contains(key.pointee) || object.decodeNil(forKey: key.pointee)
        }
        return try list?.pointee.decodeNil() ?? true
    }

    // MARK: Levels

    /// A Decoder for the value, or nil if it is absent.
    mutating func decoder() throws -> (any Decoder)? {
        if request == .element { return try list?.pointee.superDecoder() }
        return isPresent ? try object?.pointee.superDecoder(forKey: key.pointee) : nil
    }

    /// Reads the elements of the array at this place; nil if it is optional, and null or absent.
    @usableFromInline
    mutating func elements<Result>(_ body: (inout CodableInput) throws -> Result) throws -> Result? {
        func read(_ elements: consuming any UnkeyedDecodingContainer) throws -> Result {
            try withUnsafeMutablePointer(to: &elements) {
                var input = CodableInput($0, in: key)
                return try body(&input)
            }
        }
        if let list { return try read(list.pointee.nestedUnkeyedContainer()) }
        if request == .optional, try readNull() { return nil }
        guard let object else { return nil }
        return try read(object.pointee.nestedUnkeyedContainer(forKey: key.pointee))
    }

    /// Reads the members of the object at this place; nil if it is optional, and null or absent.
    @usableFromInline
    mutating func members<Result>(_ body: (Object) throws -> Result) throws -> Result? {
        if let list {
            var members = try list.pointee.nestedContainer(keyedBy: JSONCodingKey.self)
            return try withUnsafeMutablePointer(to: &members, body)
        }
        if request == .optional, try readNull() { return nil }
        guard let object else { return nil }
        var members = try object.pointee.nestedContainer(keyedBy: JSONCodingKey.self, forKey: key.pointee)
        return try withUnsafeMutablePointer(to: &members, body)
    }

    /// Whether all elements of the array were read.
    @usableFromInline var isAtEnd: Bool { list?.pointee.isAtEnd ?? true }

    /// The number of elements of the array, if the Decoder knows it.
    @usableFromInline var count: Int? { list?.pointee.count }
}

/// The key of a place without one.
nonisolated(unsafe) let noKey: UnsafePointer<JSONCodingKey> = {
    let memory = UnsafeMutablePointer<JSONCodingKey>.allocate(capacity: 1)
    memory.initialize(to: JSONCodingKey(stringValue: ""))
    return UnsafePointer(memory)
}()

extension KeyedDecodingContainer<JSONCodingKey> {
    /// The keys in an order that does not change from run to run.
    @usableFromInline var sortedKeys: [JSONCodingKey] { allKeys.sorted { $0.stringValue < $1.stringValue } }
}

extension [any CodingKey] {
    /// The same path in our form.
    var jsonPath: [JSONPath.Component] { map { $0.intValue.map { .index($0) } ?? .key($0.stringValue) } }
}
