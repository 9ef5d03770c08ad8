// Members that share paths: written one after another, and then moved to their places.

extension JSONSink {
    /// Replaces the values that were written one after another by the object with each value in its place.
    mutating func assemble(_ table: OutputTable) {
        let depth = depth
        var written: [Int: Range<Int>] = [:]
        var end = count
        while let last = segments.last, last.depth >= depth {
            if last.depth == depth { written[last.field] = last.start..<end }
            end = last.start
            segments.removeLast()
        }
        let start = top.pointee.start
        let values = Array(UnsafeBufferPointer(start: buffer + start, count: count - start))
        count = start
        var extra: [UInt8] = []
        if discriminators.last?.depth == depth { extra = discriminators.removeLast().text }
        let source = Assembly(values: values, offset: start, written: written)
        if !assemble(table.tree, source, extra: extra) {
            append(UInt8(ascii: "{"))
            append(extra)
            append(UInt8(ascii: "}"))
        }
    }

    private struct Assembly {
        var values: [UInt8]
        var offset: Int
        var written: [Int: Range<Int>]
    }

    /// Writes a node; returns false, and writes nothing, if no field below it was written.
    private mutating func assemble(_ node: OutputTable.Node, _ source: Assembly, extra: [UInt8] = []) -> Bool {
        let mark = count
        var isEmpty = true
        switch node {
        case .field(let field):
            guard let range = source.written[field] else { return false }
            append(source.values[(range.lowerBound - source.offset)..<(range.upperBound - source.offset)])
            return true
        case .object(let members):
            append(UInt8(ascii: "{"))
            append(extra)
            var needsComma = !extra.isEmpty
            for member in members {
                let before = count
                if needsComma { append(UInt8(ascii: ",")) }
                append(member.key)
                if assembleFirst(member.nodes, source) {
                    isEmpty = false
                    needsComma = true
                } else {
                    count = before
                }
            }
            append(UInt8(ascii: "}"))
        case .array(let elements):
            append(UInt8(ascii: "["))
            var end = mark
            for index in 0...(elements.keys.max() ?? 0) {
                if index > 0 { append(UInt8(ascii: ",")) }
                if assembleFirst(elements[index] ?? [], source) {
                    isEmpty = false
                    end = count
                } else {
                    append("null".utf8)
                }
            }
            // Nothing is written after the last element with a value.
            if !isEmpty { count = end }
            append(UInt8(ascii: "]"))
        }
        if isEmpty { count = mark }
        return !isEmpty
    }

    private mutating func assembleFirst(_ nodes: [OutputTable.Node], _ source: Assembly) -> Bool {
        for node in nodes where assemble(node, source) { return true }
        return false
    }
}
