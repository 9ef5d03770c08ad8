// Members that share paths: written one after another, and then moved to their places.

extension JSONSink {
    /// Replaces the values that were written one after another by the object with each value in its place.
    mutating func assemble(_ table: OutputTable) {
        let depth = depth
        let start = top.pointee.start
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
        let extra = discriminators.last?.depth == depth ? discriminators.removeLast().text : []
        if !assemble(table.tree, written, extra: extra) {
            append(UInt8(ascii: "{"))
            append(extra)
            append(UInt8(ascii: "}"))
        }
    }

    /// Writes a node; returns false, and writes nothing, if no field below it was written.
    private mutating func assemble(
        _ node: OutputTable.Node, _ written: [Int: ArraySlice<UInt8>], extra: [UInt8] = []
    ) -> Bool {
        let members: [OutputTable.Member]
        let isArray: Bool
        switch node {
        case .field(let field):
            if let value = written[field] { append(value) }
            return written[field] != nil
        case .object(let all): (members, isArray) = (all, false)
        case .array(let elements):
            let all = 0...(elements.keys.max() ?? 0)
            (members, isArray) = (all.map { OutputTable.Member(key: [], nodes: elements[$0] ?? []) }, true)
        }
        let start = count
        append(UInt8(ascii: isArray ? "[" : "{"))
        append(extra)
        var needsComma = !extra.isEmpty
        // Nothing is written after the last member with a value.
        var end = start
        for member in members {
            let before = count
            if needsComma { append(UInt8(ascii: ",")) }
            append(member.key)
            let isWritten = member.nodes.contains { assemble($0, written) }
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
        if end > start { append(UInt8(ascii: isArray ? "]" : "}")) }
        return end > start
    }
}
