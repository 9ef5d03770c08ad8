import Foundation

/// What a ``JSONSink`` writes behind Codable: the encoder, an object's container, or a list's.
final class CodableWriter {
    // Exactly one of the three is set.
    let parent: CodableWriter?
    /// The number of enclosing objects and lists.
    private let depth: Int
    private let encoder: (any Encoder)?
    /// A pointer, because copying an optional container costs more than writing a member.
    private let object: UnsafeMutablePointer<KeyedEncodingContainer<JSONCodingKey>>?
    private var list: (any UnkeyedEncodingContainer)?
    /// The fields of the object's model, which live as long as its type.
    private let model: Unmanaged<JSONFields>?
    private let fieldCount: Int
    private var field = -1
    /// The index of the next field to write.
    private var next = 0
    private var key = JSONCodingKey("")
    private var announced: (key: String, name: String)?

    init(_ encoder: any Encoder) {
        self.encoder = encoder
        parent = nil
        depth = 0
        object = nil
        model = nil
        fieldCount = 0
    }

    /// Creates the level of an object: a model's, or one whose keys are data.
    init(
        _ object: KeyedEncodingContainer<JSONCodingKey>,
        of fields: JSONFields?,
        parent: CodableWriter? = nil
    ) {
        self.parent = parent
        depth = (parent?.depth ?? 0) + 1
        self.object = .allocate(capacity: 1)
        self.object?.initialize(to: object)
        encoder = nil
        model = fields.map { Unmanaged.passUnretained($0) }
        fieldCount = fields?.fields.count ?? 0
    }

    private init(_ list: (any UnkeyedEncodingContainer)?, parent: CodableWriter) {
        self.parent = parent
        depth = parent.depth + 1
        self.list = list
        object = nil
        encoder = nil
        model = nil
        fieldCount = 0
    }

    /// Opens an object as the current value.
    func beginObject(of fields: JSONFields? = nil) throws -> CodableWriter {
        try descend()
        var inner: KeyedEncodingContainer<JSONCodingKey>?
        if let object {
            inner = object.pointee.nestedContainer(keyedBy: JSONCodingKey.self, forKey: key)
        } else if list != nil {
            inner = list?.nestedContainer(keyedBy: JSONCodingKey.self)
        } else {
            inner = encoder?.container(keyedBy: JSONCodingKey.self)
        }
        guard var inner else { preconditionFailure("a level without a container") }
        if let announced {
            try? inner.encode(announced.name, forKey: JSONCodingKey(announced.key))
            self.announced = nil
        }
        return CodableWriter(inner, of: fields, parent: self)
    }

    /// Opens a list as the current value.
    func beginArray() throws -> CodableWriter {
        try descend()
        let inner: (any UnkeyedEncodingContainer)?
        if let object {
            inner = object.pointee.nestedUnkeyedContainer(forKey: key)
        } else if list != nil {
            inner = list?.nestedUnkeyedContainer()
        } else {
            inner = encoder?.unkeyedContainer()
        }
        return CodableWriter(inner, parent: self)
    }

    /// The same limit as without an Encoder, far below what would overflow the stack.
    private func descend() throws {
        guard depth >= JSONSource.maximumDepth else { return }
        throw JSONError(.tooDeep, expected: "at most \(JSONSource.maximumDepth) levels")
    }

    deinit {
        guard let object else { return }
        object.deinitialize(count: 1)
        object.deallocate()
    }

    /// The member that the next object starts with: its discriminator.
    func announce(_ key: String, _ name: String) {
        announced = (key, name)
    }

    func takeAnnounced() -> (key: String, name: String)? {
        defer { announced = nil }
        return announced
    }

    /// The index of the next field in the model's list.
    func nextField() -> Int {
        defer { next += 1 }
        return next
    }

    func begin(_ field: Int) -> Bool {
        guard let model, field < fieldCount,
            let key = model._withUnsafeGuaranteedRef({ $0.codable.outputKeys[field] })
        else { return false }
        self.field = field
        self.key = key
        return true
    }

    func nextMember(_ key: String) {
        self.key = JSONCodingKey(key)
    }

    func writeNull() throws {
        if let object { return try object.pointee.encodeNil(forKey: key) }
        if list != nil { return try list?.encodeNil() ?? () }
        var single = encoder?.singleValueContainer()
        try single?.encodeNil()
    }

    func write(_ value: Bool) throws {
        if let object { return try object.pointee.encode(value, forKey: key) }
        if list != nil { return try list?.encode(value) ?? () }
        try single(value)
    }

    func write(_ value: Int64) throws {
        if let object { return try object.pointee.encode(value, forKey: key) }
        if list != nil { return try list?.encode(value) ?? () }
        try single(value)
    }

    func write(_ value: UInt64) throws {
        if let object { return try object.pointee.encode(value, forKey: key) }
        if list != nil { return try list?.encode(value) ?? () }
        try single(value)
    }

    func write(_ value: Double) throws {
        if let object { return try object.pointee.encode(value, forKey: key) }
        if list != nil { return try list?.encode(value) ?? () }
        try single(value)
    }

    func write(_ value: String) throws {
        if let object { return try object.pointee.encode(value, forKey: key) }
        if list != nil { return try list?.encode(value) ?? () }
        try single(value)
    }

    func write<Value: Encodable>(_ value: Value) throws {
        if let object { return try object.pointee.encode(value, forKey: key) }
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
        if parent == nil {
            let own = encoder?.codingPath ?? object?.pointee.codingPath ?? []
            path += own.map { $0.intValue.map { .index($0) } ?? .key($0.stringValue) }
        }
        if let fields = model?.takeUnretainedValue() {
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
    /// The current level, unmanaged so that it is not retained for each value.
    @inline(__always)
    var encoderLevel: Unmanaged<CodableWriter>? {
        guard let backend else { return nil }
        return Unmanaged.passUnretained(backend)
    }

    @inline(never)
    mutating func enterBackend(_ fields: JSONFields) throws {
        guard !fields.output.isFlat else {
            backend = try backend?.beginObject(of: fields)
            return
        }
        // Members that share a path must be merged first: they are written to bytes, which are then passed on.
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

    /// Passes the merged members to the Encoder.
    @inline(never)
    mutating func endCapture() throws {
        let json = try JSON(json: takeData(), at: [])
        // Without capacity, every write goes to the Encoder again.
        capacity = 0
        backend = captured?.backend
        captured = nil
        try json.write(to: &self)
    }
}
