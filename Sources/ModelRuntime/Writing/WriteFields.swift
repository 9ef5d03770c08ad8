// What generated code calls for each field.

extension JSONSink {
    /// Writes a value.
    @inlinable
    public mutating func write<Value: JSONValue>(_ value: Value) throws {
        try value.write(to: &self)
    }

    /// Writes a field, by its index in the model's list; nil is written as null.
    @inlinable
    public mutating func write<Value: JSONValue>(_ value: Value, _ field: Int) throws {
        if try begin(field) { try value.write(to: &self) }
    }

    /// Writes a field unless it is nil.
    @inlinable
    public mutating func writeIfPresent<Value: JSONValue>(_ value: Value?, _ field: Int) throws {
        if let value, try begin(field) { try value.write(to: &self) }
    }

    /// Writes a field through a transformer.
    @inlinable
    public mutating func write<Form: Transformer>(
        _ value: Form.Value,
        _ field: Int,
        using transformer: Form
    ) throws where Form.Source: JSONValue {
        if try begin(field) { try transformer.encode(value).write(to: &self) }
    }

    /// Writes a field through a transformer; nil is written as null.
    @inlinable
    public mutating func write<Form: Transformer>(
        _ value: Form.Value?,
        _ field: Int,
        using transformer: Form
    ) throws where Form.Source: JSONValue {
        guard try begin(field) else { return }
        if let value { try transformer.encode(value).write(to: &self) } else { try writeNull() }
    }

    /// Writes a field through a transformer unless it is nil.
    @inlinable
    public mutating func writeIfPresent<Form: Transformer>(
        _ value: Form.Value?,
        _ field: Int,
        using transformer: Form
    ) throws where Form.Source: JSONValue {
        if let value, try begin(field) { try transformer.encode(value).write(to: &self) }
    }

    /// Writes a field of a patch: nothing when it is untouched.
    @inlinable
    public mutating func writePatch<Value: JSONValue>(_ patch: FieldPatch<Value>, _ field: Int) throws {
        switch patch {
        case .untouched: break
        case .null: if try begin(field) { try writeNull() }
        case .value(let value): if try begin(field) { try value.write(to: &self) }
        }
    }

    /// Writes a field of a patch through a transformer: nothing when it is untouched.
    @inlinable
    public mutating func writePatch<Form: Transformer>(
        _ patch: FieldPatch<Form.Value>,
        _ field: Int,
        using transformer: Form
    ) throws where Form.Source: JSONValue {
        switch patch {
        case .untouched: break
        case .null: if try begin(field) { try writeNull() }
        case .value(let value): if try begin(field) { try transformer.encode(value).write(to: &self) }
        }
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
