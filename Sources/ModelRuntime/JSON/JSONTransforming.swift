import Foundation

/// Other values for some fields of a model, for one call of encoding.
///
///     let youth = try user.jsonData(transforming: .init { $0.age { $0 < 28 ? "Youth" : "Elder" } })
///
/// The methods of `Fields`, one for each field, are generated.
public struct JSONTransforming<Model: JSONModel>: Sendable {
    /// The fields that are given other values.
    public struct Fields: Sendable {
        var transforms: [Int: @Sendable (Model) throws -> [UInt8]] = [:]

        /// Writes what `transform` returns in the place of the field with this index.
        public mutating func replace<Result: JSONValue>(
            _ field: Int,
            _ transform: @escaping @Sendable (Model) throws -> Result
        ) {
            transforms[field] = { model in Array(try transform(model).jsonData(at: [])) }
        }
    }

    let fields: Fields

    /// Describes what is transformed.
    public init(_ describe: (inout Fields) -> Void) {
        var fields = Fields()
        describe(&fields)
        self.fields = fields
    }

    func replacements(for model: Model) throws -> [Int: [UInt8]] {
        try fields.transforms.mapValues { try $0(model) }
    }
}

extension JSONModel {
    /// The model as JSON, with other values for some fields.
    public func jsonData(transforming: JSONTransforming<Self>, at path: JSONPath? = nil) throws -> Data {
        var sink = JSONSink()
        try sink.writeDocument(Transformed(model: self, transforming: transforming), at: path ?? Self.jsonRoot)
        return sink.takeData()
    }

    /// The model's properties, nested, by their names in Swift instead of their keys and paths.
    public func jsonProperties() throws -> JSON {
        var sink = JSONSink()
        sink.usesPropertyNames = true
        try sink.writeDocument(self, at: [])
        return try JSON(json: sink.takeData(), at: [])
    }
}

extension Array where Element: JSONModel {
    /// The models as JSON, with other values for some fields.
    public func jsonData(transforming: JSONTransforming<Element>, at path: JSONPath? = nil) throws -> Data {
        var sink = JSONSink()
        let models = map { Transformed(model: $0, transforming: transforming) }
        try sink.writeDocument(models, at: path ?? Element.jsonRoot)
        return sink.takeData()
    }
}

/// A model that is written with other values for some fields.
private struct Transformed<Model: JSONModel>: JSONValue {
    var model: Model
    var transforming: JSONTransforming<Model>

    init(model: Model, transforming: JSONTransforming<Model>) {
        self.model = model
        self.transforming = transforming
    }

    init(reading source: inout JSONSource) throws {
        self.init(model: try Model(reading: &source), transforming: JSONTransforming { _ in })
    }

    func write(to sink: inout JSONSink) throws {
        sink.replacementsOfNext = try transforming.replacements(for: model)
        try model.write(to: &sink)
        sink.replacementsOfNext = [:]
    }
}
