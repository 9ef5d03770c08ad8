/// A key of a Codable container.
struct JSONCodingKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ key: String) {
        stringValue = key
    }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init(intValue: Int) {
        stringValue = String(intValue)
    }
}

/// The places of a model's fields in Codable containers.
final class CodablePlan: Sendable {
    enum Place: Sendable {
        /// The field is not read.
        case nowhere
        /// One key of the model's own container, as for most fields.
        case key(String)
        /// Several paths; the first one with a value is used.
        case paths([[JSONPath.Component]])
    }

    let places: [Place]
    /// The number of leading fields with a single key each: usually all of them.
    let plainCount: Int
    /// The key of each field that has a single one. Not an array, which would be retained for each value.
    nonisolated(unsafe) let keys: UnsafePointer<JSONCodingKey>
    /// The key under which each field is written in the model's own object; nil for fields that are not written.
    nonisolated(unsafe) let outputKeys: UnsafePointer<JSONCodingKey?>

    init(_ fields: [JSONField]) {
        places = fields.map { field in
            if field.traits.contains(.encodeOnly) { return .nowhere }
            if field.paths.count == 1, field.paths[0].components.count == 1,
                case .key(let key) = field.paths[0].components[0]
            {
                return .key(key)
            }
            return .paths(field.paths.map(\.components))
        }
        plainCount = places.prefix { if case .key = $0 { true } else { false } }.count
        keys = Self.copy(places.map { if case .key(let key) = $0 { JSONCodingKey(key) } else { JSONCodingKey("") } })
        // If two fields have the same key, the first is written.
        var taken: Set<String> = []
        outputKeys = Self.copy(
            fields.map { field in
                guard !field.traits.contains(.decodeOnly), case .key(let key)? = field.paths.first?.components.first,
                    taken.insert(key).inserted
                else { return nil }
                return JSONCodingKey(key)
            }
        )
    }

    private static func copy<Key>(_ keys: [Key]) -> UnsafePointer<Key> {
        let memory = UnsafeMutablePointer<Key>.allocate(capacity: max(keys.count, 1))
        for (field, key) in keys.enumerated() { (memory + field).initialize(to: key) }
        return UnsafePointer(memory)
    }

    deinit {
        UnsafeMutablePointer(mutating: keys).deinitialize(count: places.count)
        UnsafeMutablePointer(mutating: outputKeys).deinitialize(count: places.count)
        keys.deallocate()
        outputKeys.deallocate()
    }
}

/// A value that is skipped.
struct Ignored: Decodable {
    init(from decoder: any Decoder) throws {}
}
