import Foundation

// The way of everything that Codable's containers cannot hold: a Decoder's value is converted to JSON and read from
// that, and a value is written as JSON and passed to the Encoder.

extension JSONValue {
    /// Whether Codable's containers can hold the value, and null is not one. Otherwise it is converted to JSON.
    public static var isCodedDirectly: Bool { false }

    /// Reads the value from a Decoder; nil if it is absent.
    public static func decode(from input: inout CodableInput) throws -> Self? {
        try converted(from: &input)
    }

    /// Passes the value to an Encoder.
    public func encode(to output: inout CodableOutput) throws {
        try encodeConverted(to: &output)
    }

    @usableFromInline
    package static func converted(from input: inout CodableInput) throws -> Self? {
        guard let decoder = try input.decoder() else { return nil }
        return try JSONSource.convert(JSON(decoding: decoder), in: JSONSource.Context(of: decoder)) {
            try Self(reading: &$0)
        }
    }

    @usableFromInline
    package func encodeConverted(to output: inout CodableOutput) throws {
        try JSON(encoding: self).encode(to: &output)
    }
}

extension JSONSource {
    /// Reads a Decoder's value, which was converted to JSON.
    static func convert<Value>(
        _ json: JSON,
        at root: JSONPath = [],
        in context: Context,
        _ read: (inout JSONSource) throws -> Value
    ) throws -> Value {
        try json.jsonData(at: []).withUnsafeBytes { bytes in
            var source = JSONSource(document: bytes, in: context)
            do {
                try source.open(root)
                return try read(&source)
            } catch {
                throw source.finished(error)
            }
        }
    }
}

extension JSONSource.Context {
    /// The position of a Decoder's value. There are no bytes to refer to.
    init(of decoder: any Decoder) {
        place.path = decoder.codingPath.jsonPath
        report = JSONReport.key.flatMap { decoder.userInfo[$0] as? JSONReport }
        isPlaced = false
    }
}

extension JSON {
    /// Any value of a Decoder. A text that looks like a scalar of another kind is one if the Decoder says so: some don't
    /// distinguish them.
    init(decoding decoder: any Decoder) throws {
        let scalar = try? decoder.singleValueContainer()
        if scalar?.decodeNil() == true {
            self = .null
            return
        }
        let text = try? scalar?.decode(String.self)
        if let text, !isNumber(text), text != "true", text != "false" {
            self = .string(text)
        } else if let value = try? scalar?.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? scalar?.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? scalar?.decode(Double.self), value.isFinite {
            if let integer = try? scalar?.decode(UInt64.self) {
                self = .number(JSONNumber(integer))
            } else {
                // Exact, unless it has too many digits.
                let decimal = (try? scalar?.decode(Decimal.self)).flatMap { $0.isFinite ? "\($0)" : nil }
                self = .number(JSONNumber(unchecked: decimal ?? "\(value)"))
            }
        } else if text == nil, let members = try? decoder.container(keyedBy: JSONCodingKey.self) {
            var object = JSONObject()
            for key in members.sortedKeys {
                object[key.stringValue] = try JSON(decoding: members.superDecoder(forKey: key))
            }
            self = .object(object)
        } else if text == nil, var elements = try? decoder.unkeyedContainer() {
            var array: [JSON] = []
            while !elements.isAtEnd { array.append(try JSON(decoding: elements.superDecoder())) }
            self = .array(array)
        } else if let text {
            self = .string(text)
        } else {
            var error = JSONError(.invalidValue, expected: "a JSON value")
            error.path = JSONPath(decoder.codingPath.jsonPath).description
            error.isLocated = true
            throw error
        }
    }

    /// Reads any value, null included.
    public static func decode(from input: inout CodableInput) throws -> Self? {
        try input.decoder().map { try JSON(decoding: $0) }
    }

    /// Passes the value to an Encoder.
    public func encode(to output: inout CodableOutput) throws {
        switch self {
        case .null: try output.encodeNil()
        case .bool(let value): try output.encode(value)
        case .integer(let value): try output.encode(value)
        case .number(let value):
            guard let value = value.encodable else { throw NotCodedDirectly() }
            try output.encode(value)
        case .string(let value): try output.encode(value)
        case .array(let elements):
            var inner = try output.elements()
            for element in elements { try element.encode(to: &inner) }
        case .object(let members):
            var inner = try output.members()
            for (key, member) in members { try inner.member(key, member) }
        }
    }
}
