import ModelRuntime

/// Changes to a model. Each field is untouched, null or a value.
///
///     var patch = Post.Patch()
///     patch.title = .value("New")
///     patch.avatarURL = .null
///     post.apply(patch)
///     let body = try patch.jsonData()
///
/// It has the fields of its model, except for the key and computed fields. Only fields that were set are written.
@dynamicMemberLookup
public struct ModelPatch<Model: JSONPatchable>: Sendable {
    /// The changes, by the index of the field in the model's list.
    private var changes: [Int: any PatchChange<Model>] = [:]

    /// Creates a patch that changes nothing.
    public init() {}

    /// The change to a field.
    public subscript<Value>(
        dynamicMember path: KeyPath<Model.PatchFields, PatchField<Model, Value>>
    ) -> FieldPatch<Value> {
        get {
            guard let change = changes[Model.patchFields[path].index] as? PatchField<Model, Value>.Change else {
                return .untouched
            }
            return change.value.map { .value($0) } ?? .null
        }
        set {
            let (index, field) = Model.patchFields[path]
            changes[index] =
                switch newValue {
                case .untouched: nil
                case .null: PatchField.Change(field: field, value: nil)
                case .value(let value): PatchField.Change(field: field, value: value)
                }
        }
    }

    /// The changes with their fields, in the order of the model's list.
    private var inOrder: [(field: JSONField, change: any PatchChange<Model>)] {
        changes.sorted { $0.key < $1.key }.map { (Model.jsonFields.fields[$0], $1) }
    }

    func apply(to model: inout Model) {
        for change in changes.values { change.apply(to: &model) }
    }
}

extension ModelPatch: FieldChanges {
    /// The changes to columns. Null only clears a property that can be nil.
    public var columnChanges: [(field: String, value: (any Sendable)?, transformer: any Transformer)] {
        inOrder.filter { $0.change.content != nil || $0.change.isClearing }
            .map { ($0.field.name, $0.change.content, $0.change.column) }
    }
}

extension ModelPatch: JSONModel {
    /// The fields of the model.
    public static var jsonFields: JSONFields { Model.jsonFields }

    /// Reads the changes from an object: null, or a value. Fields that are missing stay untouched.
    public init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        for (index, field) in Model.patchFields.fields.enumerated() {
            let change = try source.fieldIfPresent { source in
                if let field { return try field.read(&source) }
                try source.skipValue()
                return nil
            }
            changes[index] = change ?? nil
        }
    }

    /// Writes the fields that were set.
    public func write(fields sink: inout JSONSink) throws {
        for index in Self.jsonFields.fields.indices {
            if let change = changes[index] { change.write(to: &sink) } else { sink.fieldIfPresent(String?.none) }
        }
    }

    /// Writes the fields that were set, converted to JSON.
    public func write(fields sink: inout CodableSink) throws {
        for (key, member) in try JSON(encoding: self).object ?? [:] {
            try sink.object.encode(member, forKey: JSONCodingKey(stringValue: key))
        }
    }
}

extension ModelPatch: CustomDebugStringConvertible, CustomReflectable {
    /// The fields that were set, without the values of sensitive ones: `Post.Patch(title: New, avatarURL: null)`.
    ///
    /// This is not `description`, because a field may have that name.
    public var debugDescription: String { customMirror.summary(of: "\(shortName(of: Model.self)).Patch") }

    /// The fields that were set, without the values of sensitive ones.
    public var customMirror: Mirror {
        let children = inOrder.map { field, change -> Mirror.Child in
            guard let content = change.content else { return (field.name, "null") }
            return (field.name, field.traits.contains(.sensitive) ? Redacted(content) as Any : content)
        }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
