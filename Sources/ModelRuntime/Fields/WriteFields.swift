// The functions that generated code calls for each field.
//
// The functions that write a field don't throw: an error is kept and thrown at the end of the object. This way, the
// code of a model can fail in one place instead of at each field.

extension JSONSink: JSONFieldSink {
    /// Writes a value.
    @inlinable
    public mutating func write(_ value: some JSONValue) throws {
        try value.write(to: &self)
    }

    /// Writes a value through a transformer.
    @inlinable
    public mutating func write<Form: Transformer>(_ value: Form.Value, using transformer: Form) throws
    where Form.Source: JSONValue {
        try calling { try transformer.encode(value) }.write(to: &self)
    }

    /// Writes the next field. A transformer, which returns a value of its own, would make the compiler retain this one.
    @inlinable
    public mutating func field<Value: JSONValue>(_ value: Value) { writeNext { try $0.write(value) } }

    /// Writes the next field through a transformer; nil is written as null.
    @inlinable
    public mutating func field<Form: Transformer>(_ value: Form.Value?, using form: Form) where Form.Source: JSONValue {
        writeNext { if let value { try $0.write(value, using: form) } else { try $0.writeNull() } }
    }

    /// Writes the next field through a transformer unless it is nil.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(_ value: Form.Value?, using form: Form)
    where Form.Source: JSONValue {
        guard let value else { return skipField() }
        writeNext { try $0.write(value, using: form) }
    }

    @inlinable
    @inline(__always)
    mutating func writeNext(_ value: (inout JSONSink) throws -> Void) {
        do { if beginField() { try value(&self) } } catch { fail(error) }
    }

    /// Keeps an error for the end of the object. The remaining fields are skipped.
    @usableFromInline
    @inline(never)
    package mutating func fail(_ error: any Error) {
        if failure == nil { failure = located(error) }
        // The frame may be that of any enclosing object. Its fields now take the slow path, which checks for the
        // failure.
        frame.isPlain = false
    }
}
