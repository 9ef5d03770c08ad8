// Fields in the order of the model's list: generated code requests them one by one, and the reader goes to each.

extension JSONSource {
    /// Reads a required field. Null is an error.
    ///
    ///     try self.init(
    ///         id: source.field(),
    ///         title: source.field(or: ""),
    ///         createdAt: source.fieldIfPresent(using: UnixMilliseconds())
    ///     )
    @inlinable
    public mutating func field<Value: JSONValue>() throws -> Value {
        try required { try Value(reading: &$0) }
    }

    /// Reads a field with a default, which is also used for null.
    @inlinable
    public mutating func field<Value: JSONValue>(or fallback: @autoclosure () -> Value) throws -> Value {
        try optional { try Value(reading: &$0) } ?? fallback()
    }

    /// Reads an optional field.
    @inlinable
    public mutating func fieldIfPresent<Value: JSONValue>() throws -> Value? {
        try optional { try Value(reading: &$0) }
    }

    /// Reads an optional field with a default: null is nil, and the default is only used if the field is absent.
    @inlinable
    public mutating func fieldIfPresent<Value: JSONValue>(or fallback: @autoclosure () -> Value?) throws -> Value? {
        try optional(or: fallback()) { try Value(reading: &$0) }
    }

    // MARK: Through a transformer

    /// Reads a required field through a transformer, which must be the same for all objects of a document, because the
    /// value may be read before it is requested.
    @inlinable
    public mutating func field<Form: Transformer>(using form: Form) throws -> Form.Value where Form.Source: JSONValue {
        try required { try $0.read(using: form) }
    }

