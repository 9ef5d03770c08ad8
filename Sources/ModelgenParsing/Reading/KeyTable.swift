import ModelgenSchema
/// The keys of one kind of mapping. Declared once, they are used by the reader, in messages, and for JSON Schemas.
package final class KeyTable: Sendable {
    /// One key.
    package struct Declaration: Sendable {
        /// The key as it is written.
        package var name: String
        /// Its meaning, in one sentence, for completion in editors.
        package var doc: String
        /// What its value may be.
        package var kind: ValueKind
        /// Whether it may be omitted.
        package var presence: Presence
    }

    /// Whether a key may be omitted.
    package enum Presence: Sendable {
        case optional
        case required
    }

    /// A noun for such a mapping, with its article: "a field". It also names its definition in a JSON Schema.
    package let title: String
    /// The keys, in the order in which they are documented.
    package let keys: [Declaration]
    /// What the keys require of each other.
    package let demands: [KeyDemand]
    private let places: [String: Int]

    package init(_ title: String, _ keys: [Declaration], demands: [KeyDemand] = []) {
        self.title = title
        self.keys = keys
        self.demands = demands
        places = Dictionary(firstOf: keys.enumerated().map { ($1.name, $0) })
    }

    package subscript(name: String) -> Declaration? { places[name].map { keys[$0] } }

    /// The same keys without requirements.
    var withoutDemands: KeyTable { KeyTable(title, keys) }
}

/// The keys of one kind of mapping as a type, so that the compiler finds a misspelled key.
package protocol SchemaKey: RawRepresentable<String>, CaseIterable, Sendable {
    /// A noun for such a mapping, with its article: "a field".
    static var title: String { get }
    /// The meaning of the key, and the kinds of values that it accepts.
    var declaration: (doc: String, kind: ValueKind) { get }
    /// The keys that cannot be omitted.
    static var required: [Self] { get }
    /// What the keys require of each other.
    static var demands: [KeyDemand] { get }
    /// Their table, created once.
    static var keyTable: KeyTable { get }
}

extension Node {
    /// The value of a key.
    package subscript(key: some SchemaKey) -> Node? { self[key.rawValue] }
}

extension SchemaKey {
    package static var required: [Self] { [] }
    package static var demands: [KeyDemand] { [] }

    /// The declarations of all keys.
    static func makeTable() -> KeyTable {
        let required = Set(required.map(\.rawValue))
        return KeyTable(
            title,
            allCases.map { key in
                let (doc, kind) = key.declaration
                return KeyTable.Declaration(
                    name: key.rawValue,
                    doc: doc,
                    kind: kind,
                    presence: required.contains(key.rawValue) ? .required : .optional
                )
            },
            demands: demands
        )
    }
}
