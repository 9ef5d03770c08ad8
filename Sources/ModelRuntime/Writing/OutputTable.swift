/// Where the fields of a model are written.
struct OutputTable {
    /// Whether every field is a member of the model's own object, so that members can be written right away.
    let isFlat: Bool
    /// The keys, by field index.
    let keys: UnsafePointer<OutputKey>
    /// The paths that are written, as a tree, by which members that share a path are grouped.
    let tree: FieldTree

    init(_ fields: [JSONField], in storage: KeyTableStorage) {
        tree = FieldTree(fields.map { $0.traits.contains(.decodeOnly) ? [] : [$0.path] })
        isFlat = tree.members.allSatisfy { $0.step.key != nil && $0.child.members.isEmpty }
        var keys = [OutputKey](repeating: OutputKey(text: emptyBytes, count: 0), count: fields.count)
        for member in tree.members where member.step.key != nil {
            // If two fields have the same key, the first is written.
            guard let first = member.fields.first else { continue }
            let text = [UInt8(ascii: ",")] + member.text
            // Padding, so that 16 bytes can be copied at a time.
            keys[first.index] = OutputKey(text: storage.copy(text + Array(repeating: 0, count: 16)), count: text.count)
        }
        self.keys = storage.copy(keys)
    }
}