    /// Reads a field with a default through a transformer.
    @inlinable
    public mutating func field<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value,
        using form: Form
    ) throws -> Form.Value where Form.Source: JSONValue {
        try optional { try $0.read(using: form) } ?? fallback()
    }

    /// Reads an optional field through a transformer.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(using form: Form) throws -> Form.Value?
    where Form.Source: JSONValue {
        try optional { try $0.read(using: form) }
    }

    /// Reads an optional field with a default through a transformer.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value?,
        using form: Form
    ) throws -> Form.Value? where Form.Source: JSONValue {
        try optional(or: fallback()) { try $0.read(using: form) }
    }

    // MARK: What a draft is without

    /// Reads a required field that the server or the database assigns; a draft does not have it.
    @inlinable
    public mutating func field<Value: JSONValue>(inDraft placeholder: @autoclosure () -> Value) throws -> Value {
        try found { try Value(reading: &$0) } ?? inDraft(placeholder())
    }

    /// The same through a transformer.
    @inlinable
    public mutating func field<Form: Transformer>(
        inDraft placeholder: @autoclosure () -> Form.Value,
        using form: Form
    ) throws -> Form.Value where Form.Source: JSONValue {
        try found { try $0.read(using: form) } ?? inDraft(placeholder())
    }

    // MARK: onInvalid

    /// Reads a field whose default is also used for an invalid value, which is reported.
    @inlinable
    public mutating func validField<Value: JSONValue>(or fallback: @autoclosure () -> Value) throws -> Value {
        try optional { try $0.attempt { try Value(reading: &$0) } }.flatMap { $0 } ?? fallback()
    }

    /// Reads an optional field; returns nil for an invalid value, which is reported.
    @inlinable
    public mutating func validFieldIfPresent<Value: JSONValue>(
        or fallback: @autoclosure () -> Value? = nil
    ) throws -> Value? {
        try optional(or: .some(nil)) { try $0.attempt { try Value(reading: &$0) } }.flatMap { $0 ?? fallback() }
    }

    /// The same for a field that has a default, through a transformer.
    @inlinable
    public mutating func validField<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value,
        using form: Form
    ) throws -> Form.Value where Form.Source: JSONValue {
        try optional { try $0.attempt { try $0.read(using: form) } }.flatMap { $0 } ?? fallback()
    }

    /// The same for an optional field, through a transformer.
    @inlinable
    public mutating func validFieldIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value? = nil,
        using form: Form
    ) throws -> Form.Value? where Form.Source: JSONValue {
        try optional(or: .some(nil)) { try $0.attempt { try $0.read(using: form) } }.flatMap { $0 ?? fallback() }
    }

    /// Reads a collection without its invalid elements, which are reported.
    @inlinable
    public mutating func validElements<Elements: JSONCollection>() throws -> Elements {
        try required { try Elements(readingValid: &$0) }
    }

    /// Reads a collection with a default, without its invalid elements.
    @inlinable
    public mutating func validElements<Elements: JSONCollection>(
        or fallback: @autoclosure () -> Elements
    ) throws -> Elements {
        try optional { try Elements(readingValid: &$0) } ?? fallback()
    }

    /// Reads an optional collection without its invalid elements.
    @inlinable
    public mutating func validElementsIfPresent<Elements: JSONCollection>(
        or fallback: @autoclosure () -> Elements? = nil
    ) throws -> Elements? {
        try optional(or: fallback()) { try Elements(readingValid: &$0) }
    }

    /// Reads a list through a transformer for its elements, without invalid ones.
    @inlinable
    public mutating func validElements<Form: Transformer>(using form: Form) throws -> [Form.Value]
    where Form.Source: JSONValue {
        try required { try $0.readValidElements(using: form) }
    }

    /// The same for a list with a default.
    @inlinable
    public mutating func validElements<Form: Transformer>(
        or fallback: @autoclosure () -> [Form.Value],
        using form: Form
    ) throws -> [Form.Value] where Form.Source: JSONValue {
        try optional { try $0.readValidElements(using: form) } ?? fallback()
    }

    /// The same for an optional list.
    @inlinable
    public mutating func validElementsIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> [Form.Value]? = nil,
        using form: Form
    ) throws -> [Form.Value]? where Form.Source: JSONValue {
        try optional(or: fallback()) { try $0.readValidElements(using: form) }
    }

    /// Reads a list through a transformer for its elements, without invalid ones.
    @inlinable
    mutating func readValidElements<Form: Transformer>(using form: Form) throws -> [Form.Value]
    where Form.Source: JSONValue {
        var values: [Form.Value] = []
        try beginArray()
        while try nextElement() {
            if let value = try attempt({ try $0.read(using: form) }) { values.append(value) }
        }
        return values
    }

    // MARK: Inside

    /// Reads the next field, null included; nil if it is absent.
    @inlinable
    @inline(__always)
    mutating func found<Value>(_ read: @escaping (inout JSONSource) throws -> Value) throws -> Value? {
        switch try seek() {
        case .absent: nil
        case .here: try read(&self)
        case .unlearned: try learn(read)
        case .kept: try kept(read)
        }
    }

    /// Reads the next field, null included.
    @inlinable
    @inline(__always)
    mutating func required<Value>(_ read: @escaping (inout JSONSource) throws -> Value) throws -> Value {
        guard let value = try found(read) else { throw absentField() }
        return value
    }

    /// Reads the next field; nil if it is absent or null.
    @inlinable
    @inline(__always)
    mutating func optional<Value>(_ read: @escaping (inout JSONSource) throws -> Value) throws -> Value? {
        switch try seek() {
        case .absent: nil
        case .here: try readNull() ? nil : try read(&self)
        case .unlearned: try readNull() ? nil : try learn(read)
        case .kept: try kept(read)
        }
    }

    /// Reads the next field; nil if it is null, and `fallback` if it is absent.
    @inlinable
    @inline(__always)
    mutating func optional<Value>(
        or fallback: @autoclosure () -> Value?,
        _ read: @escaping (inout JSONSource) throws -> Value
    ) throws -> Value? {
        switch try seek() {
        case .absent: fallback()
        case .here: try readNull() ? (isAbsent() ? fallback() : nil) : try read(&self)
        case .unlearned: try readNull() ? nil : try learn(read)
        case .kept: try kept(read)
        }
    }

    /// Goes to the next field of the list, without remembering how it is read; false if the object does not have it.
    mutating func seekUnread() throws -> Bool {
        switch try seek() {
        case .absent: return false
        case .kept: goBack()
        case .here, .unlearned: break
        }
        return true
    }
}
