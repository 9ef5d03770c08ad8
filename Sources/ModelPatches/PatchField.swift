import ModelLeniency
import ModelRuntime

/// A field that a patch can change: its property, its JSON and its column.
///
///     var title: PatchField<Post, String> { PatchField(\.title) }
///     var createdAt: PatchField<Post, Date> { PatchField(\.createdAt, using: UnixMilliseconds()) }
public struct PatchField<Model: JSONModel, Value: Sendable>: ReadablePatchField {
    /// The property. Null clears it only if it is optional.
    ///
    /// Unchecked: the key path of a property captures nothing, but in Swift 5 mode, its literal is not known to be
    /// `Sendable` (SE-0418).
    enum Property: @unchecked Sendable {
        case required(WritableKeyPath<Model, Value>)
        case optional(WritableKeyPath<Model, Value?>)
    }

    let property: Property
    /// Reads the value. Nil means that it is invalid, which leaves the field untouched.
    private(set) var decode: @Sendable (inout JSONSource) throws -> Value?
    let write: @Sendable (Value, inout JSONSink) -> Void
    /// Converts a value to its form in the column.
    let column: any Transformer

    private init<Form: Transformer>(_ property: Property, _ json: Form, _ column: any Transformer)
    where Form.Value == Value, Form.Source: JSONValue {
        self.property = property
        decode = { try $0.read(using: json) }
        write = { $1.field($0, using: json) }
        self.column = column
    }

    /// The same field with another way of reading it.
    private func reading(_ decode: @escaping @Sendable (inout JSONSource) throws -> Value?) -> PatchField {
        var field = self
        field.decode = decode
        return field
    }

    /// Returns this field with `onInvalid: default`: an invalid value is reported, and leaves the field untouched.
    ///
    ///     var level: PatchField<Post, Int> { PatchField(\.level).ifValid() }
    public func ifValid() -> PatchField {
        reading { [decode] in try $0.attempt(decode) ?? nil }
    }

    /// Returns this field with `onInvalid: skipElement`: invalid elements are reported and skipped.
    ///
    ///     var scores: PatchField<Post, [Int]> { PatchField(\.scores).validElements() }
    public func validElements() -> PatchField where Value: JSONCollection {
        reading { try Value(readingValid: &$0) }
    }

    /// Returns this field with `onInvalid: skipElement`, and a transformer for each element.
    ///
    ///     PatchField(\.dates, using: Each(UnixSeconds())).validElements(using: UnixSeconds())
    public func validElements<Form: Transformer>(using transformer: Form) -> PatchField
    where Value == [Form.Value], Form.Source: JSONValue {
        reading { try $0.readValidElements(using: transformer) }
    }

    /// Creates a field for a property.
    public init(_ path: WritableKeyPath<Model, Value>) where Value: JSONValue {
        self.init(.required(path), AsIs<Value>(), AsIs<Value>())
    }

    /// Creates a field for an optional property.
    public init(_ path: WritableKeyPath<Model, Value?>) where Value: JSONValue {
        self.init(.optional(path), AsIs<Value>(), AsIs<Value>())
    }

    /// Creates a field for a property with one transformer for both JSON and the column.
    public init<Form: Transformer>(_ path: WritableKeyPath<Model, Value>, using transformer: Form)
    where Form.Value == Value, Form.Source: JSONValue {
        self.init(.required(path), transformer, transformer)
    }

    /// Creates a field for an optional property with one transformer for both JSON and the column.
    public init<Form: Transformer>(_ path: WritableKeyPath<Model, Value?>, using transformer: Form)
    where Form.Value == Value, Form.Source: JSONValue {
        self.init(.optional(path), transformer, transformer)
    }

    /// Creates a field for a property with different transformers for JSON and the column.
    public init<Form: Transformer, Stored: Transformer>(
        _ path: WritableKeyPath<Model, Value>, json: Form, sqlite: Stored
    ) where Form.Value == Value, Form.Source: JSONValue, Stored.Value == Value {
        self.init(.required(path), json, sqlite)
    }

    /// Creates a field for an optional property with different transformers for JSON and the column.
    public init<Form: Transformer, Stored: Transformer>(
        _ path: WritableKeyPath<Model, Value?>, json: Form, sqlite: Stored
    ) where Form.Value == Value, Form.Source: JSONValue, Stored.Value == Value {
        self.init(.optional(path), json, sqlite)
    }

    var path: AnyKeyPath {
        switch property {
        case .required(let path): path
        case .optional(let path): path
        }
    }

    func read(_ source: inout JSONSource) throws -> (any PatchChange<Model>)? {
        guard try source.readNull() else { return try decode(&source).map { Change(field: self, value: $0) } }
        // For some types, such as `JSON`, null is a value.
        if case .required = property, let value = try? JSONSource.convert(.null, in: .init(), decode) {
            return Change(field: self, value: value)
        }
        return Change(field: self, value: nil)
    }

    /// A change to the field. Nil means null.
    struct Change: PatchChange {
        let field: PatchField
        let value: Value?

        var content: (any Sendable)? { value }
        var column: any Transformer { field.column }

        var isClearing: Bool {
            if value == nil, case .optional = field.property { true } else { false }
        }

        func apply(to model: inout Model) {
            switch field.property {
            case .required(let path): if let value { model[keyPath: path] = value }
            case .optional(let path): model[keyPath: path] = value
            }
        }

        func write(to sink: inout JSONSink) {
            if let value { field.write(value, &sink) } else { sink.field(String?.none) }
        }
    }
}

/// A field of a patch, without the type of its values.
protocol ReadablePatchField<Model>: Sendable {
    associatedtype Model: JSONModel
    /// The key path of its property in the model.
    var path: AnyKeyPath { get }
    /// Reads the change from a document, or returns nil if an invalid value leaves the field untouched.
    func read(_ source: inout JSONSource) throws -> (any PatchChange<Model>)?
}

/// A patch's change to one field.
protocol PatchChange<Model>: Sendable {
    associatedtype Model
    /// The value, or nil for null.
    var content: (any Sendable)? { get }
    /// Whether null clears the property. If the property cannot be nil, it does not.
    var isClearing: Bool { get }
    /// Converts a value to its form in the column.
    var column: any Transformer { get }
    /// Changes the property.
    func apply(to model: inout Model)
    /// Writes the value as the next field.
    func write(to sink: inout JSONSink)
}
