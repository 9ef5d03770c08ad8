/// A key of a Codable container.
public struct JSONCodingKey: CodingKey {
    /// The key in JSON.
    public let stringValue: String
    /// Nil: the keys of objects are strings.
    public var intValue: Int? { nil }

    /// A key in JSON.
    public init(stringValue: String) {
        self.stringValue = stringValue
    }

    /// The digits of a number.
    public init(intValue: Int) {
        stringValue = String(intValue)
    }
}

/// The keys of a model's fields in Codable's containers.
final class CodableKeys: Sendable {
    typealias Key = UnsafePointer<JSONCodingKey>

    /// Whether each field has one key and no other place, and no errors from which values must be kept.
    let areAll: Bool
    // Memory of its own, because an array would be retained for each value.
    private nonisolated(unsafe) let keys: UnsafeMutablePointer<JSONCodingKey>
    private nonisolated(unsafe) let places: UnsafeMutablePointer<Key?>
    private let count: Int

    init(_ fields: [JSONField], writing output: OutputTable) {
        count = fields.count
        keys = .allocate(capacity: count + 1)
        places = .allocate(capacity: 2 * count + 1)
        for (index, field) in fields.enumerated() {
            (keys + index).initialize(to: JSONCodingKey(stringValue: field.path.components.first?.key ?? ""))
            let key = Key(keys + index)
            (places + index).initialize(to: field.traits.contains(.encodeOnly) ? nil : key)
            (places + count + index).initialize(to: output.keys[index].count > 0 ? key : nil)
        }
        areAll = fields.allSatisfy { field in
            field.alternatives.isEmpty && field.path.components.count == 1 && field.path.components[0].key != nil
                && !field.traits.contains(.sensitive)
        }
    }

    /// The keys under which the fields are read; nil for those that are not.
    var read: UnsafePointer<Key?> { UnsafePointer(places) }

    /// The keys under which the fields are written; nil for those that are not.
    var written: UnsafePointer<Key?> { UnsafePointer(places + count) }

    deinit {
        keys.deinitialize(count: count).deallocate()
        places.deallocate()
    }
}
