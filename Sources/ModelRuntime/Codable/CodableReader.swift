import Foundation

/// What a ``JSONSource`` reads behind Codable: the decoder, an object's container, or a list's.
///
/// There is one for each open level. The fields of an object are read in the model's order, because `allKeys` is slow.
final class CodableReader {
    typealias ObjectPointer = UnsafeMutablePointer<KeyedDecodingContainer<JSONCodingKey>>
    typealias ListPointer = UnsafeMutablePointer<any UnkeyedDecodingContainer>

    // Exactly one of the three is set. Constants, so that reading them needs no exclusivity check.
    let parent: CodableReader?
    let decoder: (any Decoder)?
    /// Pointers, because copying an optional container costs more than looking up a key, and because advancing a list
    /// that is shared would copy it.
    let object: ObjectPointer?
    let list: ListPointer?
    /// The fields of the object's model, which live as long as its type.
    private let model: Unmanaged<JSONFields>?
    /// The keys of the model's fields, or the object's own in their order.
    private let keys: UnsafePointer<JSONCodingKey>
    private let keyCount: Int
    private let ownKeys: UnsafeMutablePointer<JSONCodingKey>?
    /// The number of leading fields with a single key each.
    private let plainCount: Int

    /// The discriminator's key, if it decided which model is read.
    var discriminator: String?
    /// The index of the next field to read.
    private(set) var wanted = 0
    /// The index of the current field or key, or -1.
    private var current = -1
    /// The index of the current element of a list, or -1.
    private var element = -1
    /// The value of the current field, if it is at a path.
    private(set) var target: CodableReader?
    /// Whether the current value is null.
    var isNullValue: Bool { (try? currentIsNull()) == true }
    /// The path from the enclosing value to this one, if it is not a single key or index.
    var pathFromParent: [JSONPath.Component] = []

    /// Creates the level of a decoder's value.
    init(_ decoder: any Decoder) {
        self.decoder = decoder
        parent = nil
        object = nil
        list = nil
        model = nil
        keys = noKeys
        keyCount = 0
        ownKeys = nil
        plainCount = 0
    }

    /// Creates the level of a model's object.
    init(_ object: KeyedDecodingContainer<JSONCodingKey>, of fields: JSONFields, parent: CodableReader? = nil) {
        self.parent = parent
        self.object = .allocate(capacity: 1)
        self.object?.initialize(to: object)
        list = nil
        decoder = nil
        model = Unmanaged.passUnretained(fields)
        keys = fields.codable.keys
        keyCount = fields.fields.count
        ownKeys = nil
        plainCount = fields.codable.plainCount
    }

    /// Creates the level of an object whose keys are data.
    init(
        _ object: KeyedDecodingContainer<JSONCodingKey>,
        keys names: [JSONCodingKey],
        parent: CodableReader? = nil
    ) {
        self.parent = parent
        self.object = .allocate(capacity: 1)
        self.object?.initialize(to: object)
        list = nil
        decoder = nil
        model = nil
        let memory = UnsafeMutablePointer<JSONCodingKey>.allocate(capacity: max(names.count, 1))
        for (position, name) in names.enumerated() { (memory + position).initialize(to: name) }
        ownKeys = memory
        keys = UnsafePointer(memory)
        keyCount = names.count
        plainCount = 0
    }

    /// Creates the level of a list.
    init(_ list: any UnkeyedDecodingContainer, parent: CodableReader? = nil) {
        self.parent = parent
        self.list = .allocate(capacity: 1)
        self.list?.initialize(to: list)
        decoder = nil
        object = nil
        model = nil
        keys = noKeys
        keyCount = 0
        ownKeys = nil
        plainCount = 0
    }

    deinit {
        if let object {
            object.deinitialize(count: 1)
            object.deallocate()
        }
        if let list {
            list.deinitialize(count: 1)
            list.deallocate()
        }
        guard let ownKeys else { return }
        ownKeys.deinitialize(count: keyCount)
        ownKeys.deallocate()
    }

    /// The fields of the object's model.
    var fields: JSONFields? { model?.takeUnretainedValue() }

    /// The current member's key.
    @inline(__always)
    var key: JSONCodingKey { place.pointee }

    /// A pointer to the current member's key.
    @inline(__always)
    var place: UnsafePointer<JSONCodingKey> { keys + max(current, 0) }

