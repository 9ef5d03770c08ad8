import Foundation

// Objects whose keys are known.
//
// In most documents, members are in the order of the list, with some optional fields missing. So an object is read once
// as long as that holds: when a member is further down the list, the fields before it are taken for absent. If one of
// them comes later after all, the model has a different order in this document: see GatherFields.swift.

extension JSONSource {
    /// Thrown to ``readModel(_:)`` when a member occurs that was taken for absent.
    struct Reordered: Error {}

    /// Reads the object of a model, and reads it again if its members are in a different order.
    @inlinable
    package mutating func readModel<Model: JSONModel>(_ fields: JSONFields) throws -> Model {
        let depth = try enter(fields)
        while true {
            do {
                let model = try Model(fields: &self)
                try leave()
                return model
            } catch {
                try readAgain(after: error, at: depth)
            }
        }
    }

    /// Enters the object at the current position, and returns the depth of its frame.
    @usableFromInline
    mutating func enter(_ fields: JSONFields) throws -> Int {
        if let other = state.context.form?(fields) { return try enter(other) }
        let p = cursor
        guard p < end, p.pointee == "{" else { return try enterElsewhere(fields) }
        try pushModel(fields)
        cursor = skipSpace(p + 1)
        frame.start = cursor
        if state.hasReport { frame.reported = state.problems.count }
        if hasReordered || !fields.table.pointee.isFlat { try gatherIfReordered(fields.table) }
        return depth
    }

    private mutating func pushModel(_ fields: JSONFields) throws {
        if top + 1 == framesEnd { try grow() }
        let orders = top[1].orders
        top += 1
        top.initialize(to: Frame(shape: .model))
        frame.orders = orders
        frame.fields = fields
        frame.table = fields.table
        frame.outerModel = model - frames
        model = top
    }

    @inline(never)
    private mutating func enterElsewhere(_ fields: JSONFields) throws -> Int {
        if isXML, cursor < end, cursor.pointee == "n" {
            // An empty element is an object without members.
            cursor = try scan(cursor, scanScalar)
            try pushModel(fields)
            frame.state = .closed
            return depth
        }
        throw mismatch("an object")
    }

    /// Leaves the object, skipping the members that have not been read.
    @usableFromInline
    mutating func leave() throws {
        if let order = model.pointee.gathered {
            top = model
            if let after = order.pointee.after { cursor = after }
        } else if frame.state != .closed {
            while try next() != nil {}
        }
        model = frames + frame.outerModel
        pop()
    }

    /// The result of ``seek()`` for a field.
    @usableFromInline
    enum Found {
        /// The object does not have it.
        case absent
        /// The source is at its value.
        case here
        /// Its value was already read, or the source is at its value and should remember how it is read.
        case learned(LearnedField)
    }

    /// Moves to the value of the next field of the list.
    @usableFromInline
    mutating func seek() throws -> Found {
        let model = model
        let wanted = model.pointee.wanted
        model.pointee.wanted = wanted &+ 1
        if let order = model.pointee.gathered { return find(wanted, in: order) }
        var met = model.pointee.held
        if met < 0 { met = try next() ?? Int.max }
        // The frames may have been reallocated.
        if met == wanted {
            self.model.pointee.held = -1
            return .here
        }
        if met < wanted { throw Reordered() }
        self.model.pointee.held = met
        self.model.pointee.hasAbsent = true
        return .absent
    }

    /// The error for a required field that is absent; or, if the object has not been searched as a whole,
    /// ``Reordered``, which requests that.
    @inline(never)
    public mutating func absentField() -> any Error {
        // An empty XML element has no members to search.
        if model.pointee.gathered == nil, model.pointee.start != nil { return Reordered() }
        goBehindLastValue()
        // The error refers to the object and the field, not to the value that was read last.
        top = model
        let field = frame.wanted - 1
        let isKnown = frame.fields?.fields.indices.contains(field) == true
        (frame.state, frame.field, frame.rank) = (.gathered, isKnown ? field : -1, 0)
        return located(JSONError(.missing))
    }

    /// Whether the object is that of a draft, which does not have assigned fields.
    public var isDraft: Bool { model.pointee.fields?.isDraft == true }

    /// Moves to the next member that is a field, and returns its index in the model's list; nil at the end of the object.
    @inline(__always)
    mutating func next() throws -> Int? {
        var p = cursor
        let frame = top
        if p >= end { return try nextSlowly() }
        if frame.pointee.state == .middle, UInt(bitPattern: p) != UInt(bitPattern: frame.pointee.value) {
            if p.pointee != "," {
                p = skipSpace(p)
                guard p < end, p.pointee == "," else { return try nextSlowly() }
            }
            p = skipSpace(p + 1)
        } else if frame.pointee.state != .first {
            return try nextSlowly()
        }
        // In most documents, the keys are in the same order as the fields.
        if let table = frame.pointee.table, frame.pointee.index < table.pointee.keyCount {
            let entry = table.pointee.entries + frame.pointee.index
            if try goToValue(of: entry, at: p) {
                frame.pointee.state = .middle
                return found(entry, in: table)
            }
        }
        return frame.pointee.state == .first ? try nextSlowly() : try member(at: p)
    }

