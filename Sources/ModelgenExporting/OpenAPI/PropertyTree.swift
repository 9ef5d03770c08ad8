import ModelgenPlanning
import ModelgenSchema

/// The objects and arrays that the key paths of fields lead through.
///
/// `user.avatar.url` and `user.name` give an object `user` with an object `avatar` and a string `name`.
struct PropertyTree {
    enum Presence {
        case required, optional
    }

    private indirect enum Node {
        case leaf(DocumentValue)
        case branch(PropertyTree)
    }

    private var keys: [(key: String, node: Node, presence: Presence)] = []
    private var elements: [(index: Int, node: Node, presence: Presence)] = []

    mutating func add(_ path: ArraySlice<JSONPathComponent>, _ schema: DocumentValue, _ presence: Presence) {
        guard let first = path.first else { return }
        let rest = path.dropFirst()
        // The path that is written determines the schema, not the alternatives that are only read.
        switch first {
        case .key where !elements.isEmpty, .index where !keys.isEmpty:
            if schema.isReadOnly { return }
            (keys, elements) = ([], [])
        case .key, .index: break
        }
        switch first {
        case .key(let key):
            let index = keys.firstIndex { $0.key == key } ?? keys.endIndex
            if index == keys.endIndex { keys.append((key, .branch(PropertyTree()), .optional)) }
            keys[index].node = Self.added(keys[index].node, rest, schema, presence)
            if presence == .required { keys[index].presence = .required }
        case .index(let number):
            let index = elements.firstIndex { $0.index == number } ?? elements.endIndex
            if index == elements.endIndex { elements.append((number, .branch(PropertyTree()), .optional)) }
            elements[index].node = Self.added(elements[index].node, rest, schema, presence)
            if presence == .required { elements[index].presence = .required }
        }
    }

    private static func added(
        _ node: Node, _ rest: ArraySlice<JSONPathComponent>, _ schema: DocumentValue, _ presence: Presence
    ) -> Node {
        guard !rest.isEmpty else {
            // A schema of known contents is more precise than an empty one.
            if case .branch(let tree) = node, !tree.isEmpty, schema == [:] || schema.isReadOnly { return node }
            if case .leaf(let known) = node, known != [:], schema.isReadOnly { return node }
            return .leaf(schema)
        }
        var tree = PropertyTree()
        switch node {
        case .branch(let known): tree = known
        case .leaf(let known):
            let isReplaced = known == [:] || known.isReadOnly && !schema.isReadOnly
            if !isReplaced { return node }
        }
        tree.add(rest, schema, presence)
        return .branch(tree)
    }

    private var isEmpty: Bool { keys.isEmpty && elements.isEmpty }

    var schema: DocumentValue {
        elements.isEmpty ? objectSchema : arraySchema
    }

    private var objectSchema: DocumentValue {
        var schema: DocumentValue = ["type": "object"]
        schema["properties"] = .object(keys.map { DocumentMember($0.key, Self.schema(of: $0.node)) })
        let required = keys.filter { $0.presence == .required }.map(\.key)
        if !required.isEmpty { schema["required"] = .strings(required) }
        return schema
    }

    private var arraySchema: DocumentValue {
        let last = elements.map(\.index).max() ?? 0
        let items = (0...min(last, 100)).map { index in
            elements.first { $0.index == index }.map { Self.schema(ofElement: $0.node, $0.presence) } ?? [:]
        }
        let required = elements.filter { $0.presence == .required }.map(\.index).max()
        var schema: DocumentValue = ["type": "array", "prefixItems": .array(items), "items": [:]]
        if let required { schema["minItems"] = .integer(required + 1) }
        return schema
    }

    /// In place of an object or an array without values, null is written if an element follows.
    private static func schema(ofElement node: Node, _ presence: Presence) -> DocumentValue {
        if case .branch = node, presence == .optional { return TypeSchemas.nullable(schema(of: node)) }
        return schema(of: node)
    }

    private static func schema(of node: Node) -> DocumentValue {
        switch node {
        case .leaf(let schema): schema
        case .branch(let tree): tree.schema
        }
    }
}

extension DocumentValue {
    fileprivate var isReadOnly: Bool { self["readOnly"] == true }
}
