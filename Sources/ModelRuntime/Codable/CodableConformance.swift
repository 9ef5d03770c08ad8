// Conformance to Codable, for any Decoder and any Encoder.

extension JSONModel {
    /// Decodes using the model's mapping. Errors are `DecodingError`s that wrap a ``JSONError``.
    public init(from decoder: any Decoder) throws {
        let fields = Self.jsonFields
        // A decoder builds its coding path on each access.
        let isRooted = !fields.root.components.isEmpty && decoder.codingPath.isEmpty
        guard fields.hooks.isEmpty, !isRooted, !fields.isReadFromBytesOnly,
            let object = try? decoder.container(keyedBy: JSONCodingKey.self)
        else {
            self = try JSONSource.decode(Self.self, from: decoder, at: isRooted ? fields.root : [])
            return
        }
        // The fast path for most models: a single level.
        var source = JSONSource(CodableReader(object, of: fields), reporting: decoder.jsonReport)
        do {
            self = try Self(fields: &source)
        } catch {
            throw DecodingError(source.located(error), in: decoder.codingPath)
        }
    }

    /// Encodes using the model's mapping. Errors are `EncodingError`s that wrap a ``JSONError``.
    public func encode(to encoder: any Encoder) throws {
        let fields = Self.jsonFields
        if !fields.root.components.isEmpty, encoder.codingPath.isEmpty {
            try JSONSink.encode(self, to: encoder, CodableWriter(encoder)) { sink, model in
                try JSON(encoding: model, at: fields.root).write(to: &sink)
            }
        } else if fields.hooks.isEmpty, fields.output.isFlat {
            // The fast path for most models: a single level.
            let object = CodableWriter(encoder.container(keyedBy: JSONCodingKey.self), of: fields)
            try JSONSink.encode(self, to: encoder, object) { try $1.write(fields: &$0) }
        } else {
            try JSONSink.encode(self, to: encoder, CodableWriter(encoder)) { try $1.write(to: &$0) }
        }
    }
}

extension JSONCodable {
    /// Decodes using the value's mapping. Errors are `DecodingError`s that wrap a ``JSONError``.
    public init(from decoder: any Decoder) throws {
        self = try JSONSource.decode(Self.self, from: decoder, at: [])
    }

    /// Encodes using the value's mapping. Errors are `EncodingError`s that wrap a ``JSONError``.
    public func encode(to encoder: any Encoder) throws {
        try JSONSink.encode(self, to: encoder, CodableWriter(encoder)) { try $1.write(to: &$0) }
    }
}

extension JSONSource {
    fileprivate static func decode<Value: JSONValue>(
        _ type: Value.Type,
        from decoder: any Decoder,
        at root: JSONPath
    ) throws -> Value {
        var source = JSONSource(CodableReader(decoder), reporting: decoder.jsonReport)
        do {
            try source.open(root)
            return try Value(reading: &source)
        } catch {
            throw DecodingError(source.located(error), in: decoder.codingPath)
        }
    }
}

extension JSONSink {
    fileprivate static func encode<Value: JSONValue>(
        _ value: Value,
        to encoder: any Encoder,
        _ writer: CodableWriter,
        _ write: (inout JSONSink, Value) throws -> Void
    ) throws {
        var sink = JSONSink(writer)
        do {
            try write(&sink, value)
            if let failure = sink.failure { throw failure }
        } catch {
            let error = sink.located(error)
            throw EncodingError.invalidValue(
                value,
                .init(codingPath: encoder.codingPath, debugDescription: error.description, underlyingError: error))
        }
    }
}

extension Decoder {
    /// The report that collects problems, if the caller passed one.
    fileprivate var jsonReport: JSONReport? {
        let information = userInfo
        return information.isEmpty ? nil : JSONReport.key.flatMap { information[$0] as? JSONReport }
    }
}

extension DecodingError {
    /// Wraps `error` as Codable expects it.
    init(_ error: JSONError, in path: [any CodingKey]) {
        let context = Context(codingPath: path, debugDescription: error.description, underlyingError: error)
        switch error.kind {
        case .missing: self = .valueNotFound(Any.self, context)
        case .mismatch: self = .typeMismatch(Any.self, context)
        default: self = .dataCorrupted(context)
        }
    }
}