    /// The field whose value the cursor is at.
    @inline(__always)
    private func found(_ entry: Entry, in table: Table) -> Int {
        frame.index = entry - table.pointee.entries + 1
        frame.field = entry.pointee.field
        frame.value = cursor
        return entry.pointee.field
    }

    /// Handles everything but the common case: the first member, the end, and values that were not read.
    @inline(never)
    private mutating func nextSlowly() throws -> Int? {
        if frame.state == .closed { return nil }
        if frame.state == .middle, cursor == frame.value { try skipValue() }
        guard let p = try nextMember() else {
            frame.state = .closed
            return nil
        }
        return try member(at: p)
    }

    /// Reads the key at `p`, and the following ones until one belongs to a field.
    @inline(never)
    private mutating func member(at p: Bytes) throws -> Int? {
        var p = p
        while true {
            if let table = frame.table, let entry = try entry(at: p, in: table) {
                guard entry - table.pointee.entries >= frame.index else { throw Reordered() }
                return found(entry, in: table)
            }
            try skipValue()
            guard let next = try nextMember() else {
                frame.state = .closed
                return nil
            }
            p = next
        }
    }

    /// Reads the key at `p`. Optional fields are often absent, so the next few keys are tried before the hash.
    @inline(__always)
    private mutating func entry(at p: Bytes, in table: Table) throws -> Entry? {
        var candidate = frame.index
        let last = min(candidate &+ 3, table.pointee.keyCount)
        while candidate < last {
            let entry = table.pointee.entries + candidate
            if try goToValue(of: entry, at: p) { return entry }
            candidate &+= 1
        }
        return try key(at: p, in: table)
    }

    /// Moves to the next key of the object, from the beginning of the object or the end of one of its values. At the
    /// end, moves past the object and returns nil.
    @inline(__always)
    mutating func nextMember() throws -> Bytes? {
        let p = skipSpace(cursor)
        guard p < end else { throw truncated(p, expected: "a member or the end of the object") }
        if p.pointee == ",", frame.state == .middle { return skipSpace(p + 1) }
        if p.pointee == "}" {
            cursor = p + 1
            return nil
        }
        guard frame.state == .first else { throw syntax(p, expected: "a comma or the end of the object") }
        frame.state = .middle
        return p
    }

    /// Whether the key at `p` is that of the entry. 16 bytes must be readable there.
    private func matches(_ p: Bytes, _ entry: Entry) -> Bool {
        let count = entry.pointee.textCount
        if load64(p) & entry.pointee.headMask.0 != entry.pointee.head.0 { return false }
        if count <= 8 { return true }
        if load64(p + 8) & entry.pointee.headMask.1 != entry.pointee.head.1 { return false }
        if count <= 16 { return true }
        return end - p >= count && memcmp(p + 16, entry.pointee.text + 16, count - 16) == 0
    }

    /// Moves to the value of the key at `p` if the key is that of the entry, which is usually the case.
    @inline(__always)
    mutating func goToValue(of entry: Entry, at p: Bytes) throws -> Bool {
        guard p + 16 <= end, matches(p, entry) else { return false }
        frame.key = p
        var value = p + entry.pointee.textCount
        if value >= end || value.pointee <= 0x20 {
            value = skipSpace(value)
            guard value < end else { throw truncated(value, expected: "a value") }
        }
        cursor = value
        return true
    }

    /// Reads the key at `p` and moves to its value; returns nil if the table does not contain the key.
    @inline(never)
    mutating func key(at p: Bytes, in table: Table) throws -> Entry? {
        let (begin, quote, isEscaped) = try keyBytes(at: p)
        let found: Entry?
        if isEscaped {
            var key = unescapedString(begin, quote)
            found = key.withUTF8 { bytes in
                bytes.baseAddress.flatMap { table.pointee.entry(of: $0, count: bytes.count) }
            }
        } else {
            found = table.pointee.entry(of: begin, count: quote - begin)
        }
        if found == nil, frame.shape == .model, let refuse = frame.fields?.reading?.unknownKey {
            let key = unescapedString(begin, quote)
            let known = discriminators(depth, frame.start).contains { $0.utf8.elementsEqual(key.utf8) }
            if !known { try refuse(&self, key, p) }
        }
        return found
    }

    /// Reads the key at `p` and moves to its value.
    @inline(__always)
    mutating func keyBytes(at p: Bytes) throws -> (begin: Bytes, quote: Bytes, isEscaped: Bool) {
        guard p < end else { throw truncated(p, expected: "a key") }
        guard p.pointee == "\"" else { throw syntax(p, expected: "a key in double quotes") }
        // A key becomes part of a path only once it is known to be valid.
        frame.key = nil
        frame.field = -1
        let (quote, isEscaped) = try scan(p, scanString)
        frame.key = p
        let colon = skipSpace(quote + 1)
        guard colon < end else { throw truncated(colon, expected: "a colon") }
        guard colon.pointee == ":" else { throw syntax(colon, expected: "a colon") }
        let value = skipSpace(colon + 1)
        guard value < end else { throw truncated(value, expected: "a value") }
        cursor = value
        return (p + 1, quote, isEscaped)
    }
}
