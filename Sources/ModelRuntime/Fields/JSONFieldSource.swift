/// An object from which generated code reads the fields of a model, in the order of the model's list: from the bytes of
/// a document or from a Decoder.
///
///     init(fields source: inout some JSONFieldSource & ~Copyable) throws {
///         try self.init(
///             id: source.field(),
///             title: source.field(or: ""),
///             createdAt: source.fieldIfPresent(using: UnixMilliseconds())
///         )
///     }
public protocol JSONFieldSource: ~Copyable {
    /// Reads the next field through a transformer, or returns nil if the field is absent.
    ///
    /// The value may be read before it is requested, so the transformer must be the same for all objects of a document.
    mutating func next<Form: Transformer>(using form: Form) throws -> Form.Value? where Form.Source: JSONValue

    /// Reads an optional field with a default through a transformer: null is nil, and the default is only used if the
    /// field is absent.
    mutating func fieldIfPresent<Form: Transformer>(or fallback: @autoclosure () -> Form.Value?, using form: Form)
        throws -> Form.Value? where Form.Source: JSONValue

    /// Reads the next field with a closure, which is also called for null, or returns nil if the field is absent.
    ///
    /// The value may be read before it is requested, so the closure must do the same for all objects of a document.
    mutating func fieldIfPresent<Value>(reading read: @escaping (inout JSONSource) throws -> Value) throws -> Value?

    /// Whether the object is a draft, which does not have the assigned fields.
    var isDraft: Bool { get }

    /// The error for a required field that is absent.
    mutating func absentField() -> any Error
}

extension JSONFieldSource where Self: ~Copyable {
    /// Reads a required field. Null is an error.
    @inlinable
    public mutating func field<Value: JSONValue>() throws -> Value { try field(using: AsIs()) }

    /// Reads a required field through a transformer.
    @inlinable
    public mutating func field<Form: Transformer>(using form: Form) throws -> Form.Value where Form.Source: JSONValue {
        guard let value = try next(using: form) else { throw absentField() }
        return value
    }

    /// Reads a required field with a closure, which is also called for null and must do the same for all objects of a
    /// document.
    @inlinable
    public mutating func field<Value>(reading read: @escaping (inout JSONSource) throws -> Value) throws -> Value {
        guard let value = try fieldIfPresent(reading: read) else { throw absentField() }
        return value
    }

    /// Reads a field with a default, which is also used for null, unless null is a value: that of a `JSON`.
    @inlinable
    public mutating func field<Value: JSONValue>(or fallback: @autoclosure () -> Value) throws -> Value {
        try field(or: fallback(), using: AsIs())
    }

    // An overload instead of a default argument, which would be a function in the caller for each field of each model.

    /// Reads an optional field.
    @inlinable
    public mutating func fieldIfPresent<Value: JSONValue>() throws -> Value? { try fieldIfPresent(using: AsIs()) }

    /// Reads an optional field with a default: null is nil, and the default is only used if the field is absent.
    @inlinable
    public mutating func fieldIfPresent<Value: JSONValue>(or fallback: @autoclosure () -> Value?) throws -> Value? {
        try fieldIfPresent(or: fallback(), using: AsIs())
    }

    /// Reads a required field that the server or the database assigns; a draft does not have it.
    @inlinable
    public mutating func assigned<Value: JSONValue & AssignedValue>() throws -> Value {
        if let value = try next(using: AsIs<Value>()) { return value }
        guard isDraft else { throw absentField() }
        return Value(placeholder: Unassigned())
    }

    /// Reads a field with a default through a transformer.
    @inlinable
    public mutating func field<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value,
        using form: Form
    ) throws -> Form.Value where Form.Source: JSONValue {
        try fieldIfPresent(or: fallback(), using: form) ?? (JSON.null as? Form.Value ?? fallback())
    }

    /// Reads an optional field through a transformer.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(using form: Form) throws -> Form.Value?
    where Form.Source: JSONValue {
        try fieldIfPresent(or: nil, using: form)
    }
}

/// An object to which generated code writes the fields of a model, in the order of their list.
///
/// The methods don't throw: an error is kept and thrown at the end of the object. This way, the code of a model can
/// fail in one place instead of at each field.
public protocol JSONFieldSink: ~Copyable {
    /// Writes the next field. By default, it is written through a transformer that does nothing.
    mutating func field<Value: JSONValue>(_ value: Value)

    /// Writes the next field through a transformer; nil is written as null.
    mutating func field<Form: Transformer>(_ value: Form.Value?, using form: Form) where Form.Source: JSONValue

    /// Writes the next field through a transformer unless it is nil.
    mutating func fieldIfPresent<Form: Transformer>(_ value: Form.Value?, using form: Form)
    where Form.Source: JSONValue
}

extension JSONFieldSink where Self: ~Copyable {
    /// Writes the next field of the model's list; nil is written as null.
    ///
    ///     sink.field(id)
    ///     sink.fieldIfPresent(nickname)
    ///     sink.field(createdAt, using: UnixMilliseconds())
    @inlinable
    public mutating func field<Value: JSONValue>(_ value: Value) { field(value, using: AsIs()) }

    /// Writes the next field unless it is nil.
    @inlinable
    public mutating func fieldIfPresent(_ value: (some JSONValue)?) {
        if let value { field(value) } else { fieldIfPresent(value, using: AsIs()) }
    }
}
