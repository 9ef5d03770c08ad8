// Reads fields in the order of the model's list: generated code requests them one by one, and the reader moves to each.

extension JSONSource: JSONFieldSource {
    /// Reads an optional field with a default through a transformer: null is nil, and the default is only used if the
    /// field is absent.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value?,
        using form: Form
    ) throws -> Form.Value? where Form.Source: JSONValue {
        try next(using: OrNull(form)) ?? fallback()
    }

    /// Reads the next field with a closure, which is also called for null; returns nil if the field is absent.
    @inlinable
    public mutating func fieldIfPresent<Value>(
        reading read: @escaping (inout JSONSource) throws -> Value
    ) throws -> Value? {
        try next(read) { try $0.settle($1, read) }
    }

    /// Reads the next field through a transformer, unless it was already read when it was found; nil if it is absent.
    @inlinable
    @inline(__always)
    public mutating func next<Form: Transformer>(using form: Form) throws -> Form.Value? where Form.Source: JSONValue {
        try next {
            try $0.read(using: form)
        } settling: {
            try $0.settle($1, using: form)
        }
    }

    /// Reads the next field of the list, unless it was already read when it was found; nil if it is absent.
    @inlinable
    @inline(__always)
    mutating func next<Value>(
        _ read: (inout JSONSource) throws -> Value,
        settling settle: (inout JSONSource, LearnedField) throws -> Value
    ) throws -> Value? {
        switch try seek() {
        case .absent: nil
        case .here: try read(&self)
        case .learned(let field): try field.pointee.take(Value.self) ?? settle(&self, field)
        }
    }

    // The rare cases are not inlined, so that a module contains them once for each type, not for each field.

    @inlinable
    @inline(never)
    mutating func settle<Form: Transformer>(_ field: LearnedField, using form: Form) throws -> Form.Value
    where Form.Source: JSONValue {
        try settle(field, Form.Value.self) {
            $1.initializeMemory(as: Form.Value.self, to: try $0.read(using: form))
        }
        return try field.pointee.take(Form.Value.self) ?? read(using: form)
    }

    @inlinable
    mutating func settle<Value>(
        _ field: LearnedField, _ read: @escaping (inout JSONSource) throws -> Value
    ) throws -> Value {
        try settle(field, Value.self) { $1.initializeMemory(as: Value.self, to: try read(&$0)) }
        return try field.pointee.take(Value.self) ?? read(&self)
    }

    /// Reads a value through a transformer.
    @inlinable
    public mutating func read<Form: Transformer>(using transformer: Form) throws -> Form.Value
    where Form.Source: JSONValue {
        let start = cursor
        let form = try Form.Source(reading: &self)
        do {
            return try transformer.decode(form)
        } catch {
            throw located(error, at: start)
        }
    }
}

/// A transformer of a value that may be null.
@usableFromInline
@frozen
struct OrNull<Form: Transformer>: Transformer {
    @usableFromInline let form: Form

    @inlinable init(_ form: Form) { self.form = form }

    @inlinable func decode(_ source: Form.Source?) throws -> Form.Value? { try source.map { try form.decode($0) } }

    @inlinable func encode(_ value: Form.Value?) throws -> Form.Source? { try value.map { try form.encode($0) } }
}
