// Conformance to Codable, for any Decoder and any Encoder.

/// Thrown when Codable's containers cannot read or write a value. The value is then read or written as JSON to find the
/// reason, so that errors are the same with and without Codable.
@usableFromInline struct NotCodedDirectly: Error {
    @usableFromInline init() {}
}

extension Optional {
    /// Unwraps the value. Nil means that the containers could not read it.
    @inlinable
    consuming func coded() throws -> Wrapped {
        guard let self else { throw NotCodedDirectly() }
        return self
    }
}

extension JSONModel {
    /// Decodes using the model's mapping. Errors are `DecodingError`s that wrap a ``JSONError``.
    public init(from decoder: any Decoder) throws {
        let fields = Self.jsonFields
        let root = Self.root(decoder.codingPath)
        do {
            if Self.isCodedDirectly, fields.isCodedDirectly, root.components.isEmpty,
                var object = try? decoder.container(keyedBy: JSONCodingKey.self)
            {
                self = try Self(&object, fields)
            } else {
                try self.init(converting: decoder, at: root)
            }
        } catch {
            throw Self.decodingError(error, decoder)
        }
    }

    private init(_ object: CodableInput.Object, _ fields: JSONFields) throws {
        var source = CodableSource(object, of: fields)
        do { try self.init(fields: &source) } catch { throw source.placed(error) }
    }

    /// Encodes using the model's mapping. Errors are `EncodingError`s that wrap a ``JSONError``.
    public func encode(to encoder: any Encoder) throws {
        let fields = Self.jsonFields
        let root = Self.root(encoder.codingPath)
        guard Self.isCodedDirectly, fields.isCodedDirectly, root.components.isEmpty else {
            return try encodeConverted(to: encoder, at: root)
        }
        do {
            try withExtendedLifetime(fields) {
                var sink = CodableSink(encoder.container(keyedBy: JSONCodingKey.self), of: fields)
                try write(fields: &sink)
                if let failure = sink.failure { throw failure }
            }
        } catch {
            throw encodingError(error, encoder, at: root)
        }
    }

    /// Reads the model from a member or an element.
    public static func decode(from input: CodableInput) throws -> Self? {
        let fields = Self.jsonFields
        guard isCodedDirectly, fields.isCodedDirectly else { return try converted(from: input) }
        return try input.inside(input.object) { try Self($0, fields) }
    }

    /// The model's root if the model is the whole document, which it is if the coding path is empty. The path is an
    /// autoclosure because a coder builds it on each access.
    private static func root(_ codingPath: @autoclosure () -> [any CodingKey]) -> JSONPath {
        let root = jsonRoot
        return root.components.isEmpty || codingPath().isEmpty ? root : []
    }
}

extension JSONCodable {
    /// False: a hook may drop the model of a union's case.
    public static var isCodedDirectly: Bool { false }

    /// Decodes using the value's mapping. Errors are `DecodingError`s that wrap a ``JSONError``.
    public init(from decoder: any Decoder) throws {
        do { try self.init(converting: decoder) } catch { throw Self.decodingError(error, decoder) }
    }

    /// Encodes using the value's mapping. Errors are `EncodingError`s that wrap a ``JSONError``.
    public func encode(to encoder: any Encoder) throws { try encodeConverted(to: encoder) }
}

extension JSONValue {
    fileprivate static func decodingError(_ error: any Error, _ decoder: any Decoder) -> DecodingError {
        let error = JSONError(reading: error)
        let place = DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error)
        return switch error.kind {
        case .missing: .valueNotFound(Self.self, place)
        case .mismatch: .typeMismatch(Self.self, place)
        default: .dataCorrupted(place)
        }
    }

    fileprivate func encodeConverted(to encoder: any Encoder, at root: JSONPath = []) throws {
        do {
            try ConvertedJSON(json: JSON(encoding: self, at: root)).encode(to: encoder)
        } catch {
            throw encodingError(error, encoder, at: root)
        }
    }

    fileprivate func encodingError(_ error: any Error, _ encoder: any Encoder, at root: JSONPath) -> EncodingError {
        var sink = JSONSink()
        sink.codingPath = encoder.codingPath.jsonPath
        var error = error
        do { try sink.writeDocument(self, at: root) } catch let found { error = found }
        let known = JSONError(reading: error)
        return .invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: known.description, underlyingError: known))
    }
}
