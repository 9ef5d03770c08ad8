// Fields in the order of the model's list: generated code requests them one by one, and the reader goes to each.

extension JSONSource: JSONFieldSource {
    /// Reads a required field through a transformer, which must be the same for all objects of a document, because the
    /// value may be read before it is requested.
    @inlinable
    public mutating func field<Form: Transformer>(using form: Form) throws -> Form.Value where Form.Source: JSONValue {
        guard let value = try next(using: form) else { throw absentField() }
        return value
    }

    /// Reads an optional field with a default through a transformer: null is nil, and the default is only used if the
    /// field is absent.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value?,
        using form: Form
    ) throws -> Form.Value? where Form.Source: JSONValue {
        let value = try next {
            try $0.readIfPresent(using: form)
        } keeping: {
            $1.initializeMemory(as: Form.Value?.self, to: try $0.readIfPresent(using: form))
        }
        return value ?? fallback()
    }

    /// Reads a required field that the server or the database assigns; a draft does not have it.
    @inlinable
    public mutating func field<Form: Transformer>(
        inDraft placeholder: @autoclosure () -> Form.Value,
        using form: Form
    ) throws -> Form.Value where Form.Source: JSONValue {
        try next(using: form) ?? inDraft(placeholder())
    }

    /// Reads a required field, null included.
    @inlinable
    public mutating func field<Value>(reading read: @escaping (inout JSONSource) throws -> Value) throws -> Value {
        guard let value = try fieldIfPresent(reading: read) else { throw absentField() }
        return value
    }

    /// Reads a field, null included; nil if it is absent.
    @inlinable
    public mutating func fieldIfPresent<Value>(
        reading read: @escaping (inout JSONSource) throws -> Value
    ) throws -> Value? {
        try next(read) { $1.initializeMemory(as: Value.self, to: try read(&$0)) }
    }

    @inlinable
    @inline(__always)
    mutating func next<Form: Transformer>(using form: Form) throws -> Form.Value? where Form.Source: JSONValue {
        try next {
            try $0.read(using: form)
        } keeping: {
            $1.initializeMemory(as: Form.Value.self, to: try $0.read(using: form))
        }
    }

    /// Reads the next field of the list, now or when it is found; nil if it is absent.
    @inlinable
    @inline(__always)
    mutating func next<Value>(
        _ read: (inout JSONSource) throws -> Value,
        keeping keep: @escaping FieldReader.Read
    ) throws -> Value? {
        switch try seek() {
        case .absent: return nil
        case .here: break
        case .learned(let field):
            if let reading = field.pointee.reading, reading.type == Value.self {
                field.pointee.isKept = false
                return reading.memory.assumingMemoryBound(to: Value.self).move()
            }
            learn(field, Value.self, keep)
        }
        return try read(&self)
    }

    /// Reads a value through a transformer.
    @inlinable
    public mutating func read<Form: Transformer>(using transformer: Form) throws -> Form.Value
    where Form.Source: JSONValue {
        let form = try Form.Source(reading: &self)
        do {
            return try transformer.decode(form)
        } catch {
            throw refused(error)
        }
    }

    /// Reads a value through a transformer, or returns nil for null.
    @inlinable
    public mutating func readIfPresent<Form: Transformer>(using transformer: Form) throws -> Form.Value?
    where Form.Source: JSONValue {
        if try readNull() { return nil }
        return try read(using: transformer)
    }

    /// Reads a list through a transformer for its elements, without invalid ones.
    @inlinable
    package mutating func readValidElements<Form: Transformer>(using form: Form) throws -> [Form.Value]
    where Form.Source: JSONValue {
        var values: [Form.Value] = []
        try beginArray()
        while try nextElement() {
            if let value = try attempt({ try $0.read(using: form) }) { values.append(value) }
        }
        return values
    }
}
