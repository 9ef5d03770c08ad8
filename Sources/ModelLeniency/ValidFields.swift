import ModelRuntime

// Fields with `onInvalid`: an invalid value is reported, and what replaces it depends on the field.

extension JSONFieldSource where Self: ~Copyable {
    /// Reads a field with a default, which also replaces an invalid value. That is reported.
    @inlinable
    public mutating func validField<Value: JSONValue>(or fallback: @autoclosure () -> Value) throws -> Value {
        try validField(or: fallback(), using: AsIs())
    }

    /// Reads an optional field. An invalid value is reported and read as nil.
    @inlinable
    public mutating func validFieldIfPresent<Value: JSONValue>(
        or fallback: @autoclosure () -> Value? = nil
    ) throws -> Value? {
        try validFieldIfPresent(or: fallback(), using: AsIs())
    }

    /// Reads a field with a default through a transformer. The default also replaces an invalid value, which is
    /// reported.
    @inlinable
    public mutating func validField<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value,
        using form: Form
    ) throws -> Form.Value where Form.Source: JSONValue {
        try validFieldIfPresent(or: fallback(), using: form) ?? (JSON.null as? Form.Value ?? fallback())
    }

    /// Reads an optional field through a transformer. An invalid value is reported and read as nil.
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

    /// Reads a list with a default through a transformer for its elements, without invalid ones.
    @inlinable
    public mutating func validElements<Form: Transformer>(
        or fallback: @autoclosure () -> [Form.Value],
        using form: Form
    ) throws -> [Form.Value] where Form.Source: JSONValue {
        try validElementsIfPresent(using: form) ?? fallback()
    }

    /// Reads an optional list through a transformer for its elements, without invalid ones.
    @inlinable
    public mutating func validElementsIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> [Form.Value]? = nil,
        using form: Form
    ) throws -> [Form.Value]? where Form.Source: JSONValue {
        try fieldIfPresent { try $0.readNull() ? nil : $0.readValidElements(using: form) } ?? fallback()
    }
}
