/// The place in a Decoder from which a value is read: a member of an object, or the next element of an array.
public struct CodableInput {
    // Pointers, because passing a container or a key would copy it for each value.
    @usableFromInline typealias Object = UnsafeMutablePointer<KeyedDecodingContainer<JSONCodingKey>>
    @usableFromInline typealias List = UnsafeMutablePointer<any UnkeyedDecodingContainer>
    @usableFromInline typealias Key = UnsafePointer<JSONCodingKey>

    @usableFromInline enum Place {
        /// A member that must have a value.
        case required(Object, Key)
        /// A member that is nil if it is absent or null.
        case optional(Object, Key)
        case element(List)
    }

    private let place: Place

    @usableFromInline init(_ place: Place) { self.place = place }

    @usableFromInline
    func decode(_ type: Int64.Type) throws -> Int64? {
        try decode {
            try $0.decodeIfPresent(type, forKey: $1)
        } element: {
            try $0.decode(type)
        }
    }

    @usableFromInline
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        switch place {
        case .required(let object, let key):
            guard object.pointee.contains(key.pointee) else { throw NotCodedDirectly() }
            return try object.pointee.decode(type, forKey: key.pointee)
        case .optional(let object, let key): return try object.pointee.decodeIfPresent(type, forKey: key.pointee)
        case .element(let list): return try list.pointee.decode(type)
        }
    }

    /// Reads the value, as JSON if containers cannot read it. Returns nil if the value may be absent or null, and is.
    @inlinable
    func value<Value: JSONValue>(_ type: Value.Type) throws -> Value? {
        do { return try Value.decode(from: self) } catch { return try Value.converted(from: self, after: error) }
    }

    /// Reads the value. Null is an error.
    @inlinable
    func required<Value: JSONValue>() throws -> Value {
        try Value.decode(from: self).coded()
    }

    /// Reads the contents of a container. If the value has no such container, only this value is read as JSON, not
    /// everything that contains it.
    @inlinable
    @inline(__always)
    func inside<Container, Value: JSONValue>(
        _ enter: () throws -> Container?, _ body: (UnsafeMutablePointer<Container>) throws -> Value
    ) throws -> Value? {
        var container: Container
        do {
            guard let found = try enter() else { return nil }
            container = found
        } catch {
            return try Value.converted(from: self, after: error)
        }
        return try body(&container)
    }

    /// The container of an object's members.
    @usableFromInline
    func object() throws -> Object.Pointee? {
        if try isAbsent { return nil }
        return try decode {
            try $0.nestedContainer(keyedBy: JSONCodingKey.self, forKey: $1)
        } element: {
            try $0.nestedContainer(keyedBy: JSONCodingKey.self)
        }
    }

    /// The container of an array's elements.
    @usableFromInline
    func list() throws -> List.Pointee? {
        if try isAbsent { return nil }
        return try decode {
            try $0.nestedUnkeyedContainer(forKey: $1)
        } element: {
            try $0.nestedUnkeyedContainer()
        }
    }

    /// Whether the value may be absent or null, and is.
    private var isAbsent: Bool {
        get throws {
            guard case .optional(let object, let key) = place else { return false }
            return try !object.pointee.contains(key.pointee) || object.pointee.decodeNil(forKey: key.pointee)
        }
    }

    /// Reads a value of a type for which Codable's containers have methods of their own, which are faster.
    @inline(__always)
    func decode<Value>(
        _ member: (inout Object.Pointee, JSONCodingKey) throws -> Value?,
        element: (inout any UnkeyedDecodingContainer) throws -> Value
    ) throws -> Value? {
        switch place {
        case .required(let object, let key):
            return try member(&object.pointee, key.pointee).coded()
        case .optional(let object, let key): return try member(&object.pointee, key.pointee)
        case .element(let list): return try element(&list.pointee)
        }
    }
}
