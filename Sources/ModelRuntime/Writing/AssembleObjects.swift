// Members that share paths are written one after another and then moved to their places.

extension JSONSink {
    /// Replaces the values that were written one after another by an object with each value in its place.
    mutating func assemble(_ table: OutputTable) {
        let depth = depth
        let start = frame.begin
        let values = Array(UnsafeBufferPointer(start: buffer + start, count: count - start))
        var written: [Int: ArraySlice<UInt8>] = [:]
        var end = values.count
        while let last = segments.last, last.depth >= depth {
            let begin = last.start - start
            if last.depth == depth { written[last.field] = values[begin..<end] }
            end = begin
            segments.removeLast()
        }
        count = start
        let extra = written[-1] ?? []
        if !assemble(table.tree, written, extra: extra) {
            append("{")
            append(extra)
            append("}")
        }
    }

    /// Writes an object or array. If no field below it was written, writes nothing and returns false.
    private mutating func assemble(
        _ tree: FieldTree, _ written: [Int: ArraySlice<UInt8>], extra: ArraySlice<UInt8> = []
    ) -> Bool {
        var members = tree.members.filter { $0.step.key != nil }
        let length = (tree.members.compactMap(\.step.index).max() ?? -1) + 1
        let isArray = members.isEmpty && length > 0
        if isArray {
            members = (0..<length).map { .init(.index($0)) }
            for member in tree.members { members[member.step.index ?? 0] = member }
        }
        let start = count
        append(isArray ? "[" : "{")
        append(extra)
        var needsComma = !extra.isEmpty
        // Writing ends after the last member that has a value.
        var end = start
        for member in members {
            let before = count
            if needsComma { append(",") }
            append(member.text)
            // The first value written for a key is used.
            let value = member.fields.lazy.compactMap { written[$0.index] }.first
            if let value { append(value) }
            let isWritten = value != nil || assemble(member.child, written)
            if isWritten {
                end = count
            } else if isArray {
                append("null".utf8)
            } else {
                count = before
            }
            needsComma = needsComma || isWritten || isArray
        }
        count = end
        if end > start { append(isArray ? "]" : "}") }
        return end > start
    }
}
