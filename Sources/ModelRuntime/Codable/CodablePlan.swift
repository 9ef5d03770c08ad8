/// A key of a Codable container.
struct JSONCodingKey: CodingKey {
    var stringValue: String
    var intValue: Int?

    init(_ key: String) {
        stringValue = key
    }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

/// Where a model's fields stand in Codable containers.
struct CodablePlan {
    enum Place {
        /// The field is not read.
        case nowhere
        /// One key of the model's own container, as for most fields.
        case key(JSONCodingKey)
        /// Paths, the first that has a value counts.
        case paths([[JSONPath.Component]])
    }

    let places: [Place]
    /// The keys of the fields that stand at one key: what is needed for nearly every field.
    let keys: [JSONCodingKey]
    let hasKey: [Bool]

    init(_ fields: [JSONField]) {
        let places: [Place] = fields.map { field in
            if field.traits.contains(.encodeOnly) { return .nowhere }
            if field.paths.count == 1, field.paths[0].components.count == 1,
                case .key(let key) = field.paths[0].components[0]
            {
                return .key(JSONCodingKey(key))
            }
            return .paths(field.paths.map(\.components))
        }
        self.places = places
        keys = places.map { if case .key(let key) = $0 { key } else { JSONCodingKey("") } }
        hasKey = places.map { if case .key = $0 { true } else { false } }
    }
}

/// A value that is passed over.
struct Ignored: Decodable {
    init(from decoder: any Decoder) throws {}
}
