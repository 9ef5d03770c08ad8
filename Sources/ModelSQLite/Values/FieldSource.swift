import ModelRuntime

/// A value that both JSON and a column can hold.
public typealias FieldValue = JSONValue & SQLiteValue

/// A JSON object or a row, from which a record reads its fields in order, if its row has the same fields as its JSON.
///
/// ```swift
/// init(fields source: inout some FieldSource & ~Copyable) throws {
///     try self.init(id: source.field(), title: source.field(or: ""), createdAt: source.fieldIfPresent())
/// }
/// ```
public protocol FieldSource: ~Copyable {
    /// Reads the next field, which must have a value, through a transformer.
    mutating func field<Form: Transformer>(using form: Form) throws -> Form.Value where Form.Source: FieldValue
    /// Reads the next field, which JSON may omit, through a transformer.
    mutating func field<Form: Transformer>(or fallback: @autoclosure () -> Form.Value, using form: Form) throws
        -> Form.Value where Form.Source: FieldValue
    /// Reads the next field, which may be null or NULL, and which JSON may omit, through a transformer.
    mutating func fieldIfPresent<Form: Transformer>(or fallback: @autoclosure () -> Form.Value?, using form: Form)
        throws -> Form.Value? where Form.Source: FieldValue
    /// Reads the next field, which must have a value, but which the JSON of a draft does not have.
    mutating func assigned<Value: FieldValue & AssignedValue>() throws -> Value
}

extension FieldSource where Self: ~Copyable {
    /// Reads the next field, which must have a value.
    @inlinable
    public mutating func field<Value: FieldValue>() throws -> Value { try field(using: AsIs()) }

    /// Reads the next field, which JSON may omit.
    @inlinable
    public mutating func field<Value: FieldValue>(or fallback: @autoclosure () -> Value) throws -> Value {
        try field(or: fallback(), using: AsIs())
    }

    /// Reads the next field, which may be null or NULL, and which JSON may omit.
    @inlinable
    public mutating func fieldIfPresent<Value: FieldValue>() throws -> Value? { try fieldIfPresent(using: AsIs()) }

    /// Reads the next field, which may be null or NULL, and which has a default if JSON omits it.
    @inlinable
    public mutating func fieldIfPresent<Value: FieldValue>(or fallback: @autoclosure () -> Value?) throws -> Value? {
        try fieldIfPresent(or: fallback(), using: AsIs())
    }

    /// Reads the next field, which may be null or NULL, through a transformer.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(using form: Form) throws -> Form.Value?
    where Form.Source: FieldValue {
        try fieldIfPresent(or: nil, using: form)
    }
}

/// A JSON object or the parameters of a statement, to which a record writes its fields in order, if its row has the
/// same fields as its JSON.
///
/// ```swift
/// func write(fields sink: inout some FieldSink & ~Copyable) {
///     sink.field(id)
///     sink.field(title)
///     sink.fieldIfPresent(createdAt)
/// }
/// ```
public protocol FieldSink: ~Copyable {
    /// Writes the next field. By default, it is written through a transformer that does nothing.
    mutating func field<Value: FieldValue>(_ value: Value)

    /// Writes the next field through a transformer; nil is null or NULL.
    mutating func field<Form: Transformer>(_ value: Form.Value?, using form: Form) where Form.Source: FieldValue

    /// Writes the next field through a transformer. If it is nil, JSON omits it, and the column is NULL.
    mutating func fieldIfPresent<Form: Transformer>(_ value: Form.Value?, using form: Form)
    where Form.Source: FieldValue
}

extension FieldSink where Self: ~Copyable {
    /// Writes the next field.
    @inlinable
    public mutating func field<Value: FieldValue>(_ value: Value) { field(value, using: AsIs<Value>()) }

    /// Writes the next field. If it is nil, JSON omits it, and the column is NULL.
    @inlinable
    public mutating func fieldIfPresent(_ value: (some FieldValue)?) {
        if let value { field(value) } else { fieldIfPresent(value, using: AsIs()) }
    }
}

extension JSONSource: FieldSource {}
extension CodableSource: FieldSource {}
extension JSONSink: FieldSink {}
extension CodableSink: FieldSink {}
