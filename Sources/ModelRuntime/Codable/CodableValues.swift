import Foundation

// Values in Codable containers: each asks the container, or the Decoder, for its own type.

extension CodableReader {
    func isNull(in source: borrowing JSONSource) throws -> Bool {
        if let target { return target.isNullValue }
        if let object {
            guard object.pointee.contains(key) else { return true }
            return try object.pointee.decodeNil(forKey: key)
        }
        if let list { return try list.pointee.decodeNil() }
        return try decoder?.singleValueContainer().decodeNil() ?? true
    }

    func isAbsent() throws -> Bool {
        if target != nil { return false }
        if let object { return !object.pointee.contains(key) }
        return false
    }

    func bool(in source: borrowing JSONSource) throws -> Bool {
        try scalar("true or false", in: source) {
            try $0.pointee.decode(Bool.self, forKey: $1.pointee)
        } _: {
            try $0.decode(Bool.self)
        }
    }

    func int64(in source: borrowing JSONSource) throws -> Int64 {
        try scalar("an integer", in: source) {
            try $0.pointee.decode(Int64.self, forKey: $1.pointee)
        } _: {
            try $0.decode(Int64.self)
        }
    }

    func uint64(in source: borrowing JSONSource) throws -> UInt64 {
        try scalar("a nonnegative integer", in: source) {
            try $0.pointee.decode(UInt64.self, forKey: $1.pointee)
        } _: {
            try $0.decode(UInt64.self)
        }
    }

    func double(in source: borrowing JSONSource) throws -> Double {
        let value = try scalar("a number", in: source) {
            try $0.pointee.decode(Double.self, forKey: $1.pointee)
        } _: {
            try $0.decode(Double.self)
        }
        guard value.isFinite else { throw source.failure(.outOfRange, expected: "a number that a Double can hold") }
        return value
    }

    func float(in source: borrowing JSONSource) throws -> Float {
        let value = try scalar("a number", in: source) {
            try $0.pointee.decode(Float.self, forKey: $1.pointee)
        } _: {
            try $0.decode(Float.self)
        }
        guard value.isFinite else { throw source.failure(.outOfRange, expected: "a number that a Float can hold") }
        return value
    }

    func decimal(in source: borrowing JSONSource) throws -> Decimal {
        try scalar("a number", in: source) {
            try $0.pointee.decode(Decimal.self, forKey: $1.pointee)
        } _: {
            try $0.decode(Decimal.self)
        }
    }

    func string(in source: borrowing JSONSource) throws -> String {
        try scalar("a string", in: source) {
            try $0.pointee.decode(String.self, forKey: $1.pointee)
        } _: {
            try $0.decode(String.self)
        }
    }

    func kind(in source: borrowing JSONSource) throws -> JSONKind {
        let reader = target ?? self
        if target == nil, try isAbsent() { throw source.located(JSONError(.missing, expected: "a value")) }
        if try reader.currentIsNull() { return .null }
        if let scalar = reader.looseScalar() {
            switch scalar {
            case .bool: return .bool
            case .number: return .number
            case .string: return .string
            }
        }
        if let object = reader.object {
            return (try? object.pointee.nestedUnkeyedContainer(forKey: reader.key)) != nil ? .array : .object
        }
        if var probe = reader.list?.pointee {
            return (try? probe.nestedUnkeyedContainer()) != nil ? .array : .object
        }
        return (try? reader.decoder?.unkeyedContainer()) != nil ? .array : .object
    }

    /// Whether the value is null, without moving.
    func currentIsNull() throws -> Bool {
        if let object { return try object.pointee.decodeNil(forKey: key) }
        if var probe = list?.pointee { return try probe.decodeNil() }
        return try decoder?.singleValueContainer().decodeNil() ?? false
    }

    /// The current value as an object, without moving.
    private func peekObject() -> KeyedDecodingContainer<JSONCodingKey>? {
        let reader = target ?? self
        if let own = reader.object {
            return try? own.pointee.nestedContainer(keyedBy: JSONCodingKey.self, forKey: reader.key)
        }
        if var probe = reader.list?.pointee { return try? probe.nestedContainer(keyedBy: JSONCodingKey.self) }
        return try? reader.decoder?.container(keyedBy: JSONCodingKey.self)
    }

    func hasKeys(_ keys: [String]) -> Bool {
        guard let object = peekObject() else { return false }
        return keys.allSatisfy { object.contains(JSONCodingKey($0)) }
    }

    func discriminator(_ name: String, in source: borrowing JSONSource) throws -> String {
        discriminator = name
        let key = JSONCodingKey(name)
        guard let object = peekObject() else {
            let isNull = (try? (target ?? self).currentIsNull()) == true
            throw source.located(JSONError(isNull ? .missing : .mismatch, expected: "an object"))
        }
        if let text = try? object.decode(String.self, forKey: key) { return text }
        if let number = try? object.decode(Int64.self, forKey: key) { return String(number) }
        if let number = try? object.decode(Decimal.self, forKey: key) { return "\(number)" }
        guard object.contains(key) else {
            throw source.located(JSONError(.missing, expected: "the key \(name.quotedForMessage)"))
        }
        var place = source.place
        if !place.isSensitive { place.path.append(.key(name)) }
        let isNull = (try? object.decodeNil(forKey: key)) == true
        throw source.located(JSONError(isNull ? .missing : .mismatch, expected: "a string"), in: place)
    }

    /// The current value without moving, or nil if it is not a scalar.
    func currentScalar() -> LooseScalar? {
        (target ?? self).looseScalar()
    }

    /// The current value as a scalar of any kind, without moving, or nil.
    func looseScalar() -> LooseScalar? {
        let decode = Probe(object: object?.pointee, key: key, list: list?.pointee, decoder: decoder)
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
        _ fromObject: (ObjectPointer, UnsafePointer<JSONCodingKey>) throws -> Value,
        _ fromList: (inout any UnkeyedDecodingContainer) throws -> Value
    ) throws -> Value {
        if let object, target == nil {
            do {
                return try fromObject(object, place)
            } catch {
                throw translated(error, expected, in: source)
            }
        }
        return try value(expected, in: source, fromObject, fromList) {
            try $0.singleValueContainer().decode(Value.self)
        }
    }

    /// Reads the current value, and converts errors to ours.
    @inline(__always)
    func value<Value>(
        _ expected: String,
        in source: borrowing JSONSource,
        _ fromObject: (ObjectPointer, UnsafePointer<JSONCodingKey>) throws -> Value,
        _ fromList: (inout any UnkeyedDecodingContainer) throws -> Value,
        _ fromDecoder: (any Decoder) throws -> Value
    ) throws -> Value {
        let reader = target ?? self
        do {
            if let object = reader.object { return try fromObject(object, reader.place) }
            if let list = reader.list { return try fromList(&list.pointee) }
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
        case .typeMismatch where (try? (target ?? self).currentIsNull()) == true:
            // It depends on the container which of the two a decoder throws.
            ours = JSONError(.missing, expected: expected, found: "null")
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
}

extension DecodingError {
    /// Our own error, if Codable wrapped it.
    var underlyingJSONError: JSONError? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.underlyingError as? JSONError
        @unknown default: nil
        }
    }
}
