import Foundation
import ModelRuntime

/// Replaces the values of some fields of a model for a single encoding call.
///
///     let youth = try user.jsonData(transforming: .init { $0.age { $0 < 28 ? "Youth" : "Elder" } })
///
/// Each property of the model is called with a function of its value, whose result is written instead. The key stays
/// the same. A property without a key in JSON is an error.
public struct JSONTransforming<Model: JSONModel>: Sendable {
    /// The properties to transform.
    @dynamicMemberLookup
    public struct Fields: Sendable {
        var transforms: [Transform] = []

        /// The property; call it with a transformation.
        public subscript<Value>(dynamicMember path: KeyPath<Model, Value> & Sendable) -> Field<Value> {
            get { Field(path: path) }
            set { if let transform = newValue.transform { transforms.append(transform) } }
        }
    }

    /// One property of the model.
    public struct Field<Value> {
        let path: KeyPath<Model, Value> & Sendable
        var transform: Transform?

        /// Writes the result of `transform` for the property's value.
        public mutating func callAsFunction<Result: JSONValue>(
            _ transform: @escaping @Sendable (Value) throws -> Result
        ) {
            self.transform = Transform(path: path) { [path] model in
                Array(try transform(model[keyPath: path]).jsonData(at: []))
            }
        }
    }

    struct Transform: Sendable {
        var path: PartialKeyPath<Model> & Sendable
        var text: @Sendable (Model) throws -> [UInt8]
    }

    let fields: Fields

    /// Creates the transformation.
    public init(_ describe: (inout Fields) -> Void) {
        var fields = Fields()
        describe(&fields)
        self.fields = fields
    }

    /// The transforms by the indexes of their fields.
    func indexed(for model: Model) throws -> [Int: Transform] {
        guard !fields.transforms.isEmpty else { return [:] }
        let properties = try StoredProperties(of: model)
        var indexed: [Int: Transform] = [:]
        for transform in fields.transforms {
            let name = try properties.property(at: transform.path).name
            guard let index = Model.jsonFields.fields.firstIndex(where: { $0.name == name }) else {
                throw JSONError(.invalidValue, reason: "the property \(name.quotedForMessage) is not a JSON field")
            }
            indexed[index] = transform
        }
        return indexed
    }
}

extension JSONModel {
    /// Returns the model as JSON, with some values transformed.
    public func jsonData(transforming: JSONTransforming<Self>, at path: JSONPath? = nil) throws -> Data {
        let transforms = try transforming.indexed(for: self)
        return try Transformed(model: self, transforms: transforms).jsonData(at: path ?? Self.jsonRoot)
    }

    /// Returns the model's properties, nested, by their Swift names instead of their keys and paths.
    public func jsonProperties() throws -> JSON {
        var sink = JSONSink()
        let named = NamedFields()
        sink.form = { named.fields(of: $0) }
        try sink.writeDocument(self, at: [])
        return try JSON(json: sink.takeData(), at: [])
    }
}

extension Array where Element: JSONModel {
    /// Returns the models as JSON, with some values transformed.
    public func jsonData(transforming: JSONTransforming<Element>, at path: JSONPath? = nil) throws -> Data {
        let transforms = try first.map { try transforming.indexed(for: $0) } ?? [:]
        return try map { Transformed(model: $0, transforms: transforms) }.jsonData(at: path ?? Element.jsonRoot)
    }
}

/// The lists of a document's models with property names as keys. They live as long as it is written.
private final class NamedFields {
    private var lists: [ObjectIdentifier: (own: JSONFields, named: JSONFields)] = [:]

    /// The list by which a model is written; nil if it is this one.
    func fields(of list: JSONFields) -> JSONFields? {
        let key = ObjectIdentifier(list)
        if let known = lists[key] { return known.named === list ? nil : known.named }
        let named = JSONFields(list.type, list.fields.map(\.underName))
        lists[key] = (list, named)
        lists[ObjectIdentifier(named)] = (list, named)
        return named
    }
}

/// A model that is written with different values for some fields.
private struct Transformed<Model: JSONModel> {
    var model: Model
    var transforms: [Int: JSONTransforming<Model>.Transform]
}

extension Transformed: JSONValue {
    init(reading source: inout JSONSource) throws {
        self.init(model: try Model(reading: &source), transforms: [:])
    }

    func write(to sink: inout JSONSink) throws {
        sink.replacements = (sink.depth + 1, try transforms.mapValues { try $0.text(model) })
        defer { sink.replacements = (-1, [:]) }
        try model.write(to: &sink)
    }
}
