import Foundation

/// What a ``JSONSource`` reads behind Codable: the decoder, an object's container, or a list's.
///
/// One stands for each level that is open. The fields of an object are told in their order, so that nothing asks for
/// `allKeys`, which is slow.
final class CodableReader {
    let parent: CodableReader?
    private(set) var fields: JSONFields?
    var wasLenient = false
    /// The error of a field that could not be read, until `next` throws it.
    var failure: JSONError?

    private var decoder: (any Decoder)?
    private var object: KeyedDecodingContainer<JSONCodingKey>?
    private var list: (any UnkeyedDecodingContainer)?
    /// The current member's key, where it is none of a field's.
    private var ownKey = JSONCodingKey("")
    /// The current member's key.
    private var key: JSONCodingKey {
        get { if let fields, currentField >= 0 { fields.codable.keys[currentField] } else { ownKey } }
        set { ownKey = newValue }
    }
    /// The next field, or the next of `keys`.
    private var position = 0
    private var keys: [JSONCodingKey] = []
    /// The value of a field that stands at a path.
    private var target: CodableReader?
    /// Whether this is a value that is null.
    private var isNullValue = false
    private var currentField = -1
    /// How the current value is reached from the enclosing one, where it is not by `key` or index.
    private var pathFromParent: [JSONPath.Component] = []

    init(_ decoder: any Decoder) {
        self.decoder = decoder
        parent = nil
    }

    private init(parent: CodableReader?) {
        self.parent = parent
    }

    // MARK: Levels

    func enter(_ fields: JSONFields, in source: borrowing JSONSource) throws -> CodableReader {
        // The outermost model needs no level of its own.
        let isOutermost = decoder != nil && object == nil
        let level = isOutermost ? self : CodableReader(parent: self)
        let object = try nestedObject("an object", in: source)
        level.object = object
        level.fields = fields
        level.position = 0
        level.currentField = -1
        if fields.options.contains(.rejectUnknownKeys) {
            let known = Set(
                fields.fields.filter { !$0.traits.contains(.encodeOnly) }.flatMap(\.paths).compactMap {
                    $0.components.first
                }
            )
            let unknown = level.object?.allKeys.map(\.stringValue).filter { !known.contains(.key($0)) }.min()
            if let unknown {
                level.key = JSONCodingKey(unknown)
                var place = source.place
                level.extendOwn(&place)
                throw source.located(JSONError(.unknownKey), in: place)
            }
        }
        return level
    }

    func beginArray(in source: borrowing JSONSource) throws -> CodableReader {
        let level = CodableReader(parent: self)
        level.list = try value("an array", in: source) {
            try $0.nestedUnkeyedContainer(forKey: $1)
        } _: {
            try $0.nestedUnkeyedContainer()
        } _: {
            try $0.unkeyedContainer()
        }
        return level
    }

    func beginObject(in source: borrowing JSONSource) throws -> CodableReader {
        let level = CodableReader(parent: self)
        let object = try nestedObject("an object", in: source)
        level.object = object
        level.keys = object.allKeys.sorted { $0.stringValue < $1.stringValue }
        return level
    }

    private func nestedObject(
        _ expected: String,
        in source: borrowing JSONSource
    ) throws -> KeyedDecodingContainer<JSONCodingKey> {
        try value(expected, in: source) {
            try $0.nestedContainer(keyedBy: JSONCodingKey.self, forKey: $1)
        } _: {
            try $0.nestedContainer(keyedBy: JSONCodingKey.self)
        } _: {
            try $0.container(keyedBy: JSONCodingKey.self)
        }
    }

    /// The level that is current when this one is left.
    func left() -> CodableReader? {
        guard decoder != nil else { return parent }
        object = nil
        fields = nil
        return self
    }

    // MARK: Moving

    func nextField() -> Int? {
        guard let fields else { return nil }
        let count = fields.fields.count
        while position < count {
            let field = position
            position = field &+ 1
            currentField = field
            if target != nil { target = nil }
            if fields.codable.hasKey[field] { return field }
            switch fields.codable.places[field] {
            case .nowhere, .key:
                continue
            case .paths(let paths):
                var null: CodableReader?
                for path in paths {
                    guard let found = find(path) else { continue }
                    if !found.isNullValue {
                        target = found
                        return field
                    }
                    null = null ?? found
                }
                if let null {
                    target = null
                    return field
                }
            }
        }
        currentField = -1
        return nil
    }

