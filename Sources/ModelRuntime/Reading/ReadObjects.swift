// Objects whose keys are known.

extension JSONSource {
    /// Enters the object at which the source stands. Generated code need not call it: `init(reading:)` does.
    public mutating func enter(_ fields: JSONFields) throws {
        if state.context.isKept, let kept = fields.kept { return try enter(kept) }
        let p = cursor
        guard p < end, p.pointee == UInt8(ascii: "{") else { return try enterElsewhere(fields) }
        try push(Frame(.model))
        top.pointee.wasLenient = isLenient
        top.pointee.fields = Unmanaged.passUnretained(fields)
        top.pointee.table = fields.table
        top.pointee.outerModel = model - frames
        model = top
        isLenient = isXML || fields.options.contains(.lenient)
        cursor = skipSpace(p + 1)
        top.pointee.start = cursor
        if state.hasReport { top.pointee.reported = context.report?.count ?? 0 }
    }

    @inline(never)
    private mutating func enterElsewhere(_ fields: JSONFields) throws {
        if let backend {
            self.backend = try backend.enter(fields, in: self)
            self.backend?.wasLenient = isLenient
            isLenient = fields.options.contains(.lenient)
            return
        }
        if isXML, cursor < end, cursor.pointee == UInt8(ascii: "n") {
            // An empty element is an object without members.
            cursor = try scanWord("null", cursor)
            try push(Frame(.model))
            top.pointee.wasLenient = isLenient
            top.pointee.fields = Unmanaged.passUnretained(fields)
            top.pointee.state = .closed
            top.pointee.outerModel = model - frames
            model = top
            return
        }
        throw mismatch("an object")
    }

    /// Leaves the object; what was not read of it is passed over.
    public mutating func leave(_ fields: JSONFields) throws {
        if let backend {
            isLenient = backend.wasLenient
            self.backend = backend.parent
            return
        }
        try finishFields()
        isLenient = top.pointee.wasLenient
        model = frames + top.pointee.outerModel
        pop()
    }

