import Foundation

/// What a ``JSONSink`` writes behind Codable: the encoder, an object's container, or a list's.
final class CodableWriter {
    let parent: CodableWriter?
    private var fields: JSONFields?
    private var field = -1
    private var encoder: (any Encoder)?
    private var object: KeyedEncodingContainer<JSONCodingKey>?
    private var list: (any UnkeyedEncodingContainer)?
    private var key = JSONCodingKey("")
    private var announced: (key: String, name: String)?

    init(_ encoder: any Encoder) {
        self.encoder = encoder
        parent = nil
    }

    private init(parent: CodableWriter) {
        self.parent = parent
    }

    func enter(_ fields: JSONFields) -> CodableWriter {
        let level = beginObject()
        level.fields = fields
        return level
    }

    func beginObject() -> CodableWriter {
        let level = CodableWriter(parent: self)
        if object != nil {
            level.object = object?.nestedContainer(keyedBy: JSONCodingKey.self, forKey: key)
        } else if list != nil {
            level.object = list?.nestedContainer(keyedBy: JSONCodingKey.self)
        } else {
            level.object = encoder?.container(keyedBy: JSONCodingKey.self)
        }
        if let announced {
            try? level.object?.encode(announced.name, forKey: JSONCodingKey(announced.key))
            self.announced = nil
        }
        return level
    }

    func beginArray() -> CodableWriter {
        let level = CodableWriter(parent: self)
        if object != nil {
            level.list = object?.nestedUnkeyedContainer(forKey: key)
        } else if list != nil {
            level.list = list?.nestedUnkeyedContainer()
        } else {
            level.list = encoder?.unkeyedContainer()
        }
        return level
    }

    /// A member for the next object, which tells its kind.
    func announce(_ key: String, _ name: String) {
        announced = (key, name)
    }

    func takeAnnounced() -> (key: String, name: String)? {
        defer { announced = nil }
        return announced
    }

    func begin(_ field: Int) -> Bool {
        self.field = field
        guard let fields, fields.fields.indices.contains(field), fields.output.isWritten[field],
            case .key(let name)? = fields.fields[field].paths.first?.components.first
        else { return false }
        key = JSONCodingKey(name)
        return true
    }

    func nextMember(_ key: String) {
        self.key = JSONCodingKey(key)
    }

    func writeNull() throws {
        if object != nil {
            try object?.encodeNil(forKey: key)
        } else if list != nil {
            try list?.encodeNil()
        } else {
            var single = encoder?.singleValueContainer()
            try single?.encodeNil()
        }
    }

    func write(_ value: Bool) throws {
        if object != nil { return try object?.encode(value, forKey: key) ?? () }
        if list != nil { return try list?.encode(value) ?? () }
        try single(value)
    }

    func write(_ value: Double) throws {
        if object != nil { return try object?.encode(value, forKey: key) ?? () }
        if list != nil { return try list?.encode(value) ?? () }
        try single(value)
    }

    func write(_ value: String) throws {
        if object != nil { return try object?.encode(value, forKey: key) ?? () }
        if list != nil { return try list?.encode(value) ?? () }
        try single(value)
    }

    func write<Value: Encodable>(_ value: Value) throws {
        if object != nil { return try object?.encode(value, forKey: key) ?? () }
        if list != nil { return try list?.encode(value) ?? () }
        try single(value)
    }

    private func single<Value: Encodable>(_ value: Value) throws {
        var single = encoder?.singleValueContainer()
        try single?.encode(value)
    }

    func extend(_ path: inout [JSONPath.Component], _ error: inout JSONError, _ isSensitive: inout Bool) {
        parent?.extend(&path, &error, &isSensitive)
        guard !isSensitive else { return }
        if let encoder {
            path += encoder.codingPath.map { $0.intValue.map { .index($0) } ?? .key($0.stringValue) }
        } else if let fields {
            error.model = fields.model
            error.field = nil
            guard fields.fields.indices.contains(field) else { return }
            error.field = fields.fields[field].name
            path += fields.fields[field].paths.first?.components ?? []
            isSensitive = fields.fields[field].traits.contains(.sensitive)
        } else if let list {
            path.append(.index(list.count))
        } else if object != nil {
            path.append(.key(key.stringValue))
        }
    }
}

extension JSONSink {
    @inline(never)
    mutating func enterBackend(_ fields: JSONFields) throws {
        guard !fields.output.isFlat else {
            backend = backend?.enter(fields)
            return
        }
        // Members that share a path have to be brought together first: as bytes, which are then written as they are.
        captured = (backend, depth)
        if let announced = backend?.takeAnnounced() {
            var text = JSONSink()
            try text.writeString(announced.name)
            discriminator =
                quotedKey(announced.key.utf8) + Array(UnsafeBufferPointer(start: text.buffer, count: text.count))
        }
        backend = nil
        try enter(fields)
    }

    /// Hands what was brought together to the Encoder.
    @inline(never)
    mutating func endCapture() throws {
        let json = try JSON(json: takeData(), at: [])
        // Without room every write goes to the Encoder again.
        capacity = 0
        backend = captured?.backend
        captured = nil
        try json.write(to: &self)
    }
}