    func nextElement() throws -> Bool {
        !(list?.isAtEnd ?? true)
    }

    func nextKey() throws -> String? {
        guard position < keys.count else { return nil }
        key = keys[position]
        position += 1
        return key.stringValue
    }

    /// The index of the element at which a list stands, to see whether it was read.
    var listIndex: Int? { list?.currentIndex }

    func skip(in source: borrowing JSONSource) throws {
        guard list != nil else { return }
        if try list?.decodeNil() == true { return }
        _ = try list?.decode(Ignored.self)
    }

    /// A reader of the value at `path` below the object, or nil where there is none.
    private func find(_ path: [JSONPath.Component]) -> CodableReader? {
        guard var object else { return nil }
        var list: (any UnkeyedDecodingContainer)?
        let found = CodableReader(parent: nil)
        found.pathFromParent = path
        for (position, step) in path.enumerated() {
            let next = position + 1 < path.count ? path[position + 1] : nil
            switch step {
            case .key(let name):
                let key = JSONCodingKey(name)
                guard object.contains(key) else { return nil }
                switch next {
                case .key:
                    guard let inner = try? object.nestedContainer(keyedBy: JSONCodingKey.self, forKey: key) else {
                        return nil
                    }
                    object = inner
                case .index:
                    guard let inner = try? object.nestedUnkeyedContainer(forKey: key) else { return nil }
                    list = inner
                case nil:
                    found.object = object
                    found.key = key
                    found.isNullValue = (try? object.decodeNil(forKey: key)) ?? false
                }
            case .index(let index):
                guard var elements = list else { return nil }
                for _ in 0..<index {
                    if elements.isAtEnd { return nil }
                    if (try? elements.decodeNil()) == true { continue }
                    guard (try? elements.decode(Ignored.self)) != nil else { return nil }
                }
                if elements.isAtEnd { return nil }
                switch next {
                case .key:
                    guard let inner = try? elements.nestedContainer(keyedBy: JSONCodingKey.self) else { return nil }
                    object = inner
                case .index:
                    guard let inner = try? elements.nestedUnkeyedContainer() else { return nil }
                    list = inner
                case nil:
                    var probe = elements
                    found.isNullValue = (try? probe.decodeNil()) ?? false
                    found.list = elements
                }
            }
        }
        return found
    }

    // MARK: Values

    func isNull(in source: borrowing JSONSource) throws -> Bool {
        if let target { return target.isNullValue }
        if let object {
            guard object.contains(key) else { return true }
            return try object.decodeNil(forKey: key)
        }
        if list != nil { return try list?.decodeNil() ?? true }
        return try decoder?.singleValueContainer().decodeNil() ?? true
    }

    func isAbsent() throws -> Bool {
        if target != nil { return false }
        if let object { return !object.contains(key) }
        return false
    }

    func bool(in source: borrowing JSONSource) throws -> Bool {
        try scalar("true or false", in: source) {
            try $0.decode(Bool.self, forKey: $1)
        } _: {
            try $0.decode(Bool.self)
        } loosely: {
            $0.bool
        }
    }

    func int64(in source: borrowing JSONSource) throws -> Int64 {
        try scalar("an integer", in: source) {
            try $0.decode(Int64.self, forKey: $1)
        } _: {
            try $0.decode(Int64.self)
        } loosely: {
            $0.exact?.int64
        }
    }

    func uint64(in source: borrowing JSONSource) throws -> UInt64 {
        try scalar("an integer that is not negative", in: source) {
            try $0.decode(UInt64.self, forKey: $1)
        } _: {
            try $0.decode(UInt64.self)
        } loosely: {
            $0.exact?.uint64
        }
    }

    func double(in source: borrowing JSONSource) throws -> Double {
        let value = try scalar("a number", in: source) {
            try $0.decode(Double.self, forKey: $1)
        } _: {
            try $0.decode(Double.self)
        } loosely: {
            $0.double
        }
        guard value.isFinite else { throw source.failure(.outOfRange, expected: "a number that a Double can hold") }
        return value
    }

