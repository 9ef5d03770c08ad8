/// A key of a Codable container.
public struct JSONCodingKey: CodingKey {
    /// The key in JSON.
    public let stringValue: String
    /// Nil, because the keys of objects are strings.
    public var intValue: Int? { nil }

    /// Creates a key from a key in JSON.
    public init(stringValue: String) {
        self.stringValue = stringValue
    }

    /// Creates a key from the digits of a number.
    public init(intValue: Int) {
        stringValue = String(intValue)
    }
}

/// The keys of a model's fields in Codable's containers.
final class CodableKeys: Sendable {
    typealias Key = UnsafePointer<JSONCodingKey>

    /// Whether each field is at exactly one key, and no field is sensitive, so that errors need not hide values.
    let areAll: Bool
    // A raw buffer, because an array would be retained for each value.
    private nonisolated(unsafe) let keys: UnsafeMutableBufferPointer<JSONCodingKey>
    /// The keys under which the fields are read; nil for those that are not.
    nonisolated(unsafe) let read: UnsafePointer<Key?>
    /// The keys under which the fields are written; nil for those that are not.
    nonisolated(unsafe) let written: UnsafePointer<Key?>

    init(_ fields: [JSONField], writing output: OutputTable, in storage: KeyTableStorage) {
        let keys = UnsafeMutableBufferPointer<JSONCodingKey>.allocate(capacity: fields.count)
        _ = keys.initialize(from: fields.map { JSONCodingKey(stringValue: $0.path.components.first?.key ?? "") })
        self.keys = keys
        func places(_ isUsed: (Int) -> Bool) -> UnsafePointer<Key?> {
            storage.copy(fields.indices.map { isUsed($0) ? Key(keys.baseAddress)?.advanced(by: $0) : nil })
        }
        read = places { !fields[$0].traits.contains(.encodeOnly) }
        written = places { output.keys[$0].count > 0 }
        areAll = fields.allSatisfy { field in
            field.paths.count == 1 && field.path.components.count == 1 && field.path.components[0].key != nil
                && !field.traits.contains(.sensitive)
        }
    }

    deinit { keys.deinitialize().deallocate() }
}
