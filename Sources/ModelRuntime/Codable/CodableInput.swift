import Foundation

/// A place in a Decoder from which a value is read: a member of an object, or the next element of an array.
///
/// Values that Codable's containers can hold are read from it directly; all others are first converted to JSON.
public struct CodableInput: ~Copyable {
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
    // One of the two is set.
    private let object: KeyedDecodingContainer<JSONCodingKey>?
    private var list: (any UnkeyedDecodingContainer)?
    /// The member's key. A pointer, so that moving to another member does not copy a string.
    @usableFromInline var key: UnsafePointer<JSONCodingKey>

    /// The members of an object: the one with the key ``key`` is read.
    @usableFromInline
    init(_ object: KeyedDecodingContainer<JSONCodingKey>) {
        self.init(object, key: noKey)
    }

    /// The member of an object with a key.
    init(_ object: KeyedDecodingContainer<JSONCodingKey>, key: UnsafePointer<JSONCodingKey>) {
        request = .required
        self.object = object
        self.key = key
    }

    private init(_ list: any UnkeyedDecodingContainer) {
        request = .element
        object = nil
        self.list = list
        key = noKey
    }

    // MARK: Values

    @usableFromInline
    mutating func decode(_ type: Bool.Type) throws -> Bool? {
        switch request {
        case .required: try object?.decode(type, forKey: key.pointee)
        case .optional: try object?.decodeIfPresent(type, forKey: key.pointee)
        case .element: try list?.decode(type)
        }
    }

    @usableFromInline
    mutating func decode(_ type: Int64.Type) throws -> Int64? {
        switch request {
        case .required: try object?.decode(type, forKey: key.pointee)
        case .optional: try object?.decodeIfPresent(type, forKey: key.pointee)
        case .element: try list?.decode(type)
        }
    }

    @usableFromInline
    mutating func decode(_ type: UInt64.Type) throws -> UInt64? {
        switch request {
        case .required: try object?.decode(type, forKey: key.pointee)
        case .optional: try object?.decodeIfPresent(type, forKey: key.pointee)
        case .element: try list?.decode(type)
        }
    }

    @usableFromInline
    mutating func decode(_ type: Double.Type) throws -> Double? {
        switch request {
        case .required: try object?.decode(type, forKey: key.pointee)
        case .optional: try object?.decodeIfPresent(type, forKey: key.pointee)
        case .element: try list?.decode(type)
        }
    }

    @usableFromInline
    mutating func decode(_ type: Float.Type) throws -> Float? {
        switch request {
        case .required: try object?.decode(type, forKey: key.pointee)
        case .optional: try object?.decodeIfPresent(type, forKey: key.pointee)
        case .element: try list?.decode(type)
        }
    }

    @usableFromInline
    mutating func decode(_ type: String.Type) throws -> String? {
        switch request {
        case .required: try object?.decode(type, forKey: key.pointee)
        case .optional: try object?.decodeIfPresent(type, forKey: key.pointee)
        case .element: try list?.decode(type)
        }
    }

    @usableFromInline
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        switch request {
        case .required: try object?.decode(type, forKey: key.pointee)
        case .optional: try object?.decodeIfPresent(type, forKey: key.pointee)
        case .element: try list?.decode(type)
        }
    }

    /// The value of the member, or the next element, which must not be null.
    @inlinable
    mutating func required<Value: JSONValue>() throws -> Value {
        do {
            if let value = try Value.decode(from: &self) { return value }
        } catch {
            // Asking first would cost a call for each value.
            guard (try? readNull()) == true else { throw located(error) }
        }
        throw missing(Value.self)
    }

    @usableFromInline
    func missing(_ type: Any.Type) -> JSONError { error(.missing, expected: expectation(of: type), found: "null") }

    /// Whether there is a value, even if it is null.
    @usableFromInline var isPresent: Bool { object?.contains(key.pointee) ?? true }

    /// Whether the value is null or absent. A null element is passed.
    @usableFromInline mutating func readNull() throws -> Bool {
        if let object { return try !object.contains(key.pointee) || object.decodeNil(forKey: key.pointee) }
        return try list?.decodeNil() ?? true
    }

    // MARK: Levels

    /// A Decoder for the value, or nil if it is absent.
    mutating func decoder() throws -> (any Decoder)? {
        if request == .element { return try list?.superDecoder() }
        return isPresent ? try object?.superDecoder(forKey: key.pointee) : nil
    }

    /// The elements of the array at this place; nil if it is optional, and null or absent.
    @usableFromInline
    mutating func elements() throws -> CodableInput? {
        if request == .optional, try readNull() { return nil }
        if let inner = try list?.nestedUnkeyedContainer() { return CodableInput(inner) }
        return try (object?.nestedUnkeyedContainer(forKey: key.pointee)).map { CodableInput($0) }
    }

    /// The members of the object at this place; nil if it is optional, and null or absent.
    @usableFromInline
    mutating func members() throws -> KeyedDecodingContainer<JSONCodingKey>? {
        if request == .optional, try readNull() { return nil }
        if let inner = try list?.nestedContainer(keyedBy: JSONCodingKey.self) { return inner }
        return try object?.nestedContainer(keyedBy: JSONCodingKey.self, forKey: key.pointee)
    }

    /// Whether all elements of the array were read.
    @usableFromInline var isAtEnd: Bool { list?.isAtEnd ?? true }

    /// The number of elements of the array, if the Decoder knows it.
    @usableFromInline var count: Int? { list?.count }

    // MARK: Errors

    /// The path of the member, or of the element that was read last.
    var path: [JSONPath.Component] {
        if let object { return object.codingPath.jsonPath + [.key(key.pointee.stringValue)] }
        return (list?.codingPath.jsonPath ?? []) + [.index(max((list?.currentIndex ?? 0) - 1, 0))]
    }

    /// The error of a container. Some of Foundation's have no path, or one without the last step.
    @usableFromInline
    func located(_ error: any Error) -> any Error {
        if error is JSONError || error is JSONDropped { return error }
        var located = JSONError(decoding: error)
        let container = (object?.codingPath ?? list?.codingPath ?? []).jsonPath
        guard !located.isLocated || located.path == JSONPath(container).description else { return located }
        // An element that could not be read is still the current one.
        let step = list.map { JSONPath.Component.index($0.currentIndex) } ?? .key(key.pointee.stringValue)
        located.path = JSONPath(container + [step]).description
        located.isLocated = true
        return located
    }

    /// The number, unless a Decoder accepts more than JSON.
    func finite<Number: BinaryFloatingPoint>(_ value: Number?) throws -> Number? {
        guard let value, !value.isFinite else { return value }
        throw error(.outOfRange, expected: "a number that a \(Number.self) can hold")
    }

    @usableFromInline
    func unfit<Integer: FixedWidthInteger>(_ type: Integer.Type) -> JSONError {
        error(.outOfRange, expected: expectation(ofInteger: type))
    }

    @usableFromInline
    func notACase(of type: Any.Type) -> JSONError {
        error(.invalidValue, expected: "a value of \(shortName(of: type))")
    }

    @usableFromInline
    func notAKey(of type: Any.Type) -> JSONError {
        let found = "the key \(key.pointee.stringValue.quotedForMessage)"
        return error(.invalidValue, expected: "a key that is \(shortName(of: type))", found: found)
    }

    /// An error at the value.
    func error(_ kind: JSONError.Kind, expected: String, found: String? = nil) -> JSONError {
        var error = JSONError(kind, expected: expected, found: found)
        error.path = JSONPath(path).description
        error.isLocated = true
        return error
    }
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
