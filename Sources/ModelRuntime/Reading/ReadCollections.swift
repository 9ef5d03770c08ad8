// Arrays, and objects whose keys are data.

extension JSONSource {
    /// Enters the array at the current position.
    ///
    ///     try source.beginArray()
    ///     while try source.nextElement() { values.append(try source.read(Int.self)) }
    public mutating func beginArray() throws {
        let p = cursor
        guard p < end, p.pointee == "[" else { return try beginElsewhere(.array) }
        try pushContainer(.array)
        cursor = skipSpace(p + 1)
    }

    /// Enters the object at the current position, whose keys are returned by ``nextKey()``.
    public mutating func beginObject() throws {
        let p = cursor
        guard p < end, p.pointee == "{" else { return try beginElsewhere(.object) }
        try pushContainer(.dictionary)
        cursor = skipSpace(p + 1)
    }

    @inline(never)
    private mutating func beginElsewhere(_ kind: JSONKind) throws {
        if isXML, cursor < end {
            // In XML, a list of one looks like its element, and an empty list or object looks like null.
            let isEmpty = cursor.pointee == "n"
            if kind == .array || isEmpty {
                if isEmpty { cursor = try scan(cursor, scanScalar) }
                try pushContainer(kind == .array ? .array : .dictionary)
                frame.state = .single
                frame.index = isEmpty ? 0 : -1
                return
            }
        }
        throw mismatch(kind == .array ? "an array" : "an object")
    }

    /// Moves to the next element of the array, of which at least one byte exists. At the end, leaves the array and
    /// returns false.
    public mutating func nextElement() throws -> Bool {
        var p = cursor
        let frame = top
        if frame.pointee.state == .middle {
            if p < end, p.pointee <= 0x20 { p = skipSpace(p) }
            if p < end, p.pointee == "," {
                frame.pointee.index &+= 1
                cursor = skipSpace(p + 1)
                guard cursor < end else { throw truncated(cursor, expected: "a value") }
                return true
            }
        } else if frame.pointee.state == .first, p < end, p.pointee != "]" {
            frame.pointee.state = .middle
            frame.pointee.index = 0
            return true
        }
        return try nextElementSlowly(p)
    }

    @inline(never)
    private mutating func nextElementSlowly(_ p: Bytes) throws -> Bool {
        if frame.state == .single {
            frame.index += 1
            if frame.index == 0 { return true }
            pop()
            return false
        }
        guard p < end else { throw truncated(p, expected: "an element or the end of the array") }
        if p.pointee == "]" {
            cursor = p + 1
            lastCount = min(frame.index &+ 1, 16)
            pop()
            return false
        }
        throw syntax(p, expected: "a comma or the end of the array")
    }

    /// Estimates the length of the array from its first `count` elements, to reserve memory.
    @usableFromInline
    @inline(never)
    func likelyCount(after count: Int) -> Int {
        // Lists inside a list usually have the same length, as with coordinates and rows.
        if count == 0 { return lastCount }
        let least = count + max(count / 2, 2)
        // The rest of the document is assumed to belong to the outermost list; other lists are short.
        var frame = top
        while frame > frames {
            frame -= 1
            if frame.pointee.shape == .array || frame.pointee.shape == .dictionary { return count * 2 }
        }
        guard let start = self.frame.start, cursor > start else { return count * 2 }
        // Assumes elements as long as those so far, up to a limit: they may have been shorter than the rest.
        let rest = (end - cursor) / max((cursor - start) / count, 1)
        return max(least, min(count + rest, count * 8))
    }

    /// Moves to the next member of the object and returns its key. At the end, leaves the object and returns nil.
    public mutating func nextKey() throws -> String? {
        // An empty XML element has no members.
        guard frame.state != .single, let p = try nextMember() else {
            pop()
            return nil
        }
        let (begin, quote, isEscaped) = try keyBytes(at: p)
        frame.value = cursor
        return isEscaped ? unescapedString(begin, quote) : text(begin, to: quote)
    }
}