    func float(in source: borrowing JSONSource) throws -> Float {
        let value = try scalar("a number", in: source) {
            try $0.decode(Float.self, forKey: $1)
        } _: {
            try $0.decode(Float.self)
        } loosely: {
            $0.double.map { Float($0) }
        }
        guard value.isFinite else { throw source.failure(.outOfRange, expected: "a number that a Float can hold") }
        return value
    }

    func decimal(in source: borrowing JSONSource) throws -> Decimal {
        try scalar("a number", in: source) {
            try $0.decode(Decimal.self, forKey: $1)
        } _: {
            try $0.decode(Decimal.self)
        } loosely: {
            $0.exact.flatMap { Decimal($0) }
        }
    }

    func string(in source: borrowing JSONSource) throws -> String {
        try scalar("a string", in: source) {
            try $0.decode(String.self, forKey: $1)
        } _: {
            try $0.decode(String.self)
        } loosely: {
            $0.string
        }
    }

    func kind(in source: borrowing JSONSource) throws -> JSONKind {
        let reader = target ?? self
        if reader.isNullValue { return .null }
        if let object = reader.object {
            if try object.decodeNil(forKey: reader.key) { return .null }
        } else if var probe = reader.list {
            if try probe.decodeNil() { return .null }
        } else if try reader.decoder?.singleValueContainer().decodeNil() == true {
            return .null
        }
        if let scalar = reader.looseScalar() {
            switch scalar {
            case .bool: return .bool
            case .number: return .number
            case .string: return .string
            }
        }
        if let object = reader.object {
            return (try? object.nestedUnkeyedContainer(forKey: reader.key)) != nil ? .array : .object
        }
        if var probe = reader.list {
            return (try? probe.nestedUnkeyedContainer()) != nil ? .array : .object
        }
        return (try? reader.decoder?.unkeyedContainer()) != nil ? .array : .object
    }

    func discriminator(_ name: String, in source: borrowing JSONSource) throws -> String {
        let reader = target ?? self
        let key = JSONCodingKey(name)
        let object: KeyedDecodingContainer<JSONCodingKey>?
        if let own = reader.object {
            object = try? own.nestedContainer(keyedBy: JSONCodingKey.self, forKey: reader.key)
        } else if var probe = reader.list {
            object = try? probe.nestedContainer(keyedBy: JSONCodingKey.self)
        } else {
            object = try? reader.decoder?.container(keyedBy: JSONCodingKey.self)
        }
        guard let object else { throw source.located(JSONError(.mismatch, expected: "an object")) }
        if let text = try? object.decode(String.self, forKey: key) { return text }
        if let number = try? object.decode(Int64.self, forKey: key) { return String(number) }
        let kind: JSONError.Kind = object.contains(key) ? .mismatch : .missing
        throw source.located(JSONError(kind, expected: "the key \(name.quotedForMessage)"))
    }

    /// The current value without moving, or nil if it is no scalar.
    func currentScalar() -> LooseScalar? {
        (target ?? self).looseScalar()
    }

    /// A scalar of any kind without moving, or nil.
    func looseScalar() -> LooseScalar? {
        let decode = Probe(object: object, key: key, list: list, decoder: decoder)
        if let value = decode(Bool.self) { return .bool(value) }
        if let value = decode(Int64.self) { return .number(ExactDecimal("\(value)".utf8), literal: "\(value)") }
        if let value = decode(UInt64.self) { return .number(ExactDecimal("\(value)".utf8), literal: "\(value)") }
        if let value = decode(Decimal.self), value.isFinite {
            return .number(ExactDecimal("\(value)".utf8), literal: "\(value)")
        }
        if let value = decode(Double.self), value.isFinite {
            return .number(ExactDecimal("\(value)".utf8), literal: "\(value)")
        }
        if let value = decode(String.self) { return .string(value) }
        return nil
    }

    private struct Probe {
        var object: KeyedDecodingContainer<JSONCodingKey>?
        var key: JSONCodingKey
        var list: (any UnkeyedDecodingContainer)?
        var decoder: (any Decoder)?

        func callAsFunction<Value: Decodable>(_ type: Value.Type) -> Value? {
            if let object { return try? object.decode(type, forKey: key) }
            if var list { return try? list.decode(type) }
            return try? decoder?.singleValueContainer().decode(type)
        }
    }

