import ModelgenDiagnostics

/// A mapping whose keys are declared by `Key`, as resolution sees it: values of a wrong kind were reported and count as
/// absent.
struct Entries<Key: SchemaKey> {
    let node: Node
    /// Whether a key that was reported may be any of those that are absent.
    let isIncomplete: Bool
    private let invalid: Set<ObjectIdentifier>

    init(_ node: Node, _ reading: Reading) {
        self.node = node
        isIncomplete = reading.isIncomplete(node)
        invalid = reading.invalid
    }

    /// The value of a key, or nil if it is absent or of a wrong kind.
    subscript(key: Key) -> Node? {
        guard let node = node[key] else { return nil }
        return invalid.isEmpty || !invalid.contains(ObjectIdentifier(node)) ? node : nil
    }

    /// Whether the key is present, even with a wrong value.
    func has(_ key: Key) -> Bool { node[key] != nil }

    /// Whether the key is present with a value that was reported already, or absent although it may be misspelled.
    func isBroken(_ key: Key) -> Bool { has(key) ? self[key] == nil : isIncomplete }

    /// The node of a key itself, for its position.
    func key(_ key: Key) -> Node? { node.entry(key.rawValue)?.key }

    /// The text of a key's value.
    func text(_ key: Key) -> String? { self[key]?.text }

    /// The whole number of a key's value.
    func integer(_ key: Key) -> Int? { self[key]?.text.flatMap { Int($0) } }

    /// The Boolean of a key's value.
    func flag(_ key: Key) -> Bool? { self[key]?.text.map { $0 == "true" } }

    /// The value of a key as a word of an enum.
    func word<Word: RawRepresentable<String>>(_ key: Key) -> Word? { self[key]?.text.flatMap { Word(rawValue: $0) } }
}
