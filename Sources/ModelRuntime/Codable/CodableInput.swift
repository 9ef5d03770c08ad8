/// A place in a Decoder from which a value is read: a member of an object, or the next element of an array.
public struct CodableInput {
    // Pointers, because a container or a key would be copied for each value.
    typealias Object = UnsafeMutablePointer<KeyedDecodingContainer<JSONCodingKey>>

    enum Place {
        case member(Object, UnsafePointer<JSONCodingKey>)
        case element(UnsafeMutablePointer<any UnkeyedDecodingContainer>)
    }

    let place: Place

    // The types of which Codable's containers have functions of their own, which are faster. A member that is absent or
    // null is nil.

    @usableFromInline
    func decode(_ type: Bool.Type) throws -> Bool? {
        try decode { try $0.decodeIfPresent(type, forKey: $1) } element: { try $0.decode(type) }
    }

    @usableFromInline
    func decode(_ type: Int64.Type) throws -> Int64? {
        try decode { try $0.decodeIfPresent(type, forKey: $1) } element: { try $0.decode(type) }
    }

    @usableFromInline
    func decode(_ type: Double.Type) throws -> Double? {
        try decode { try $0.decodeIfPresent(type, forKey: $1) } element: { try $0.decode(type) }
    }

    @usableFromInline
    func decode(_ type: String.Type) throws -> String? {
        try decode { try $0.decodeIfPresent(type, forKey: $1) } element: { try $0.decode(type) }
    }

    @usableFromInline
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        try decode { try $0.decodeIfPresent(type, forKey: $1) } element: { try $0.decode(type) }
    }

    @inline(__always)
    private func decode<Value>(
        member: (inout Object.Pointee, JSONCodingKey) throws -> Value?,
        element: (inout any UnkeyedDecodingContainer) throws -> Value
    ) rethrows -> Value? {
        switch place {
        case .member(let object, let key): try member(&object.pointee, key.pointee)
        case .element(let list): try element(&list.pointee)
        }
    }
}
