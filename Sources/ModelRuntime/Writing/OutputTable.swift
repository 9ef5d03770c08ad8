/// Where the fields of a model are written.
final class OutputTable: Sendable {
    /// `,"key":` of a field. The first byte is replaced by the opening bracket for an object's first member.
    struct Key {
        var text: UnsafePointer<UInt8>
        /// 0 for a field that is not written.
        var count: Int
    }

    /// The tree of written paths, by which members that share a path are grouped.
    indirect enum Node: Sendable {
        case field(Int)
        case object([Member])
        case array([Int: [Node]])
    }

    struct Member: Sendable {
        var key: [UInt8]
        /// The first value written for the key is used.
        var nodes: [Node]
    }

    /// Whether every field is a member of the model's own object, so that members can be written immediately.
    let isFlat: Bool
    /// The keys by field.
    nonisolated(unsafe) let keys: UnsafePointer<Key>
    let tree: Node
    private nonisolated(unsafe) let memory: UnsafeMutablePointer<UInt8>

    init(_ fields: [JSONField]) {
        let tree = FieldTree(writing: fields)
        isFlat = tree.members.allSatisfy { member in
            if case .key = member.step { member.child == nil } else { false }
        }
        self.tree = Self.node(tree)

        // If two fields have one key, the first is written.
        var taken: Set<[UInt8]> = []
        let texts = fields.map { field -> [UInt8] in
            guard !field.traits.contains(.decodeOnly), field.paths[0].components.count == 1,
                case .key(let name) = field.paths[0].components[0], taken.insert(Array(name.utf8)).inserted
            else { return [] }
            return [UInt8(ascii: ",")] + quotedKey(name.utf8)
        }
        // Room to copy 16 bytes at a time.
        memory = .allocate(capacity: texts.reduce(0) { $0 + $1.count } + 16)
        let keys = UnsafeMutablePointer<Key>.allocate(capacity: max(fields.count, 1))
        var next = memory
        for (field, text) in texts.enumerated() {
            for (offset, byte) in text.enumerated() { next[offset] = byte }
            (keys + field).initialize(to: Key(text: next, count: text.count))
            next += text.count
        }
        next.update(repeating: 0, count: 16)
        self.keys = UnsafePointer(keys)
    }

    deinit {
        keys.deallocate()
        memory.deallocate()
    }

    private static func node(_ tree: FieldTree) -> Node {
        var members: [Member] = []
        var elements: [Int: [Node]] = [:]
        for member in tree.members {
            var nodes: [Node] = []
            if let field = member.field { nodes.append(.field(field)) }
            if let child = member.child { nodes.append(node(child)) }
            switch member.step {
            case .key(let key):
                let text = quotedKey(key.utf8)
                if let known = members.firstIndex(where: { $0.key == text }) {
                    members[known].nodes += nodes
                } else {
                    members.append(Member(key: text, nodes: nodes))
                }
            case .index(let index):
                elements[index, default: []] += nodes
            }
        }
        return members.isEmpty && !elements.isEmpty ? .array(elements) : .object(members)
    }
}
