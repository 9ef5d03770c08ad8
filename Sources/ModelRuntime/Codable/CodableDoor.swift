// The door to Codable: any Decoder and any Encoder.

extension JSONModel {
    /// Decodes by the model's mapping. Errors are `DecodingError`s that hold a ``JSONError``.
    public init(from decoder: any Decoder) throws {
        let information = decoder.userInfo
        let report = information.isEmpty ? nil : JSONReport.key.flatMap { information[$0] as? JSONReport }
        let fields = Self.jsonFields
        // A coding path is made anew each time that one asks for it.
        let isRooted = !fields.root.components.isEmpty && decoder.codingPath.isEmpty
        if fields.hooks.isEmpty, !isRooted, !fields.options.contains(.rejectUnknownKeys),
            let object = try? decoder.container(keyedBy: JSONCodingKey.self)
        {
            // The way that most go, with one level only.
            var source = JSONSource(CodableReader(object, of: fields), reporting: report)
            source.isLenient = fields.options.contains(.lenient)
            do {
                self = try Self(fields: &source)
            } catch {
                throw DecodingError(source.located(error), in: decoder.codingPath)
            }
        } else {
            var source = JSONSource(CodableReader(decoder), reporting: report)
            do {
                if isRooted { try source.open(fields.root) }
                self = try Self(reading: &source)
            } catch {
                throw DecodingError(source.located(error), in: decoder.codingPath)
            }
        }
    }

    /// Encodes by the model's mapping. Errors are `EncodingError`s that hold a ``JSONError``.
    public func encode(to encoder: any Encoder) throws {
        do {
            let fields = Self.jsonFields
            if !fields.root.components.isEmpty, encoder.codingPath.isEmpty {
                return try JSON(encoding: self, at: fields.root).encode(to: encoder)
            }
            // The way that most go, with one level only.
            let isPlain = fields.hooks.isEmpty && fields.output.isFlat
            var sink = JSONSink(
                isPlain
                    ? CodableWriter(encoder.container(keyedBy: JSONCodingKey.self), of: fields)
                    : CodableWriter(encoder)
            )
            do {
                if isPlain { try write(fields: &sink) } else { try write(to: &sink) }
                if let failure = sink.failure { throw failure }
            } catch {
                throw sink.located(error)
            }
        } catch let error as JSONError {
            throw EncodingError.invalidValue(self, error, in: encoder.codingPath)
        }
    }
}

extension JSONCodable {
    /// Decodes by the value's mapping. Errors are `DecodingError`s that hold a ``JSONError``.
    public init(from decoder: any Decoder) throws {
        let report = JSONReport.key.flatMap { decoder.userInfo[$0] as? JSONReport }
        var source = JSONSource(CodableReader(decoder), reporting: report)
        do {
            self = try Self(reading: &source)
        } catch {
            throw DecodingError(source.located(error), in: decoder.codingPath)
        }
    }

    /// Encodes by the value's mapping. Errors are `EncodingError`s that hold a ``JSONError``.
    public func encode(to encoder: any Encoder) throws {
        var sink = JSONSink(CodableWriter(encoder))
        do {
            do {
                try write(to: &sink)
                if let failure = sink.failure { throw failure }
            } catch {
                throw sink.located(error)
            }
        } catch let error as JSONError {
            throw EncodingError.invalidValue(self, error, in: encoder.codingPath)
        }
    }
}

extension EncodingError {
    /// `error` as Codable demands it.
    fileprivate static func invalidValue(_ value: Any, _ error: JSONError, in path: [any CodingKey]) -> EncodingError {
        .invalidValue(value, Context(codingPath: path, debugDescription: error.description, underlyingError: error))
    }
}

extension DecodingError {
    /// `error` as Codable demands it.
    init(_ error: JSONError, in path: [any CodingKey]) {
        let context = Context(codingPath: path, debugDescription: error.description, underlyingError: error)
        switch error.kind {
        case .missing: self = .valueNotFound(Any.self, context)
        case .mismatch: self = .typeMismatch(Any.self, context)
        default: self = .dataCorrupted(context)
        }
    }
}
