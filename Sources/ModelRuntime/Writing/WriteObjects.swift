// Objects, arrays and their members.

extension JSONSink {
    /// Opens the object of a model. `write(to:)` calls it; generated code doesn't.
    public mutating func enter(_ fields: JSONFields) throws {
        if let other = form?(fields) { return try enter(other) }
        try push(.model, "{")
        frame.fields = fields
        frame.keys = fields.output.keys
        frame.isPlain = fields.output.isFlat
        frame.wanted = 0
        frame.begin = count
        if !discriminator.isEmpty { enterSpecially(fields) }
    }

    @inline(never)
    private mutating func enterSpecially(_ fields: JSONFields) {
        if !fields.output.isFlat {
            // Recorded like the value of a field, so that it moves with those.
            segments.append(Segment(depth: depth, field: -1, start: count))
            append(discriminator)
            discriminator = []
        }
        beginWithDiscriminator()
    }

    /// Writes the first member of an object that has a discriminator.
    private mutating func beginWithDiscriminator() {
        guard !discriminator.isEmpty else { return }
        append("{")
        append(discriminator)
        frame.lead = UInt8(ascii: ",")
        discriminator = []
    }

    /// Writes the brackets of an object or array that have not been written.
    @inline(__always)
    private mutating func close(_ opening: Unicode.Scalar, _ closing: Unicode.Scalar) {
        if frame.lead == opening { append(opening) }
        append(closing)
    }

    /// Closes the object of a model.
    public mutating func leave() throws {
        if let failure { throw failure }
        if !frame.isPlain, let output = frame.fields?.output { assemble(output) } else { close("{", "}") }
        top -= 1
    }

    /// Begins the member of a field; returns false if the field is not written.
    private mutating func beginPlain(_ field: Int) -> Bool {
        let frame = top
        guard frame.pointee.isPlain, let keys = frame.pointee.keys else { return false }
        let key = keys[field]
        guard key.count > 0, capacity - count >= key.count + 16 else { return false }
        let out = buffer + count
        // Keys are short, so 16 bytes are copied at a time, past the end of some.
        var offset = 0
        repeat {
            UnsafeMutableRawPointer(out + offset).storeBytes(
                of: UnsafeRawPointer(key.text + offset).loadUnaligned(as: SIMD16<UInt8>.self),
                as: SIMD16<UInt8>.self
            )
            offset &+= 16
        } while offset < key.count
        out.pointee = frame.pointee.lead
        frame.pointee.lead = UInt8(ascii: ",")
        frame.pointee.field = field
        count &+= key.count
        return true
    }

    /// Begins the member of the next field in the model's list; returns false if the field is not written.
    @usableFromInline
    mutating func beginField() -> Bool {
        skipField()
        let field = frame.wanted &- 1
        return beginPlain(field) || beginSlowly(field)
    }

    @usableFromInline
    mutating func skipField() { frame.wanted &+= 1 }

    @inline(never)
    private mutating func beginSlowly(_ field: Int) -> Bool {
        if failure != nil { return false }
        guard let fields = frame.fields, fields.fields.indices.contains(field),
            !fields.fields[field].traits.contains(.decodeOnly)
        else { return false }
        frame.field = field
        if fields.output.isFlat {
            let key = fields.output.keys[field]
            guard key.count > 0 else { return false }
            appendLead()
            append(key.text + 1, key.count - 1)
        } else {
            segments.append(Segment(depth: depth, field: field, start: count))
        }
        return true
    }

    /// Appends what precedes a member or element: the opening bracket or a comma.
    @inline(__always)
    private mutating func appendLead() {
        append(frame.lead)
        frame.lead = UInt8(ascii: ",")
    }

    // MARK: Arrays and dictionaries

    /// Opens an array, and returns the number of arrays and objects around its elements.
    ///
    ///     try sink.beginArray()
    ///     for value in values {
    ///         try sink.nextElement()
    ///         try sink.write(value)
    ///     }
    ///     try sink.endArray()
    @discardableResult
    public mutating func beginArray() throws -> Int {
        try push(.array, "[")
        return depth
    }

    /// Begins an element of the array.
    public mutating func nextElement() throws {
        frame.begin = count
        frame.index &+= 1
        appendLead()
    }

    /// Closes the array.
    public mutating func endArray() throws {
        close("[", "]")
        top -= 1
    }

    /// Opens an object whose keys are data.
    public mutating func beginObject() throws {
        try push(.dictionary, "{")
        frame.begin = -1
        beginWithDiscriminator()
    }

    /// Begins a member of the object. Each key must occur only once.
    public mutating func nextMember(_ key: String) throws {
        appendLead()
        frame.begin = count
        writeQuoted(key)
        append(":")
    }

    /// Closes the object.
    public mutating func endObject() throws {
        close("{", "}")
        top -= 1
    }
}
