// Fields in the order of the model's list: generated code asks for one after the other, and the reader goes to each.
//
// Most documents have the order of the list, and lack some optional fields. So the object is read once, as long as its
// members come in that order: a member that is further down the list means that those before it are absent. Where one
// comes later all the same, the object has an order of its own. It is read anew, by the places of its values, and so is
// every later object of that model at once.

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
        guard try seek() else { throw absentField() }
        return try Value(reading: &self)
    }

    /// Reads a field that has a default, which stands for null too.
    @inlinable
    public mutating func field<Value: JSONValue>(or fallback: @autoclosure () -> Value) throws -> Value {
        guard try seek(), try !readNull() else { return fallback() }
        return try Value(reading: &self)
    }

    /// Reads an optional field.
    @inlinable
    public mutating func fieldIfPresent<Value: JSONValue>() throws -> Value? {
        guard try seek(), try !readNull() else { return nil }
        return try Value(reading: &self)
    }

    /// Reads an optional field that has a default: null is nil, and only a field that is absent is the default.
    @inlinable
    public mutating func fieldIfPresent<Value: JSONValue>(or fallback: @autoclosure () -> Value?) throws -> Value? {
        guard try seek() else { return fallback() }
        if try readNull() { return try isAbsent() ? fallback() : nil }
        return try Value(reading: &self)
    }

    // MARK: Through a transformer

    /// Reads a required field through a transformer.
    @inlinable
    public mutating func field<Form: Transformer>(using form: Form) throws -> Form.Value where Form.Source: JSONValue {
        guard try seek() else { throw absentField() }
        return try read(using: form)
    }

    /// Reads a field that has a default through a transformer.
    @inlinable
    public mutating func field<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value,
        using form: Form
    ) throws -> Form.Value where Form.Source: JSONValue {
        guard try seek(), try !readNull() else { return fallback() }
        return try read(using: form)
    }

    /// Reads an optional field through a transformer.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(using form: Form) throws -> Form.Value?
    where Form.Source: JSONValue {
        guard try seek(), try !readNull() else { return nil }
        return try read(using: form)
    }

    /// Reads an optional field that has a default through a transformer.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value?,
        using form: Form
    ) throws -> Form.Value? where Form.Source: JSONValue {
        guard try seek() else { return fallback() }
        if try readNull() { return try isAbsent() ? fallback() : nil }
        return try read(using: form)
    }

    // MARK: What a draft is without

    /// Reads a required field that the server or the database assigns: a draft is without it.
    @inlinable
    public mutating func field<Value: JSONValue>(inDraft placeholder: @autoclosure () -> Value) throws -> Value {
        guard try seek() else { return try inDraft(placeholder()) }
        return try Value(reading: &self)
    }

    /// The same through a transformer.
    @inlinable
    public mutating func field<Form: Transformer>(
        inDraft placeholder: @autoclosure () -> Form.Value,
        using form: Form
    ) throws -> Form.Value where Form.Source: JSONValue {
        guard try seek() else { return try inDraft(placeholder()) }
        return try read(using: form)
    }

    // MARK: onInvalid

    /// Reads a field whose default stands for a value that is not valid too, which is reported.
    @inlinable
    public mutating func validField<Value: JSONValue>(or fallback: @autoclosure () -> Value) throws -> Value {
        guard try seek(), try !readNull() else { return fallback() }
        return try attempt { try Value(reading: &$0) } ?? fallback()
    }

    /// Reads an optional field: nil for a value that is not valid, which is reported.
    @inlinable
    public mutating func validFieldIfPresent<Value: JSONValue>(
        or fallback: @autoclosure () -> Value? = nil
    ) throws -> Value? {
        guard try seek() else { return fallback() }
        if try readNull() { return try isAbsent() ? fallback() : nil }
        return try attempt { try Value(reading: &$0) } ?? fallback()
    }

    /// The same for a field that has a default, through a transformer.
    @inlinable
    public mutating func validField<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value,
        using form: Form
    ) throws -> Form.Value where Form.Source: JSONValue {
        guard try seek(), try !readNull() else { return fallback() }
        return try attempt { try $0.read(using: form) } ?? fallback()
    }

    /// The same for an optional field, through a transformer.
    @inlinable
    public mutating func validFieldIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value? = nil,
        using form: Form
    ) throws -> Form.Value? where Form.Source: JSONValue {
        guard try seek() else { return fallback() }
        if try readNull() { return try isAbsent() ? fallback() : nil }
        return try attempt { try $0.read(using: form) } ?? fallback()
    }

    /// Reads a collection without the elements that are not valid, which are reported.
    @inlinable
    public mutating func validElements<Elements: JSONCollection>() throws -> Elements {
        guard try seek() else { throw absentField() }
        return try Elements(readingValid: &self)
    }

    /// Reads a collection that has a default without the elements that are not valid.
    @inlinable
    public mutating func validElements<Elements: JSONCollection>(
        or fallback: @autoclosure () -> Elements
    ) throws -> Elements {
        guard try seek(), try !readNull() else { return fallback() }
        return try Elements(readingValid: &self)
    }

    /// Reads an optional collection without the elements that are not valid.
    @inlinable
    public mutating func validElementsIfPresent<Elements: JSONCollection>(
        or fallback: @autoclosure () -> Elements? = nil
    ) throws -> Elements? {
        guard try seek() else { return fallback() }
        if try readNull() { return try isAbsent() ? fallback() : nil }
        return try Elements(readingValid: &self)
    }

    /// Reads a list through a transformer of its elements, without those that are not valid.
    @inlinable
    public mutating func validElements<Form: Transformer>(using form: Form) throws -> [Form.Value]
    where Form.Source: JSONValue {
        guard try seek() else { throw absentField() }
        return try readValidElements(using: form)
    }

    /// The same for a list that has a default.
    @inlinable
    public mutating func validElements<Form: Transformer>(
        or fallback: @autoclosure () -> [Form.Value],
        using form: Form
    ) throws -> [Form.Value] where Form.Source: JSONValue {
        guard try seek(), try !readNull() else { return fallback() }
        return try readValidElements(using: form)
    }

    /// The same for an optional list.
    @inlinable
    public mutating func validElementsIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> [Form.Value]? = nil,
        using form: Form
    ) throws -> [Form.Value]? where Form.Source: JSONValue {
        guard try seek() else { return fallback() }
        if try readNull() { return try isAbsent() ? fallback() : nil }
        return try readValidElements(using: form)
    }

    /// Reads a list through a transformer of its elements, without those that are not valid.
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
}
