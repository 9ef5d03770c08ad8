/// Changes to a model: each field is untouched, null or a value.
///
///     var patch = Post.Patch()
///     patch.title = .value("New")
///     patch.avatarURL = .null
///     post.apply(patch)
///     let body = try patch.jsonData()
///
/// It has the fields of its model, except the key and computed fields. Only touched fields are written.
@dynamicMemberLookup
public struct ModelPatch<Model: JSONPatchable>: Sendable {
    /// The changes, in the order of the model's fields, which is also that of the output.
    private var changes: [any PatchChange<Model>] = []

    /// A patch that changes nothing.
    public init() {}

    /// The change to a field.
    public subscript<Value>(
        dynamicMember path: KeyPath<Model.PatchFields, PatchField<Model, Value>>
    ) -> FieldPatch<Value> {
        get {
            let index = Model.patchFields.fields[keyPath: path].index
            guard let change = changes.first(where: { $0.index == index }) as? PatchField<Model, Value>.Change else {
                return .untouched
            }
            return change.value.map { .value($0) } ?? .null
        }
        set {
            let field = Model.patchFields.fields[keyPath: path]
            changes.removeAll { $0.index == field.index }
            switch newValue {
            case .untouched: break
            case .null: insert(PatchField.Change(field: field, value: nil))
            case .value(let value): insert(PatchField.Change(field: field, value: value))
            }
        }
    }

    private mutating func insert(_ change: any PatchChange<Model>) {
        let place = changes.firstIndex { $0.index > change.index } ?? changes.endIndex
        changes.insert(change, at: place)
    }

    func apply(to model: inout Model) {
        for change in changes { change.apply(to: &model) }
    }

    /// The changes of a row, by the names of the fields; nil is NULL. For ModelSQLite.
    package var columnChanges: [(field: String, value: (any Sendable)?, transformer: any Transformer)] {
        changes.filter { $0.content != nil || $0.isClearing }
            .map { (Model.jsonFields.fields[$0.index].name, $0.content, $0.column) }
    }
}

extension ModelPatch: JSONModel {
    /// The fields of the model.
    public static var jsonFields: JSONFields { Model.jsonFields }

    /// Reads the changes in a document: null, or a value. Fields absent from it are untouched.
    public init(fields source: inout JSONSource) throws {
        let fields = Model.patchFields.byIndex
        for index in Self.jsonFields.fields.indices {
            guard try source.seekUnread(), let field = fields[index], Self.has(index, not: .encodeOnly),
                let change = try field.read(&source)
            else { continue }
            insert(change)
        }
    }

    /// Writes the touched fields.
    public func write(fields sink: inout JSONSink) throws {
        for change in changes where Self.has(change.index, not: .decodeOnly) { change.write(to: &sink) }
    }

    /// Reads the changes in a Decoder's object, which is converted to JSON.
    public init(fields source: inout CodableSource) throws {
        self = try source.converted()
    }

    /// Writes the touched fields, converted to JSON.
    public func write(fields sink: inout CodableSink) throws {
        try sink.writeConverted(self)
    }

    /// Whether a field is read or written in that direction. Unlike a model, a patch is never put in a storage.
    private static func has(_ index: Int, not trait: JSONField.Traits) -> Bool {
        !Model.jsonFields.fields[index].traits.contains(trait)
    }
}

extension ModelPatch: CustomDebugStringConvertible, CustomReflectable {
    /// The touched fields, without the values of sensitive ones: `Post.Patch(title: New, avatarURL: null)`.
    ///
    /// This is not `description`, because a field may have that name.
    public var debugDescription: String { customMirror.summary(of: "\(shortName(of: Model.self)).Patch") }

    /// The touched fields, without the values of sensitive ones.
    public var customMirror: Mirror {
        let children = changes.map { change -> Mirror.Child in
            let field = Model.jsonFields.fields[change.index]
            guard let content = change.content else { return (field.name, "null") }
            let value: Any = field.traits.contains(.sensitive) ? Redacted(content) as Any : content
            return (field.name, value)
        }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
