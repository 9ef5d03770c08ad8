/// A place in a Decoder from which a value is read: a member of an object, or the next element of an array.
public struct CodableInput {
    // Pointers, because a container or a key would be copied for each value.
    @usableFromInline typealias Object = UnsafeMutablePointer<KeyedDecodingContainer<JSONCodingKey>>
    @usableFromInline typealias List = UnsafeMutablePointer<any UnkeyedDecodingContainer>
    @usableFromInline typealias Key = UnsafePointer<JSONCodingKey>

    @usableFromInline enum Place {
        /// A member that must have a value: if it is absent or null, the container throws.
        case required(Object, Key)
        /// A member that is nil if it is absent or null.
        case optional(Object, Key)
        case element(List)
    }

    private let place: Place

    @usableFromInline init(_ place: Place) { self.place = place }

    // The types of which Codable's containers have functions of their own, which are faster.

    @usableFromInline
    func decode(_ type: Bool.Type) throws -> Bool? {
        try decode {
            try $0.decode(type, forKey: $1)
        } optional: {
            try $0.decodeIfPresent(type, forKey: $1)
        } element: {
            try $0.decode(type)
        }
    }

    @usableFromInline
    func decode(_ type: Int64.Type) throws -> Int64? {
        try decode {
            try $0.decode(type, forKey: $1)
        } optional: {
            try $0.decodeIfPresent(type, forKey: $1)
        } element: {
            try $0.decode(type)
        }
    }

    @usableFromInline
    func decode(_ type: Double.Type) throws -> Double? {
        try decode {
            try $0.decode(type, forKey: $1)
        } optional: {
            try $0.decodeIfPresent(type, forKey: $1)
        } element: {
            try $0.decode(type)
        }
    }

    @usableFromInline
    func decode(_ type: String.Type) throws -> String? {
        try decode {
            try $0.decode(type, forKey: $1)
        } optional: {
            try $0.decodeIfPresent(type, forKey: $1)
        } element: {
            try $0.decode(type)
        }
    }

    @usableFromInline
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try decode {
            try $0.decode(type, forKey: $1)
        } optional: {
            try $0.decodeIfPresent(type, forKey: $1)
        } element: {
            try $0.decode(type)
        }
    }

    /// Reads the members of an object.
    @usableFromInline
    func members<Result>(_ body: (Object) throws -> Result) throws -> Result? {
        let members = try nested {
            try $0.nestedContainer(keyedBy: JSONCodingKey.self, forKey: $1)
        } element: {
            try $0.nestedContainer(keyedBy: JSONCodingKey.self)
        }
        guard var members else { return nil }
        return try withUnsafeMutablePointer(to: &members, body)
    }

    /// Reads the elements of an array.
    @usableFromInline
    func elements<Result>(_ body: (List) throws -> Result) throws -> Result? {
        let elements = try nested {
            try $0.nestedUnkeyedContainer(forKey: $1)
        } element: {
            try $0.nestedUnkeyedContainer()
        }
        guard var elements else { return nil }
        return try withUnsafeMutablePointer(to: &elements, body)
    }

    @inline(__always)
    private func nested<Container>(
        member: (inout Object.Pointee, JSONCodingKey) throws -> Container,
        element: (inout any UnkeyedDecodingContainer) throws -> Container
    ) throws -> Container? {
        try decode(member) { object, key in
            try !object.contains(key) || object.decodeNil(forKey: key) ? nil : member(&object, key)
        } element: {
            try element(&$0)
        }
    }

    @inline(__always)
    private func decode<Value>(
        _ required: (inout Object.Pointee, JSONCodingKey) throws -> Value,
        optional: (inout Object.Pointee, JSONCodingKey) throws -> Value?,
        element: (inout any UnkeyedDecodingContainer) throws -> Value
    ) throws -> Value? {
        switch place {
        case .required(let object, let key): try required(&object.pointee, key.pointee)
        case .optional(let object, let key): try optional(&object.pointee, key.pointee)
        case .element(let list): try element(&list.pointee)
        }
    }
}
