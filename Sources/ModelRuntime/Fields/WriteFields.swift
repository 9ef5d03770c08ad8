// The functions that generated code calls for each field.
//
// The functions that write a field don't throw. If a value cannot be written, the end of the object throws, so a
// model's code can fail in one place instead of at each field.

extension JSONSink: JSONFieldSink {
    /// Writes a value.
    @inlinable
    public mutating func write<Value: JSONValue>(_ value: Value) throws {
        try value.write(to: &self)
    }

    /// Writes a value through a transformer.
    @inlinable
    public mutating func write<Form: Transformer>(_ value: Form.Value, using transformer: Form) throws
    where Form.Source: JSONValue {
        try form(of: value, transformer).write(to: &self)
    }

    /// Writes the next field through a transformer.
    @inlinable
    public mutating func field<Form: Transformer>(_ value: Form.Value, using form: Form) where Form.Source: JSONValue {
        write(value, nextField(), using: form)
    }

    /// Writes the next field through a transformer; nil is written as null.
    @inlinable
    public mutating func field<Form: Transformer>(_ value: Form.Value?, using form: Form) where Form.Source: JSONValue {
        let field = nextField()
        if let value { write(value, field, using: form) } else { writeNull(field) }
    }

    /// Writes the next field through a transformer unless it is nil.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(_ value: Form.Value?, using form: Form)
    where Form.Source: JSONValue {
        let field = nextField()
        if let value { write(value, field, using: form) }
    }

    /// The index of the next field in the model's list.
    @usableFromInline
    mutating func nextField() -> Int {
        let field = frame.wanted
        frame.wanted = field &+ 1
        return field
    }

    @inlinable
    mutating func write<Form: Transformer>(_ value: Form.Value, _ field: Int, using transformer: Form)
    where Form.Source: JSONValue {
        do { if try begin(field) { try form(of: value, transformer).write(to: &self) } } catch { fail(error) }
    }

    @inlinable
    func form<Form: Transformer>(of value: Form.Value, _ transformer: Form) throws -> Form.Source {
        do { return try transformer.encode(value) } catch { throw JSONError.thrown(error) }
    }

    @usableFromInline
    mutating func writeNull(_ field: Int) {
        do { if try begin(field) { try writeNull() } } catch { fail(error) }
    }

    /// Keeps an error for the end of the object. The remaining fields are skipped.
    @usableFromInline
    @inline(never)
    mutating func fail(_ error: any Error) {
        if failure == nil { failure = located(error) }
        // Any enclosing object: its fields now take the slow path, which checks for the failure.
        frame.isPlain = false
    }
}