    // MARK: Levels

    /// Opens the current value as a model's object.
    func enter(_ fields: JSONFields, in source: borrowing JSONSource) throws -> CodableReader {
        discriminator = nil
        return CodableReader(try nestedObject(in: source), of: fields, parent: self)
    }

    /// Returns the discriminator's key and clears it.
    func takeDiscriminator() -> String? {
        defer { discriminator = nil }
        return discriminator
    }

    /// Opens the current value as a list.
    func beginArray(in source: borrowing JSONSource) throws -> CodableReader {
        let list = try value("an array", in: source) {
            try $0.pointee.nestedUnkeyedContainer(forKey: $1.pointee)
        } _: {
            try $0.nestedUnkeyedContainer()
        } _: {
            try $0.unkeyedContainer()
        }
        return CodableReader(list, parent: self)
    }

    /// Opens the current value as an object whose keys are data.
    func beginObject(in source: borrowing JSONSource) throws -> CodableReader {
        let object = try nestedObject(in: source)
        return CodableReader(
            object,
            keys: object.allKeys.sorted { $0.stringValue < $1.stringValue },
            parent: self
        )
    }

    private func nestedObject(in source: borrowing JSONSource) throws -> KeyedDecodingContainer<JSONCodingKey> {
        try value("an object", in: source) {
            try $0.pointee.nestedContainer(keyedBy: JSONCodingKey.self, forKey: $1.pointee)
        } _: {
            try $0.nestedContainer(keyedBy: JSONCodingKey.self)
        } _: {
            try $0.container(keyedBy: JSONCodingKey.self)
        }
    }

    // MARK: Moving

    /// Moves to the model's next field; false if it is not read, or if nothing is at its paths. A field with a single key
    /// may be absent, which shows when it is read.
    func seek() -> Bool {
        let field = wanted
        wanted = field &+ 1
        current = field
        guard field >= plainCount else { return true }
        target = nil
        switch fields?.codable.places[field] {
        case .nowhere, nil: break
        case .key: return true
        case .paths(let paths): target = firstFound(paths)
        }
        // Nothing was found, so no value is current.
        if target == nil { current = -1 }
        return target != nil
    }

    func nextElement() -> Bool {
        guard let list, !list.pointee.isAtEnd else { return false }
        element = list.pointee.currentIndex
        return true
    }

    func nextKey() -> String? {
        guard current + 1 < keyCount else { return nil }
        current += 1
        return key.stringValue
    }

    /// The index of a list's next element, to see whether the current one was read.
    var listIndex: Int? { list?.pointee.currentIndex }

    func skip() throws {
        guard let list else { return }
        if try list.pointee.decodeNil() { return }
        _ = try list.pointee.decode(Ignored.self)
    }

    // MARK: Places

    /// Adds the path from the outermost value to the current one.
    func extend(_ place: inout JSONSource.Place) {
        parent?.extend(&place)
        guard !place.isSensitive else { return }
        if parent == nil {
            let path = decoder?.codingPath ?? object?.pointee.codingPath ?? list?.pointee.codingPath ?? []
            place.path += path.map { $0.intValue.map { .index($0) } ?? .key($0.stringValue) }
        }
        if let fields {
            place.model = fields.model
            place.field = nil
            guard current >= 0, current < keyCount else { return }
            let field = fields.fields[current]
            place.field = field.name
            place.isSensitive = field.traits.contains(.sensitive)
            place.path += target?.pathFromParent ?? field.paths.first?.components ?? []
        } else if list != nil {
            // The container's own index is already that of the next element while a model in the list is read.
            if element >= 0 { place.path.append(.index(element)) }
        } else if object != nil, current >= 0 {
            place.path.append(.key(key.stringValue))
        }
    }
}

/// The keys of a level without keys.
nonisolated(unsafe) private let noKeys: UnsafePointer<JSONCodingKey> = {
    let memory = UnsafeMutablePointer<JSONCodingKey>.allocate(capacity: 1)
    memory.initialize(to: JSONCodingKey(""))
    return UnsafePointer(memory)
}()

extension JSONSource {
    /// The current level, unmanaged so that it is not retained for each value.
    @inline(__always)
    var decoderLevel: Unmanaged<CodableReader>? {
        guard let backend else { return nil }
        return Unmanaged.passUnretained(backend)
    }
}
