// Fields that stand at key paths and indexes.

extension JSONSource {
    /// Acts on the entry of the value at the cursor: yields its field, or goes into its path.
    mutating func act(on entry: UnsafePointer<KeyEntry>) throws -> Int? {
        let frame = top
        if entry.pointee.next >= 0 {
            frame.pointee.state = .pending
            frame.pointee.pending = entry.pointee.next
        }
        frame.pointee.value = cursor
        if entry.pointee.field >= 0 {
            if entry.pointee.rank < 0 {
                frame.pointee.field = entry.pointee.field
                return entry.pointee.field
            }
            return try alternative(entry.pointee.field, rank: entry.pointee.rank)
        }
        if let child = entry.pointee.child, cursor < end {
            let isObject = cursor.pointee == UInt8(ascii: "{")
            if isObject && child.pointee.keyCount > 0
                || cursor.pointee == UInt8(ascii: "[") && child.pointee.indexCount > 0
            {
                try push(Frame(isObject ? .pathObject : .pathArray))
                top.pointee.table = child
                cursor = skipSpace(cursor + 1)
                return nil
            }
            // In XML a list of one looks like its element.
            if isXML, cursor.pointee != UInt8(ascii: "["), let only = child.pointee.entry(ofIndex: 0),
                only.pointee.next < 0
            {
                return try act(on: only)
            }
        }
        try skipValue()
        return nil
    }

    /// Moves to the next element of an array that leads to fields.
    mutating func nextElementOfPath() throws -> Int? {
        let frame = top
        if frame.pointee.state == .element, cursor == frame.pointee.value { try skipValue() }
        var p = skipSpace(cursor)
        guard p < end else { throw truncated(p, expected: "an element or the end of the array") }
        if p.pointee == UInt8(ascii: "]") {
            cursor = p + 1
            pop()
            return nil
        }
        if frame.pointee.state == .element {
            guard p.pointee == UInt8(ascii: ",") else { throw syntax(p, expected: "a comma or the end of the array") }
            p = skipSpace(p + 1)
            frame.pointee.index += 1
        }
        frame.pointee.state = .element
        cursor = p
        guard p < end else { throw truncated(p, expected: "an element") }
        guard let table = frame.pointee.table, let entry = table.pointee.entry(ofIndex: frame.pointee.index) else {
            try skipValue()
            return nil
        }
        return try act(on: entry)
    }
}
