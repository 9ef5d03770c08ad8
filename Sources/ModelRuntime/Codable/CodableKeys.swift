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

/// The members of a model's object in Codable's containers.
final class CodableKeys: Sendable {
    typealias Path = UnsafeBufferPointer<JSONCodingKey>

    /// The paths that each field is read from, which are keys; the first one with a value is used.
    nonisolated(unsafe) let paths: [[Path]]
    /// Whether a path contains an index, so that the model is converted to JSON to be read.
    let hasIndexes: Bool
    let hasSensitive: Bool
    /// The first fields that are read, if they have a single key each: usually all of them. A draft's begin after the
    /// assigned fields.
    let plain: Range<Int>
    /// The keys of all paths, one after another, so that the leading fields find theirs by their index.
    nonisolated(unsafe) let keys: UnsafePointer<JSONCodingKey>
    private let keyCount: Int
    /// The key under which each field is written; nil for fields that are not written.
    nonisolated(unsafe) let written: UnsafePointer<UnsafePointer<JSONCodingKey>?>

    // All of it is memory of its own, because an array would be retained for each value.
    init(_ fields: [JSONField], writing output: OutputTable) {
        let components = fields.map { $0.paths.map(\.components) }
        let names = components.map { $0.map { $0.compactMap(\.codingKey) } }
        hasIndexes = zip(components, names).contains { zip($0, $1).contains { $0.count != $1.count } }
        hasSensitive = fields.contains { $0.traits.contains(.sensitive) }
        let all = names.joined().joined()
        keyCount = all.count
        let memory = UnsafeMutablePointer<JSONCodingKey>.allocate(capacity: max(keyCount, 1))
        for (index, key) in all.enumerated() { (memory + index).initialize(to: key) }
        keys = UnsafePointer(memory)
        var start = UnsafePointer(memory)
        let places = names.map { paths in
            paths.map { path in
                defer { start += path.count }
                return Path(start: start, count: path.count)
            }
        }
        paths = zip(fields, places).map { $0.traits.contains(.encodeOnly) ? [] : $1 }
        let first = paths.prefix(while: \.isEmpty).count
        // Before them, each field must have one key, too, so that theirs are found by their index.
        let last = names.prefix { $0.count == 1 && $0[0].count == 1 }.count
        plain = first..<max(first, paths[..<last].dropFirst(first).prefix { !$0.isEmpty }.count + first)
        let written = UnsafeMutablePointer<UnsafePointer<JSONCodingKey>?>.allocate(capacity: max(fields.count, 1))
        for index in fields.indices {
            (written + index).initialize(to: output.keys[index].count > 0 ? places[index].first?.baseAddress : nil)
        }
        self.written = UnsafePointer(written)
    }

    deinit {
        UnsafeMutablePointer(mutating: keys).deinitialize(count: keyCount)
        keys.deallocate()
        written.deallocate()
    }
}

extension JSONPath.Component {
    fileprivate var codingKey: JSONCodingKey? {
        if case .key(let key) = self { JSONCodingKey(stringValue: key) } else { nil }
    }
}
