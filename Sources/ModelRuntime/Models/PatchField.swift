/// A field that a patch can change, without the type of its values.
public class AnyPatchField<Model>: @unchecked Sendable {
    // Unchecked because it has a subclass: everything is immutable.

    /// The field's index in the model's list.
    let index: Int

    init(_ index: Int) {
        self.index = index
    }

    /// The change that a document makes, or nil where it has none.
    func read(_ source: inout JSONSource) -> (any PatchChange<Model>)? { nil }
}

/// A field that a patch can change: what it is in the model, in JSON and in the table.
///
///     var title: PatchField<Post, String> { PatchField(2, \.title) }
///     var createdAt: PatchField<Post, Date> { PatchField(6, \.createdAt, using: UnixMilliseconds()) }
public final class PatchField<Model, Value: Sendable>: AnyPatchField<Model>, @unchecked Sendable {
    /// Where the model has it: null clears only what may be nil.
    enum Property: Sendable {
        case required(WritableKeyPath<Model, Value> & Sendable)
        case optional(WritableKeyPath<Model, Value?> & Sendable)
    }

    let property: Property
    let decode: @Sendable (inout JSONSource) throws -> Value
    let write: @Sendable (Value, Int, inout JSONSink) -> Void
    /// What makes of a value what its column stores.
    let column: any Transformer

    private init<Form: Transformer>(_ index: Int, _ property: Property, _ json: Form, _ column: any Transformer)
    where Form.Value == Value, Form.Source: JSONValue {
        self.property = property
        decode = { try $0.read(using: json) }
        write = { $2.write($0, $1, using: json) }
        self.column = column
        super.init(index)
    }

    /// A property, by the index of its field in the model's list.
    public convenience init(_ index: Int, _ path: WritableKeyPath<Model, Value> & Sendable) where Value: JSONValue {
        self.init(index, .required(path), AsIs<Value>(), AsIs<Value>())
    }

    /// A property that may be nil.
    public convenience init(_ index: Int, _ path: WritableKeyPath<Model, Value?> & Sendable) where Value: JSONValue {
        self.init(index, .optional(path), AsIs<Value>(), AsIs<Value>())
    }

    /// A property with a transformer, for JSON and its column alike.
    public convenience init<Form: Transformer>(
        _ index: Int,
        _ path: WritableKeyPath<Model, Value> & Sendable,
        using transformer: Form
    ) where Form.Value == Value, Form.Source: JSONValue {
        self.init(index, .required(path), transformer, transformer)
    }

    /// A property that may be nil, with a transformer for JSON and its column alike.
    public convenience init<Form: Transformer>(
        _ index: Int,
        _ path: WritableKeyPath<Model, Value?> & Sendable,
        using transformer: Form
    ) where Form.Value == Value, Form.Source: JSONValue {
        self.init(index, .optional(path), transformer, transformer)
    }

    /// A property with one transformer for JSON and another one for its column.
    public convenience init<Form: Transformer, Stored: Transformer>(
        _ index: Int,
        _ path: WritableKeyPath<Model, Value> & Sendable,
        json: Form,
        sqlite: Stored
    ) where Form.Value == Value, Form.Source: JSONValue, Stored.Value == Value {
        self.init(index, .required(path), json, sqlite)
    }

    /// A property that may be nil, with one transformer for JSON and another one for its column.
    public convenience init<Form: Transformer, Stored: Transformer>(
        _ index: Int,
        _ path: WritableKeyPath<Model, Value?> & Sendable,
        json: Form,
        sqlite: Stored
    ) where Form.Value == Value, Form.Source: JSONValue, Stored.Value == Value {
        self.init(index, .optional(path), json, sqlite)
    }

    override func read(_ source: inout JSONSource) -> (any PatchChange<Model>)? {
        do {
            if try source.isAbsent() { return nil }
            return Change(field: self, value: try source.readNull() ? nil : try decode(&source))
        } catch {
            source.fail(error)
            return nil
        }
    }

    /// What a patch does to the field: nil is null.
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

/// What a patch does to one field.
protocol PatchChange<Model>: Sendable {
    associatedtype Model
    /// The field's index in the model's list.
    var index: Int { get }
    /// The value, or nil for null.
    var content: (any Sendable)? { get }
    /// Whether a null clears the property; it counts as missing where that cannot be nil.
    var isClearing: Bool { get }
    /// What makes of the value what its column stores.
    var column: any Transformer { get }
    func apply(to model: inout Model)
    func write(to sink: inout JSONSink)
}
