/// A reversible conversion between the form a value has outside (JSON, a column, a file) and the value of a property.
///
///     struct Encrypted: Transformer {
///         func decode(_ source: String) throws -> String { try decrypt(source) }
///         func encode(_ value: String) throws -> String { try encrypt(value) }
///     }
///
/// What it throws becomes a ``JSONError`` with the place of the value. Throw a ``JSONError`` without a place to say what
/// was expected.
public protocol Transformer: Sendable {
    /// The form outside.
    associatedtype Source
    /// The value of the property.
    associatedtype Value

    /// The value that `source` stands for.
    func decode(_ source: Source) throws -> Value

    /// The form of `value`.
    func encode(_ value: Value) throws -> Source
}

/// No transformer at all: for JSON or for a column where only the other one has a transformer.
public struct AsIs<Value>: Transformer {
    /// Makes it.
    public init() {}

    /// `source`
    public func decode(_ source: Value) -> Value { source }

    /// `value`
    public func encode(_ value: Value) -> Value { value }
}

/// A transformer of each element of a list.
///
///     case 3: dates = try source.read(using: Each(UnixMilliseconds()))
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

/// A transformer for a value that comes as a number or as a string.
///
///     // 1295602506 and "2011-01-21 09:35:06" are both read; a number is written.
///     ByKind(number: UnixSeconds(), string: DateFormat("yyyy-MM-dd HH:mm:ss"))
///
/// The transformer that stands first writes: `ByKind(string: …, number: …)` writes a string. Nest a second one, or use a
/// transformer of ``JSON``, for other kinds.
public struct ByKind<NumberForm: Transformer, StringForm: Transformer>: Transformer
where NumberForm.Value == StringForm.Value, NumberForm.Source: JSONValue, StringForm.Source: JSONValue {
    /// The form: a number or a string.
    public enum Source: JSONValue {
        /// The form that is a number.
        case number(NumberForm.Source)
        /// The form that is a string.
        case string(StringForm.Source)

        /// Reads a string by the second transformer's form and anything else by the first's.
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

    /// Reads numbers by `number` and strings by `string`; writes by `number`.
    public init(number: NumberForm, string: StringForm) {
        self.number = number
        self.string = string
        written = .number
    }

    /// Reads numbers by `number` and strings by `string`; writes by `string`.
    public init(string: StringForm, number: NumberForm) {
        self.number = number
        self.string = string
        written = .string
    }

    /// The value, by the transformer of the form's kind.
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
