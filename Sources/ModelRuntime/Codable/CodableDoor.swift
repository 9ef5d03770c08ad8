// The door to Codable: any Decoder and any Encoder.

extension JSONModel {
    /// Decodes by the model's mapping. Errors are `DecodingError`s that hold a ``JSONError``.
    public init(from decoder: any Decoder) throws {
        let information = decoder.userInfo
        let report = information.isEmpty ? nil : JSONReport.key.flatMap { information[$0] as? JSONReport }
        var source = JSONSource(CodableReader(decoder), reporting: report)
        do {
            // A coding path is made anew each time that one asks for it.
            let root = Self.jsonFields.root
            if !root.components.isEmpty, decoder.codingPath.isEmpty { try source.open(root) }
            self = try Self(reading: &source)
        } catch {
            throw DecodingError(source.located(error), in: decoder.codingPath)
        }
    }

    /// Encodes by the model's mapping. Errors are `EncodingError`s that hold a ``JSONError``.
    public func encode(to encoder: any Encoder) throws {
        do {
            let root = Self.jsonFields.root
            if root.components.isEmpty || !encoder.codingPath.isEmpty {
                var sink = JSONSink(CodableWriter(encoder))
                do {
                    try write(to: &sink)
                } catch {
                    throw sink.located(error)
                }
            } else {
                try JSON(encoding: self, at: root).encode(to: encoder)
            }
        } catch let error as JSONError {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: error.description,
                    underlyingError: error
                )
            )
        }
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
