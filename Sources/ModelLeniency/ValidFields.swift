import ModelRuntime

// Fields with `onInvalid`: an invalid value is reported, and what is used instead depends on the field.

extension JSONFieldSource where Self: ~Copyable {
    /// Reads a field whose default is also used for an invalid value, which is reported.
    @inlinable
    public mutating func validField<Value: JSONValue>(or fallback: @autoclosure () -> Value) throws -> Value {
        try validField(or: fallback(), using: AsIs())
    }

    /// Reads an optional field; returns nil for an invalid value, which is reported.
    @inlinable
    public mutating func validFieldIfPresent<Value: JSONValue>(
        or fallback: @autoclosure () -> Value? = nil
    ) throws -> Value? {
        try validFieldIfPresent(or: fallback(), using: AsIs())
    }

    /// The same for a field that has a default, through a transformer.
    @inlinable
    public mutating func validField<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value,
        using form: Form
    ) throws -> Form.Value where Form.Source: JSONValue {
        try validFieldIfPresent(or: nil, using: form) ?? fallback()
    }

    /// The same for an optional field, through a transformer.
    @inlinable
    public mutating func validFieldIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value? = nil,
        using form: Form
    ) throws -> Form.Value? where Form.Source: JSONValue {
        let value: Form.Value?? = try fieldIfPresent { source in
            try source.readNull() ? .some(nil) : source.attempt { try $0.read(using: form) }
        }.flatMap(\.self)
        return value ?? fallback()
    }

    /// Reads a collection without its invalid elements, which are reported.
    @inlinable
    public mutating func validElements<Elements: JSONCollection>() throws -> Elements {
        try field { try Elements(readingValid: &$0) }
    }

    /// Reads a collection with a default, without its invalid elements.
    @inlinable
    public mutating func validElements<Elements: JSONCollection>(
        or fallback: @autoclosure () -> Elements
    ) throws -> Elements {
        try validElementsIfPresent() ?? fallback()
    }

    /// Reads an optional collection without its invalid elements.
    @inlinable
    public mutating func validElementsIfPresent<Elements: JSONCollection>(
        or fallback: @autoclosure () -> Elements? = nil
    ) throws -> Elements? {
        try fieldIfPresent { try $0.readNull() ? nil : Elements(readingValid: &$0) } ?? fallback()
    }

    /// Reads a list through a transformer for its elements, without invalid ones.
    @inlinable
    public mutating func validElements<Form: Transformer>(using form: Form) throws -> [Form.Value]
    where Form.Source: JSONValue {
        try field { try $0.readValidElements(using: form) }
    }

    /// The same for a list with a default.
    @inlinable
    public mutating func validElements<Form: Transformer>(
        or fallback: @autoclosure () -> [Form.Value],
        using form: Form
    ) throws -> [Form.Value] where Form.Source: JSONValue {
        try validElementsIfPresent(using: form) ?? fallback()
    }

    /// The same for an optional list.
    @inlinable
    public mutating func validElementsIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> [Form.Value]? = nil,
        using form: Form
    ) throws -> [Form.Value]? where Form.Source: JSONValue {
        try fieldIfPresent { try $0.readNull() ? nil : $0.readValidElements(using: form) } ?? fallback()
    }
}