    // MARK: Inside

    @inline(__always)
    private func scalar<Value: Decodable>(
        _ expected: String,
        in source: borrowing JSONSource,
        _ fromObject: (KeyedDecodingContainer<JSONCodingKey>, JSONCodingKey) throws -> Value,
        _ fromList: (inout any UnkeyedDecodingContainer) throws -> Value,
        loosely: (LooseScalar) -> Value?
    ) throws -> Value {
        if let object, target == nil, !source.isLenient {
            do {
                return try fromObject(object, key)
            } catch {
                throw translated(error, expected, in: source)
            }
        }
        let reader = target ?? self
        if source.isLenient, !reader.isNullValue, let scalar = reader.looseScalar(), let value = loosely(scalar) {
            if reader.list != nil { try? reader.skip(in: source) }
            return value
        }
        return try value(expected, in: source, fromObject, fromList) {
            try $0.singleValueContainer().decode(Value.self)
        }
    }

    /// Reads from what this stands for, and turns errors into ours.
    @inline(__always)
    private func value<Value>(
        _ expected: String,
        in source: borrowing JSONSource,
        _ fromObject: (KeyedDecodingContainer<JSONCodingKey>, JSONCodingKey) throws -> Value,
        _ fromList: (inout any UnkeyedDecodingContainer) throws -> Value,
        _ fromDecoder: (any Decoder) throws -> Value
    ) throws -> Value {
        let reader = target ?? self
        do {
            if let object = reader.object { return try fromObject(object, reader.key) }
            if var list = reader.list {
                defer { reader.list = list }
                return try fromList(&list)
            }
            if let decoder = reader.decoder { return try fromDecoder(decoder) }
        } catch {
            throw translated(error, expected, in: source)
        }
        throw source.located(JSONError(.missing, expected: expected))
    }

    private func translated(_ error: any Error, _ expected: String, in source: borrowing JSONSource) -> JSONError {
        if let known = error as? JSONError { return source.located(known) }
        guard let error = error as? DecodingError else { return source.located(error) }
        var ours: JSONError
        switch error {
        case .typeMismatch(_, let context):
            ours = JSONError(.mismatch, expected: expected, reason: context.debugDescription)
        case .valueNotFound:
            ours = JSONError(.missing, expected: expected, found: "null")
        case .keyNotFound:
            ours = JSONError(.missing, expected: expected)
        case .dataCorrupted(let context):
            ours = JSONError(.invalidValue, expected: expected, reason: context.debugDescription)
        @unknown default:
            ours = JSONError(.invalidValue, expected: expected)
        }
        if let known = (error.underlyingJSONError) { ours = known }
        return source.located(ours)
    }

    // MARK: Places

    /// Adds the path from the outermost value to where this stands.
    func extend(_ place: inout JSONSource.Place) {
        parent?.extend(&place)
        extendOwn(&place)
    }

    func extendOwn(_ place: inout JSONSource.Place) {
        guard !place.isSensitive else { return }
        if let decoder {
            place.path += decoder.codingPath.map { $0.intValue.map { .index($0) } ?? .key($0.stringValue) }
        }
        if let fields {
            place.model = fields.model
            place.field = nil
            if currentField >= 0 {
                let field = fields.fields[currentField]
                place.field = field.name
                place.isSensitive = field.traits.contains(.sensitive)
                place.path += target?.pathFromParent ?? field.paths.first?.components ?? []
            } else if !key.stringValue.isEmpty, position == 0 {
                place.path.append(.key(key.stringValue))
            }
        } else if let list {
            place.path.append(.index(list.currentIndex))
        } else if object != nil, position > 0 {
            place.path.append(.key(key.stringValue))
        }
    }
}

extension DecodingError {
    /// Our own error, if this is one in Codable's clothes.
    var underlyingJSONError: JSONError? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.underlyingError as? JSONError
        @unknown default: nil
        }
    }
}

extension JSONSource {
    @inline(never)
    mutating func nextOfBackend() throws -> Int? {
        guard let backend else { return nil }
        if let failure = backend.failure {
            backend.failure = nil
            throw failure
        }
        return backend.nextField()
    }
}
