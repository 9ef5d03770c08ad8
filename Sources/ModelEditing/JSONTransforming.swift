import Foundation
import ModelRuntime

/// Replaces the values of some fields of a model for a single call that encodes it.
///
///     let youth = try user.jsonData(transforming: .init { $0.age { $0 < 28 ? "Youth" : "Elder" } })
///
/// Call each property with a function of its value, whose result is written instead. The key stays the same. A value
/// that would be omitted is written, too. A property that is not written to JSON is an error.
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

        /// Writes the result of `transform` in place of the property's value.
        public mutating func callAsFunction<Result: JSONValue>(
            _ transform: @escaping @Sendable (Value) throws -> Result
        ) {
            self.transform = Transform(path: path) { [path] model in
                try JSON(encoding: transform(model[keyPath: path]))
            }
        }
    }

    struct Transform: Sendable {
        var path: PartialKeyPath<Model> & Sendable
        var json: @Sendable (Model) throws -> JSON
    }

    let fields: Fields

    /// Creates the transformation.
    public init(_ describe: (inout Fields) -> Void) {
        var fields = Fields()
        describe(&fields)
        self.fields = fields
    }

    /// The transformations, with their fields.
    func placed(in model: Model) throws -> [(field: JSONField, transform: Transform)] {
        guard !fields.transforms.isEmpty else { return [] }
        let properties = try StoredProperties(of: model)
        return try fields.transforms.map { transform in
            let name = try properties.property(at: transform.path).name
            let field = Model.jsonFields.fields.first { $0.name == name && !$0.traits.contains(.decodeOnly) }
            guard let field else {
                throw JSONError(
                    .invalidValue, reason: "the property \(name.quotedForMessage) is not written to JSON")
            }
            return (field, transform)
        }
    }
}

extension JSONModel {
    /// Returns the model as JSON, with some values transformed.
    public func jsonData(transforming: JSONTransforming<Self>, at path: JSONPath? = nil) throws -> Data {
        let transforms = try transforming.placed(in: self)
        return try Transformed(model: self, transforms: transforms).jsonData(at: path ?? Self.jsonRoot)
    }

    /// Returns the model's properties, and those of models inside it, by their Swift names instead of their keys and
    /// paths.
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
        let transforms = try first.map { try transforming.placed(in: $0) } ?? []
        return try map { Transformed(model: $0, transforms: transforms) }.jsonData(at: path ?? Element.jsonRoot)
    }
}

/// The lists of fields with property names as keys, for all models in a document. They live as long as it is written.
private final class NamedFields {
    private var lists: [ObjectIdentifier: (own: JSONFields, named: JSONFields)] = [:]

    /// Returns the list by which a model is written; nil if it is this one.
    func fields(of list: JSONFields) -> JSONFields? {
        let key = ObjectIdentifier(list)
        if let known = lists[key] { return known.named === list ? nil : known.named }
        let named = JSONFields(list.type, list.fields.map(\.underName))
        lists[key] = (list, named)
        lists[ObjectIdentifier(named)] = (list, named)
        return named
    }
}

/// A model that is written with other values for some fields.
private struct Transformed<Model: JSONModel> {
    var model: Model
    var transforms: [(field: JSONField, transform: JSONTransforming<Model>.Transform)]
}

extension Transformed: JSONValue {
    init(reading source: inout JSONSource) throws {
        self.init(model: try Model(reading: &source), transforms: [])
    }

    func write(to sink: inout JSONSink) throws {
        // JSON may not be able to represent a value that is replaced.
        var json = try (try? JSON(encoding: model)) ?? sink.takeBack(writeOthers)
        for (field, transform) in transforms { json.set(try transform.json(model), at: field.path.components[...]) }
        try json.write(to: &sink)
    }

    /// Writes the model without the fields whose values are replaced.
    private func writeOthers(to sink: inout JSONSink) throws {
        let all = Model.jsonFields
        let replaced = Set(transforms.map(\.field.name))
        let others = JSONFields(
            all.type,
            all.fields.map { replaced.contains($0.name) ? JSONField($0.name, $0.path, traits: .decodeOnly) : $0 })
        // This must not affect models inside it, which may be of the same type. After an error, the sink still needs
        // the list, to report the position.
        var isEntered = false
        sink.form = { list in
            guard list === all, !isEntered else { return nil }
            isEntered = true
            return others
        }
        try model.write(to: &sink)
        sink.form = nil
    }
}

extension JSON {
    /// Sets a value at a path, in existing objects and arrays or in new ones.
    fileprivate mutating func set(_ value: JSON, at path: ArraySlice<JSONPath.Component>) {
        switch path.first {
        case .key(let key):
            var members = object ?? JSONObject()
            var member = members[key] ?? .null
            member.set(value, at: path.dropFirst())
            members[key] = member
            self = .object(members)
        case .index(let index):
            var elements = array ?? []
            while elements.count <= index { elements.append(.null) }
            elements[index].set(value, at: path.dropFirst())
            self = .array(elements)
        case nil: self = value
        }
    }
}
