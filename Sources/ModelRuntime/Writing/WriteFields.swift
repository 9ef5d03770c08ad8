// What generated code calls for each field.
//
// None of those that take an index throws. A value that cannot be written makes the end of the object throw, so that the
// code of a model has one place where it can fail and not one for each field.

extension JSONSink {
    /// Writes a value.
    @inlinable
    public mutating func write<Value: JSONValue>(_ value: Value) throws {
        try value.write(to: &self)
    }

    /// Writes a field, by its index in the model's list; nil is written as null.
    @inlinable
    public mutating func write<Value: JSONValue>(_ value: Value, _ field: Int) {
        do { if try begin(field) { try value.write(to: &self) } } catch { fail(error) }
    }

    /// Writes a field unless it is nil.
    @inlinable
    public mutating func writeIfPresent<Value: JSONValue>(_ value: Value?, _ field: Int) {
        if let value { write(value, field) }
    }

    /// Writes a field through a transformer.
    @inlinable
    public mutating func write<Form: Transformer>(
        _ value: Form.Value,
        _ field: Int,
        using transformer: Form
    ) where Form.Source: JSONValue {
        do { if try begin(field) { try form(of: value, transformer).write(to: &self) } } catch { fail(error) }
    }

    /// Writes a field through a transformer; nil is written as null.
    @inlinable
    public mutating func write<Form: Transformer>(
        _ value: Form.Value?,
        _ field: Int,
        using transformer: Form
    ) where Form.Source: JSONValue {
        if let value { write(value, field, using: transformer) } else { writeNull(field) }
    }

    /// Writes a field through a transformer unless it is nil.
    @inlinable
    public mutating func writeIfPresent<Form: Transformer>(
        _ value: Form.Value?,
        _ field: Int,
        using transformer: Form
    ) where Form.Source: JSONValue {
        if let value { write(value, field, using: transformer) }
    }

    @usableFromInline
    func form<Form: Transformer>(of value: Form.Value, _ transformer: Form) throws -> Form.Source {
        do { return try transformer.encode(value) } catch { throw JSONError.thrown(error) }
    }

    @usableFromInline
    mutating func writeNull(_ field: Int) {
        do { if try begin(field) { try writeNull() } } catch { fail(error) }
    }

    /// Keeps an error for the end of the object. The fields that follow are passed over.
    @usableFromInline
    @inline(never)
    mutating func fail(_ error: any Error) {
        if failure == nil { failure = located(error) }
        // Whatever object was being written: its fields now go the slow way, which looks for the failure.
        top.pointee.isPlain = false
    }

    /// Writes a model with one more member, which tells its kind.
    public mutating func write<Value: JSONValue>(_ value: Value, discriminator key: String, _ name: String) throws {
        if let backend {
            backend.announce(key, name)
        } else {
            var text = JSONSink()
            try text.writeString(name)
            discriminator = quotedKey(key.utf8) + Array(UnsafeBufferPointer(start: text.buffer, count: text.count))
        }
        try value.write(to: &self)
        discriminator = []
    }
}
