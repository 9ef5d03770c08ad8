// Conformance to Codable, for any Decoder and any Encoder.

extension JSONModel {
    /// Decodes using the model's mapping. Errors are `DecodingError`s that wrap a ``JSONError``.
    public init(from decoder: any Decoder) throws {
        let fields = Self.jsonFields
        let root = Self.root(decoder.codingPath)
        guard fields.isCodedDirectly, root.components.isEmpty,
            var object = try? decoder.container(keyedBy: JSONCodingKey.self)
        else {
            self = try Self.convert(decoder, at: root)
            return
        }
        do {
            self = try withUnsafeMutablePointer(to: &object) { try Self($0, fields) }
        } catch {
            throw DecodingError(JSONError(decoding: error), in: decoder.codingPath)
        }
    }

    private init(_ object: CodableInput.Object, _ fields: JSONFields) throws {
        var source = CodableSource(object, of: fields)
        do { self = try Self(fields: &source) } catch { throw source.located(error) }
    }

    /// Encodes using the model's mapping. Errors are `EncodingError`s that wrap a ``JSONError``.
    public func encode(to encoder: any Encoder) throws { try encodeAlone(to: encoder) }

    /// Whether no hook, option or index requires the object as a whole.
    public static var isCodedDirectly: Bool { jsonFields.isCodedDirectly }

    /// Reads the model from a member or an element.
    public static func decode(from input: inout CodableInput) throws -> Self? {
        let fields = Self.jsonFields
        // A Decoder of its own would cost time: it is only for null and for what is not an object.
        guard fields.isCodedDirectly, input.request != .optional else { return try input.decode(Self.self) }
        do {
            return try input.members { try Self($0, fields) }
        } catch is DecodingError {
            return try input.decode(Self.self)
        }
    }

    /// Writes the model as a member or an element.
    public func encode(to output: inout CodableOutput) throws {
        let fields = Self.jsonFields
        // Members that share a path have to be merged first.
        guard fields.hooks.isEmpty, fields.output.isFlat else { return try encodeConverted(to: &output) }
        var sink = CodableSink(try output.members(), of: fields)
        try write(fields: &sink)
        if let failure = sink.failure { throw failure }
    }
}

extension JSONCodable {
    /// Decodes using the value's mapping. Errors are `DecodingError`s that wrap a ``JSONError``.
    public init(from decoder: any Decoder) throws {
        self = try Self.convert(decoder, at: Self.root(decoder.codingPath))
    }

    /// Encodes using the value's mapping. Errors are `EncodingError`s that wrap a ``JSONError``.
    public func encode(to encoder: any Encoder) throws { try encodeAlone(to: encoder) }
}

extension JSONValue {
    fileprivate static func convert(_ decoder: any Decoder, at root: JSONPath) throws -> Self {
        do {
            let context = JSONSource.Context(of: decoder)
            return try JSONSource.convert(JSON(decoding: decoder), at: root, in: context) { try Self(reading: &$0) }
        } catch {
            throw DecodingError(JSONError(decoding: error), in: decoder.codingPath)
        }
    }

    /// Where the value is in a document that it begins: at a coding path that is empty. A coder builds that path on each
    /// access.
    fileprivate static func root(_ codingPath: @autoclosure () -> [any CodingKey]) -> JSONPath {
        let root = jsonRoot
        return root.components.isEmpty || codingPath().isEmpty ? root : []
    }

    fileprivate func encodeAlone(to encoder: any Encoder) throws {
        let root = Self.root(encoder.codingPath)
        var output = CodableOutput(encoder)
        do {
            if root.components.isEmpty {
                try encode(to: &output)
            } else {
                try JSON(encoding: self, at: root).encode(to: &output)
            }
        } catch {
            let error = JSONError(encoding: error)
            throw EncodingError.invalidValue(
                self,
                .init(codingPath: encoder.codingPath, debugDescription: error.description, underlyingError: error))
        }
    }
}
