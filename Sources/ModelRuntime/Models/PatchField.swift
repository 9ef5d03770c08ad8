/// A field that a patch can change, without the type of its values.
public class AnyPatchField<Model: JSONModel>: @unchecked Sendable {
    // Unchecked because it has a subclass: everything is immutable.

    /// The field's index in the model's list.
    let index: Int

    init(_ index: Int) {
        self.index = index
    }

    /// The change in a document, or nil if the field is absent.
    func read(_ source: inout JSONSource) throws -> (any PatchChange<Model>)? { nil }
}

/// A field that a patch can change: its property, its JSON and its column.
///
///     var title: PatchField<Post, String> { PatchField("title", \.title) }
///     var createdAt: PatchField<Post, Date> { PatchField("createdAt", \.createdAt, using: UnixMilliseconds()) }
public final class PatchField<Model: JSONModel, Value: Sendable>: AnyPatchField<Model>, @unchecked Sendable {
    /// The property. Null clears it only if it is optional.
    enum Property: Sendable {
        case required(WritableKeyPath<Model, Value> & Sendable)
        case optional(WritableKeyPath<Model, Value?> & Sendable)
    }

    let property: Property
    /// Reads the value; nil if it is invalid, which leaves the field untouched.
    let decode: @Sendable (inout JSONSource) throws -> Value?
    let write: @Sendable (Value, Int, inout JSONSink) -> Void
    /// Converts a value to the one stored in the column.
    let column: any Transformer

    private init<Form: Transformer>(_ index: Int, _ property: Property, _ json: Form, _ column: any Transformer)
    where Form.Value == Value, Form.Source: JSONValue {
        self.property = property
        decode = { try $0.read(using: json) }
        write = { $2.write($0, $1, using: json) }
        self.column = column
        super.init(index)
    }

    /// `field`, read differently.
    private init(_ field: PatchField, decode: @escaping @Sendable (inout JSONSource) throws -> Value?) {
        property = field.property
        self.decode = decode
        write = field.write
        column = field.column
        super.init(field.index)
    }

    /// The field; an invalid value is reported and leaves it untouched, as with `onInvalid: default`.
    ///
    ///     var level: PatchField<Post, Int> { PatchField("level", \.level).ifValid() }
    public func ifValid() -> PatchField {
        PatchField(self) { [decode] in try $0.attempt(decode) ?? nil }
    }

    /// The field; invalid elements are reported and left out, as with `onInvalid: skipElement`.
    ///
    ///     var scores: PatchField<Post, [Int]> { PatchField("scores", \.scores).validElements() }
    public func validElements() -> PatchField where Value: JSONCollection {
        PatchField(self) { try Value(readingValid: &$0) }
    }

    /// The field; invalid elements are left out, with a transformer for each element.
    ///
    ///     var dates: PatchField<Post, [Date]> {
    ///         PatchField("dates", \.dates, using: Each(UnixSeconds())).validElements(using: UnixSeconds())
    ///     }
    public func validElements<Form: Transformer>(using transformer: Form) -> PatchField
    where Value == [Form.Value], Form.Source: JSONValue {
        PatchField(self) { try $0.readValidElements(using: transformer) }
    }

    /// A property, by its name in the model's list.
    public convenience init(_ name: String, _ path: WritableKeyPath<Model, Value> & Sendable) where Value: JSONValue {
        self.init(Model.jsonFields.index(of: name), .required(path), AsIs<Value>(), AsIs<Value>())
    }

    /// An optional property.
    public convenience init(_ name: String, _ path: WritableKeyPath<Model, Value?> & Sendable) where Value: JSONValue {
        self.init(Model.jsonFields.index(of: name), .optional(path), AsIs<Value>(), AsIs<Value>())
    }

    /// A property with a transformer for both JSON and its column.
    public convenience init<Form: Transformer>(
        _ name: String,
        _ path: WritableKeyPath<Model, Value> & Sendable,
        using transformer: Form
    ) where Form.Value == Value, Form.Source: JSONValue {
        self.init(Model.jsonFields.index(of: name), .required(path), transformer, transformer)
    }

    /// An optional property with a transformer for both JSON and its column.
    public convenience init<Form: Transformer>(
        _ name: String,
        _ path: WritableKeyPath<Model, Value?> & Sendable,
        using transformer: Form
    ) where Form.Value == Value, Form.Source: JSONValue {
        self.init(Model.jsonFields.index(of: name), .optional(path), transformer, transformer)
    }

    /// A property with different transformers for JSON and its column.
    public convenience init<Form: Transformer, Stored: Transformer>(
        _ name: String,
        _ path: WritableKeyPath<Model, Value> & Sendable,
        json: Form,
        sqlite: Stored
    ) where Form.Value == Value, Form.Source: JSONValue, Stored.Value == Value {
        self.init(Model.jsonFields.index(of: name), .required(path), json, sqlite)
    }

    /// An optional property with different transformers for JSON and its column.
    public convenience init<Form: Transformer, Stored: Transformer>(
        _ name: String,
        _ path: WritableKeyPath<Model, Value?> & Sendable,
        json: Form,
        sqlite: Stored
    ) where Form.Value == Value, Form.Source: JSONValue, Stored.Value == Value {
        self.init(Model.jsonFields.index(of: name), .optional(path), json, sqlite)
    }

    override func read(_ source: inout JSONSource) throws -> (any PatchChange<Model>)? {
        if try source.isAbsent() { return nil }
        if try source.readNull() { return Change(field: self, value: nil) }
        return try decode(&source).map { Change(field: self, value: $0) }
    }

    /// The change to the field; nil is null.
    struct Change: PatchChange {
        let field: PatchField
        let value: Value?

        var index: Int { field.index }
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
            if let value { field.write(value, index, &sink) } else { sink.writeNull(index) }
        }
    }
}

/// A patch's change to one field.
protocol PatchChange<Model>: Sendable {
    associatedtype Model
    /// The field's index in the model's list.
    var index: Int { get }
    /// The value, or nil for null.
    var content: (any Sendable)? { get }
    /// Whether null clears the property. If the property cannot be nil, null counts as missing.
    var isClearing: Bool { get }
    /// Converts the value to the one stored in the column.
    var column: any Transformer { get }
    func apply(to model: inout Model)
    func write(to sink: inout JSONSink)
}
