import ModelgenDatabase
import ModelgenSchema

/// What every part of a model's code needs for its plan.
struct ModelPlanning {
    let model: Model
    let schema: SchemaIndex
    let options: GenerationOptions
    let types: TypeSpelling
    /// The fields of the primary key, in its order. The key of a model without a table is what the server assigns, or a
    /// field called `id`.
    let keyFields: [Field]
    /// The fields for which the creator of a new object gives values.
    let draftFields: [Field]
    /// The fields that are in JSON, in the order of the model's table.
    let mappedFields: [Field]
    /// Whether there is a draft: some of the fields are assigned by others, and something takes an object without them.
    let hasDraft: Bool
    /// Whether the database takes drafts. It cannot make up a key that the server assigns: such a draft is sent, and
    /// the response is stored.
    let isDraftInserted: Bool
    /// Whether a draft is read, written and compared through its model: if placeholders can replace what it lacks.
    let isDraftMappedByModel: Bool
    /// What templates know about the fields, computed once for all parts.
    private(set) var fieldPlans: [SwiftName: Shared<FieldPlan>] = [:]
    /// The names that parameters and local variables must not hide.
    private let names: NameScope

    init(model: Model, schema: SchemaIndex, options: GenerationOptions, types: TypeSpelling) {
        self.model = model
        self.schema = schema
        self.options = options
        self.types = types
        keyFields = schema.keyFields(of: model)
        draftFields = model.draftFields
        mappedFields = model.fields.filter(\.isMapped)
        names = NameScope(model.fields.map(\.name) + model.ownTransformers)
        isDraftInserted = model.insertsDrafts
        hasDraft = model.needsDraft
        isDraftMappedByModel =
            hasDraft && options.emits.contains(.json)
            && model.fields.allSatisfy { !$0.isFilledByOthers || $0.type.isOptional || $0.hasPlaceholder }
        for field in model.fields { fieldPlans[field.name] = Shared(described(field)) }
        if hasPatch {
            for field in patchFields { fieldPlans[field.name]?.value.isPatched = true }
        }
    }

    var access: String { options.access.modifier }
    var literals: SwiftValues { SwiftValues(types: types) }

    /// How code inside the model constructs it: `Post`, or `.init` for a model that a member may hide, such as `order`.
    var constructor: String { isHidden ? ".init" : model.name.escaped }

    /// Whether a member may have the name of the model.
    var isHidden: Bool { types.isHiddenInExpressions(model.name) }

    var isIdentifiable: Bool {
        guard !keyFields.isEmpty else { return false }
        return keyFields.map(\.name) == ["id"] || model.field("id") == nil
    }

    /// Whether there is a patch: something takes one.
    var hasPatch: Bool { model.needsPatch }

    /// The fields that a draft lacks.
    var assignedFields: [Field] { model.fields.filter(\.isFilledByOthers) }

    /// Whether SQLite's rowid is the key of the rows.
    var isKeyedByRowID: Bool { model.rowIDKey != nil }

    /// A name for a parameter or a local variable that does not hide a property of the model.
    func localName(_ wanted: String) -> String { names.free(wanted) }
}

extension Field {
    /// Whether the runtime has a placeholder for its value. A transformer might not accept one.
    var hasPlaceholder: Bool {
        guard case .scalar(let scalar) = type, transformer == nil else { return false }
        return scalar.isInteger || scalar == .string || scalar == .uuid
    }

    /// The transformers that it uses, in JSON and in its column.
    var transformers: [TransformerUse] {
        var uses = transformer?.sqlite.map { [$0] } ?? []
        switch transformer?.json {
        case .always(let use): uses.append(use)
        case .byKind(let kinds): uses += kinds.map(\.transformer)
        case nil: break
        }
        return uses
    }

    /// Whether it has a transformer for each kind of JSON value.
    var isTransformedByKind: Bool {
        if case .byKind = transformer?.json { true } else { false }
    }

    /// The schema's own transformers that it uses.
    var ownTransformers: [SwiftName] { transformers.compactMap(\.declaredName) }
}

extension TransformerUse {
    /// The name of a transformer that the schema declares.
    var declaredName: SwiftName? {
        if case .declared(let name) = self { name } else { nil }
    }
}

extension Client {
    /// The requests and responses of all its operations.
    var requests: [RequestOptions] {
        operations.map(\.request) + nested.map(\.request) + actions.map(\.request)
    }

    /// The parts of its uploads.
    var parts: [RequestParameter] {
        actions.flatMap { action -> [RequestParameter] in
            if case .upload(let parts) = action.transfer { parts } else { [] }
        }
    }
}
