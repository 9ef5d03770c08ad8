import ModelRuntime

/// The fields of a model, each with its patch field, or nil if patches cannot change it.
///
///     private static var fieldList: KeyValuePairs<JSONField, PartialKeyPath<PatchFields>?> {
///         [JSONField("id", traits: .assigned): nil, "title": \.title]
///     }
///
///     static let jsonFields = JSONFields(Post.self, fieldList)
///     static let patchFields: PatchFieldList<Post> = PatchFieldList(PatchFields(), fieldList)
public struct PatchFieldList<Model: JSONPatchable>: Sendable {
    private let properties: Model.PatchFields
    /// The patch fields by the indexes of the model's fields.
    let fields: [(any ReadablePatchField<Model>)?]

    /// Creates a list from the fields of a model.
    public init(_ properties: Model.PatchFields, _ fields: KeyValuePairs<JSONField, PartialKeyPath<Model.PatchFields>?>)
    {
        self.properties = properties
        self.fields = fields.map { _, path in
            path.flatMap { properties[keyPath: $0] as? any ReadablePatchField<Model> }
        }
    }

    /// A patch field and the index of its field in the model's list.
    subscript<Value>(
        path: KeyPath<Model.PatchFields, PatchField<Model, Value>>
    ) -> (index: Int, field: PatchField<Model, Value>) {
        let field = properties[keyPath: path]
        guard let index = fields.firstIndex(where: { $0?.path == field.path }) else {
            preconditionFailure("the list of fields of \(Model.self) lacks \(path); add it as `\"name\": \\.name`")
        }
        return (index, field)
    }
}

extension JSONFields {
    /// Creates the list of fields of a model that has patches.
    public convenience init<Model: JSONPatchable>(
        _ model: Model.Type, _ fields: KeyValuePairs<JSONField, PartialKeyPath<Model.PatchFields>?>,
        reading: JSONReading? = nil, root: JSONPath = []
    ) {
        self.init(model, fields.map(\.key), reading: reading, root: root)
    }
}
