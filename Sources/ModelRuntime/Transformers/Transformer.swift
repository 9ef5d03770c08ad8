/// A reversible conversion between the external form of a value (in JSON, a column or a file) and the value of a
/// property.
///
///     struct Encrypted: Transformer {
///         func decode(_ source: String) throws -> String { try decrypt(source) }
///         func encode(_ value: String) throws -> String { try encrypt(value) }
///     }
///
/// Anything it throws becomes a ``JSONError`` with the position of the value. To say what was expected, throw a
/// ``JSONError`` without a position.
public protocol Transformer: Sendable {
    /// The external form.
    associatedtype Source
    /// The value of the property.
    associatedtype Value

    /// The value of `source`.
    func decode(_ source: Source) throws -> Value

    /// The form of `value`.
    func encode(_ value: Value) throws -> Source
}

/// A transformer that does nothing, for JSON or for a column if only the other one has a transformer.
@frozen
public struct AsIs<Value>: Transformer {
    /// Creates the transformer.
    @inlinable public init() {}

    /// `source`
    @inlinable public func decode(_ source: Value) -> Value { source }

    /// `value`
    @inlinable public func encode(_ value: Value) -> Value { value }
}

/// A transformer that is applied to each element of a list.
///
///     dates: source.field(using: Each(UnixMilliseconds()))
public struct Each<Element: Transformer>: Transformer {
    private let element: Element

    /// Lifts `element` over a list.
    public init(_ element: Element) {
        self.element = element
    }

    /// The values of the elements.
    public func decode(_ source: [Element.Source]) throws -> [Element.Value] {
        try source.map { try element.decode($0) }
    }

    /// The forms of the elements.
    public func encode(_ value: [Element.Value]) throws -> [Element.Source] {
        try value.map { try element.encode($0) }
    }
}

/// A transformer for a value that is sometimes a number and sometimes a string.
///
///     // 1295602506 and "2011-01-21 09:35:06" are both read; a number is written.
///     ByKind(number: UnixSeconds(), string: DateFormat("yyyy-MM-dd HH:mm:ss"))
///
/// The first transformer is used for writing: `ByKind(string: …, number: …)` writes a string. For other kinds, nest a
/// second one, or use a transformer of ``JSON``.
public struct ByKind<NumberForm: Transformer, StringForm: Transformer>: Transformer
where NumberForm.Value == StringForm.Value, NumberForm.Source: JSONValue, StringForm.Source: JSONValue {
    /// The form: a number or a string.
    public enum Source: JSONValue {
        /// The form that is a number.
        case number(NumberForm.Source)
        /// The form that is a string.
        case string(StringForm.Source)

        /// Reads a string with the string transformer's form and anything else with the number transformer's.
        public init(reading source: inout JSONSource) throws {
            if try source.textKind() ?? source.peekKind() == .string {
                self = .string(try source.read(StringForm.Source.self))
            } else {
                self = .number(try source.read(NumberForm.Source.self))
            }
        }

        /// Writes the form.
        public func write(to sink: inout JSONSink) throws {
            switch self {
            case .number(let form): try form.write(to: &sink)
            case .string(let form): try form.write(to: &sink)
            }
        }
    }

    private let number: NumberForm
    private let string: StringForm
    private let written: JSONKind

    /// Reads numbers with `number` and strings with `string`; writes with `number`.
    public init(number: NumberForm, string: StringForm) {
        self.number = number
        self.string = string
        written = .number
    }

    /// Reads numbers with `number` and strings with `string`; writes with `string`.
    public init(string: StringForm, number: NumberForm) {
        self.number = number
        self.string = string
        written = .string
    }

    /// The value, using the transformer for the form's kind.
    public func decode(_ source: Source) throws -> NumberForm.Value {
        switch source {
        case .number(let form): try number.decode(form)
        case .string(let form): try string.decode(form)
        }
    }

    /// The form that is written.
    public func encode(_ value: NumberForm.Value) throws -> Source {
        written == .string ? .string(try string.encode(value)) : .number(try number.encode(value))
    }
}
