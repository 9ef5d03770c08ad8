import Foundation

/// What a ``JSONSource`` reads behind Codable: the decoder, an object's container, or a list's.
///
/// One stands for each level that is open. The fields of an object are told in their order, so that nothing asks for
/// `allKeys`, which is slow.
final class CodableReader {
    typealias ObjectPointer = UnsafeMutablePointer<KeyedDecodingContainer<JSONCodingKey>>
    typealias ListPointer = UnsafeMutablePointer<any UnkeyedDecodingContainer>

    // Three kinds of level, of which one is there. Constants, so that reading them needs no check for exclusive access.
    let parent: CodableReader?
    let decoder: (any Decoder)?
    /// In memory of their own: what an optional container costs to copy is more than what it costs to look up a key. And
    /// a list moves at each element, which would make a copy of its own if two held it.
    let object: ObjectPointer?
    let list: ListPointer?
    /// The model whose object this is; it lives as long as its type.
    private let model: Unmanaged<JSONFields>?
    /// The keys of the model's fields, or the object's own in their order.
    private let keys: UnsafePointer<JSONCodingKey>
    private let keyCount: Int
    private let ownKeys: UnsafeMutablePointer<JSONCodingKey>?
    /// How many fields at the beginning of the model's list stand at one key each.
    private let plainCount: Int

    /// The key that told which model stands here.
    var discriminator: String?
    /// The field that is asked for next.
    private(set) var wanted = 0
    /// The field or the own key that is current, or -1.
    private var current = -1
    /// The element of a list that is current, or -1.
    private var element = -1
    /// The value of a field that stands at a path.
    private(set) var target: CodableReader?
    /// Whether this stands at a value that is null.
    var isNullValue: Bool { (try? standsAtNull()) == true }
    /// How the current value is reached from the enclosing one, where it is not by its key or index.
    var pathFromParent: [JSONPath.Component] = []

    /// A level that is the value of a decoder.
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

    /// The object of a model.
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

    /// An object whose keys are data.
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

    /// A list.
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

    /// The model whose object this is.
    var fields: JSONFields? { model?.takeUnretainedValue() }

    /// The current member's key.
    @inline(__always)
    var key: JSONCodingKey { place.pointee }

    /// Where the current member's key is.
    @inline(__always)
    var place: UnsafePointer<JSONCodingKey> { keys + max(current, 0) }

    // MARK: Levels

    /// The level of a model that stands here.
    func enter(_ fields: JSONFields, in source: borrowing JSONSource) throws -> CodableReader {
        discriminator = nil
        return CodableReader(try nestedObject(in: source), of: fields, parent: self)
    }

    /// The key that told which model stands here, once.
    func takeDiscriminator() -> String? {
        defer { discriminator = nil }
        return discriminator
    }

    /// The level of a list that stands here.
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

    /// The level of an object that stands here and whose keys are data.
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

    /// Goes to the next field of the model's list; false if it is not read or stands at a path that leads nowhere. A field
    /// at one key may be absent, which is found out when it is read.
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

    /// The index of the element at which a list stands, to see whether it was read.
    var listIndex: Int? { list?.pointee.currentIndex }

    func skip() throws {
        guard let list else { return }
        if try list.pointee.decodeNil() { return }
        _ = try list.pointee.decode(Ignored.self)
    }

    // MARK: Places

    /// Adds the path from the outermost value to where this stands.
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
            // Not the container's own index, which is that of the next element while a model in the list is read.
            if element >= 0 { place.path.append(.index(element)) }
        } else if object != nil, current >= 0 {
            place.path.append(.key(key.stringValue))
        }
    }
}

/// The keys of a level that has none.
nonisolated(unsafe) private let noKeys: UnsafePointer<JSONCodingKey> = {
    let memory = UnsafeMutablePointer<JSONCodingKey>.allocate(capacity: 1)
    memory.initialize(to: JSONCodingKey(""))
    return UnsafePointer(memory)
}()

extension JSONSource {
    /// The level that is read, not retained for each value.
    @inline(__always)
    var decoderLevel: Unmanaged<CodableReader>? {
        guard let backend else { return nil }
        return Unmanaged.passUnretained(backend)
    }
}