    /// Moves to the next field that the object has, and returns its index in the model's list; nil at its end.
    @inline(__always)
    mutating func next() throws -> Int? {
        var p = cursor
        let frame = top
        if p >= end { return try nextSlowly() }
        if frame.pointee.state == .middle, p != frame.pointee.value {
            if p.pointee != UInt8(ascii: ",") {
                p = skipSpace(p)
                guard p < end, p.pointee == UInt8(ascii: ",") else { return try nextSlowly() }
            }
            p = skipSpace(p + 1)
        } else if frame.pointee.state != .first || frame.pointee.shape != .model {
            return try nextSlowly()
        }
        // The keys of a document mostly come in the same order as the fields.
        guard let table = frame.pointee.table else { return try nextSlowly() }
        let expected = frame.pointee.index
        if expected < table.pointee.keyCount {
            let entry = table.pointee.entries + expected
            let count = entry.pointee.textCount
            if entry.pointee.isPlain, p + 16 <= end, matches(p, entry) {
                let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: expected)
                if expected < 64, frame.pointee.seen & bit == 0 {
                    frame.pointee.seen |= bit
                    frame.pointee.state = .middle
                    frame.pointee.index = expected + 1
                    frame.pointee.key = p
                    let value = skipSpace(p + count)
                    frame.pointee.value = value
                    let field = entry.pointee.field
                    frame.pointee.field = field
                    cursor = value
                    return field
                }
            }
        }
        return frame.pointee.state == .first ? try nextSlowly() : try member(at: p)
    }

    /// Whether the key at `p`, of which 16 bytes may be read, is the entry's.
    @inline(__always)
    private func matches(_ p: UnsafePointer<UInt8>, _ entry: UnsafePointer<KeyEntry>) -> Bool {
        let count = entry.pointee.textCount
        if load64(p) & entry.pointee.headMask.0 != entry.pointee.head.0 { return false }
        if count <= 8 { return true }
        if load64(p + 8) & entry.pointee.headMask.1 != entry.pointee.head.1 { return false }
        if count <= 16 { return true }
        return end - p >= count && areEqual(p + 16, entry.pointee.text + 16, count: count - 16)
    }

    /// Everything but the common case: the first member, the end, what was put off or left unread.
    @inline(never)
    private mutating func nextSlowly() throws -> Int? {
        while true {
            let frame = top
            switch frame.pointee.state {
            case .closed:
                return nil
            case .replaying:
                return nextReplayed()
            case .pending:
                frame.pointee.state = frame.pointee.shape == .pathArray ? .element : .middle
                if let value = frame.pointee.value, let table = frame.pointee.table {
                    cursor = value
                    if let field = try act(on: table.pointee.entries + frame.pointee.pending) { return field }
                    continue
                }
            case .first, .middle, .element, .single:
                break
            }
            if frame.pointee.shape == .pathArray {
                if let field = try nextElementOfPath() { return field }
                continue
            }
            if frame.pointee.state == .middle, cursor == frame.pointee.value { try skipValue() }
            var p = skipSpace(cursor)
            guard p < end else { throw truncated(p, expected: "a member or the end of the object") }
            if p.pointee == UInt8(ascii: "}") {
                cursor = p + 1
                if frame.pointee.shape == .pathObject {
                    pop()
                    continue
                }
                return closeModel()
            }
            if frame.pointee.state == .middle {
                guard p.pointee == UInt8(ascii: ",") else {
                    throw syntax(p, expected: "a comma or the end of the object")
                }
                p = skipSpace(p + 1)
            }
            frame.pointee.state = .middle
            if let field = try member(at: p) { return field }
        }
    }

    /// Reads the key at `p` and acts on it; nil when the member is of no interest. Goes on to the next member itself.
    @inline(never)
    private mutating func member(at p: UnsafePointer<UInt8>) throws -> Int? {
        var p = p
        while true {
            if let field = try oneMember(at: p) { return field }
            // A path may have been entered: its frame has a state of its own.
            guard top.pointee.state == .middle else { return try nextSlowly() }
            p = skipSpace(cursor)
            guard p < end, p.pointee == UInt8(ascii: ",") else { return try nextSlowly() }
            p = skipSpace(p + 1)
        }
    }

    @inline(__always)
    private mutating func oneMember(at p: UnsafePointer<UInt8>) throws -> Int? {
        let frame = top
        guard let table = frame.pointee.table else { return nil }
        guard p < end, p.pointee == UInt8(ascii: "\"") else {
            if p >= end { throw truncated(p, expected: "a key") }
            throw syntax(p, expected: "a key in double quotes")
        }
        // A key has a place in a path only when it is known to be right.
        frame.pointee.key = nil
        frame.pointee.field = -1
        // Optional fields are often absent: look at the next few before the hash.
        var found: UnsafePointer<KeyEntry>?
        let expected = frame.pointee.index
        if p + 16 <= end {
            var candidate = expected
            let last = min(expected + 3, table.pointee.keyCount)
            while candidate < last {
                if matches(p, table.pointee.entries + candidate) {
                    found = table.pointee.entries + candidate
                    break
                }
                candidate += 1
            }
        }
        let afterKey: UnsafePointer<UInt8>
        if let found {
            frame.pointee.key = p
            afterKey = p + found.pointee.textCount
        } else {
            let (quote, isEscaped) = try scanString(p)
            frame.pointee.key = p
            if isEscaped {
                let key = unescaped(p + 1, quote)
                found = key.withUnsafeBufferPointer { bytes in
                    bytes.baseAddress.flatMap { table.pointee.entry(of: $0, count: bytes.count) }
                }
            } else {
                found = table.pointee.entry(of: p + 1, count: quote - (p + 1))
            }
            let colon = skipSpace(quote + 1)
            guard colon < end else { throw truncated(colon, expected: "a colon") }
            guard colon.pointee == UInt8(ascii: ":") else { throw syntax(colon, expected: "a colon") }
            afterKey = colon + 1
        }
        let value = skipSpace(afterKey)
        guard value < end else { throw truncated(value, expected: "a value") }
        cursor = value
        guard let entry = found else {
            if frame.pointee.shape == .model, !isXMLAttribute(frame.pointee.key), let fields = frame.pointee.fields,
                fields._withUnsafeGuaranteedRef({ $0.options.contains(.rejectUnknownKeys) })
            {
                try refuseUnknownKey()
            }
            try skipValue()
            return nil
        }
        let position = entry - table.pointee.entries
        frame.pointee.index = position + 1
        if markSeen(position) {
            try skipValue()
            return nil
        }
        frame.pointee.value = value
        return try act(on: entry)
    }

    /// Notes that an entry was met; true if it was met before.
    @inline(__always)
    private mutating func markSeen(_ position: Int) -> Bool {
        guard position < 64 else { return markSeenWide(position) }
        let bit = UInt64(1) &<< UInt64(position)
        let wasSeen = top.pointee.seen & bit != 0
        top.pointee.seen |= bit
        return wasSeen
    }

    @inline(never)
    private mutating func markSeenWide(_ position: Int) -> Bool {
        // What deeper or earlier objects left behind goes first.
        while let last = state.wideSeen.indices.last, state.wideSeen[last].depth > depth { state.wideSeen.removeLast() }
        if !top.pointee.hasWideSeen {
            if let last = state.wideSeen.indices.last, state.wideSeen[last].depth == depth {
                state.wideSeen[last].clear()
            } else {
                state.wideSeen.append(WideSeen(depth: depth))
            }
            top.pointee.hasWideSeen = true
        }
        return state.wideSeen[state.wideSeen.count - 1].mark(position)
    }

    /// Whether a key is none of an element's children, but an attribute or the text: no model refuses those.
    private func isXMLAttribute(_ key: UnsafePointer<UInt8>?) -> Bool {
        guard isXML, let key, end - key > 1 else { return false }
        return key[1] == UInt8(ascii: "@") || key[1] == UInt8(ascii: "#")
    }
}
