// Fields in the order of the model's list: generated code requests them one by one, and the reader goes to each.

extension JSONSource: JSONFieldSource {
    /// Reads a required field through a transformer, which must be the same for all objects of a document, because the
    /// value may be read before it is requested.
    @inlinable
    public mutating func field<Form: Transformer>(using form: Form) throws -> Form.Value where Form.Source: JSONValue {
        try field { try $0.read(using: form) }
    }

    /// Reads an optional field with a default through a transformer: null is nil, and the default is only used if the
    /// field is absent.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value?,
        using form: Form
    ) throws -> Form.Value? where Form.Source: JSONValue {
        try fieldIfPresent { try $0.readIfPresent(using: form) } ?? fallback()
    }

    /// Reads a required field that the server or the database assigns; a draft does not have it.
    @inlinable
    public mutating func field<Form: Transformer>(
        inDraft placeholder: @autoclosure () -> Form.Value,
        using form: Form
    ) throws -> Form.Value where Form.Source: JSONValue {
        try fieldIfPresent { try $0.read(using: form) } ?? inDraft(placeholder())
    }

    /// Reads a required field, null included.
    @inlinable
    public mutating func field<Value>(reading read: @escaping (inout JSONSource) throws -> Value) throws -> Value {
        guard let value = try fieldIfPresent(reading: read) else { throw absentField() }
        return value
    }

    /// Reads a field, null included; nil if it is absent.
    @inlinable
    @inline(__always)
    public mutating func fieldIfPresent<Value>(
        reading read: @escaping (inout JSONSource) throws -> Value
    ) throws -> Value? {
        switch try seek() {
        case .absent: nil
        case .here: try read(&self)
        case .unlearned: try learn(read)
        case .kept: try kept(read)
        }
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
