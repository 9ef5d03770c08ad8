import Foundation

// Errors of a Decoder or an Encoder in our form, and ours in theirs.

extension JSONError {
    /// The error of a Decoder, or of a value that was read from one. It is located if the Decoder told its path.
    init(decoding error: any Error) {
        switch error {
        case DecodingError.typeMismatch(let type, let place):
            self.init(place, .mismatch, expected: expectation(of: type), reason: place.debugDescription)
        case DecodingError.valueNotFound(let type, let place):
            self.init(place, .missing, expected: expectation(of: type), found: "null")
        case DecodingError.keyNotFound(let key, let place): self.init(place, .missing, key: key)
        case DecodingError.dataCorrupted(let place):
            self.init(place, .invalidValue, reason: place.debugDescription)
        default: self.init(reading: error)
        }
    }

    private init(
        _ place: DecodingError.Context, _ kind: Kind, expected: String? = nil, found: String? = nil,
        reason: String? = nil, key: (any CodingKey)? = nil
    ) {
        self =
            place.underlyingError as? JSONError
            ?? JSONError(kind, expected: expected, found: found, reason: reason)
        if !isLocated { locate(at: (place.codingPath + [key].compactMap(\.self)).jsonPath) }
    }

    /// The error of an Encoder, or of a value that was passed to one.
    init(encoding error: any Error) {
        guard case EncodingError.invalidValue(_, let place) = error else {
            self.init(reading: error)
            return
        }
        self =
            place.underlyingError as? JSONError
            ?? JSONError(.notRepresentable, reason: place.debugDescription)
        if !isLocated { locate(at: place.codingPath.jsonPath) }
    }

    /// Adds the place.
    mutating func locate(at path: [JSONPath.Component]) {
        self.path = JSONPath(path).description
        isLocated = true
    }

    /// The error of a field, unless a value inside of it has located it already. A sensitive field hides all of it.
    func located(at path: [JSONPath.Component], field index: Int, of fields: JSONFields) -> JSONError {
        let field = fields.fields[index]
        let isSensitive = field.traits.contains(.sensitive)
        var error = isSensitive ? withoutValues : self
        if model == nil || isSensitive { (error.model, error.field) = (fields.model, field.name) }
        if !isLocated || isSensitive { error.locate(at: path) }
        return error
    }

    /// An error that was thrown while a value was read or written.
    init(reading error: any Error) {
        switch error {
        case let known as JSONError: self = known
        case is JSONDropped: self.init(.dropped)
        default: self.init(.invalidValue, reason: String(describing: error))
        }
    }
}

/// What an error says was expected where a Decoder expected this type.
func expectation(of type: Any.Type) -> String {
    switch type {
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "an integer"
    case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
    case is String.Type: "a string"
    case is [Any].Type, is any UnkeyedDecodingContainer.Type: "an array"
    case is [String: Any].Type: "an object"
    default: "a value"
    }
}

/// What an error says was expected where an integer did not fit its type.
func expectation(ofInteger type: any FixedWidthInteger.Type) -> String {
    "an integer of \(type.zero.bitWidth) bits\(type.isSigned ? "" : " that is not negative")"
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
