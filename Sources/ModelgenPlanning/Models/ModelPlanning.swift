import ModelgenDatabase
import ModelgenSchema

/// What all parts of a model's code need for their plans.
struct ModelPlanning {
    let model: Model
    let schema: SchemaIndex
    let options: GenerationOptions
    let types: TypeSpelling
    /// The fields of the primary key, in its order. In a model without a table, the key is what the server assigns, or
    /// the field `id`.
    let keyFields: [Field]
    /// The fields whose values the creator of an object supplies.
    let draftFields: [Field]
    /// The fields that occur in JSON, in the order of their declaration.
    let mappedFields: [Field]
    /// Whether there is a draft: the server or the database assigns some of the fields, and something takes an object
    /// without them.
    let hasDraft: Bool
    /// Whether drafts can be inserted into the database. It cannot invent a key that the server assigns: such a draft
    /// is sent, and the response is stored.
    let isDraftInserted: Bool
    /// Whether a draft is read, written and compared through its model, which requires placeholders for the fields that
    /// it lacks.
    let isDraftMappedByModel: Bool
    /// The fields as the templates see them, computed once for all parts.
    private(set) var fieldPlans: [SwiftName: Shared<FieldPlan>] = [:]
    /// The names that parameters and local variables must not hide.
    private let names: NameScope

    init(model: Model, schema: SchemaIndex, options: GenerationOptions, types: TypeSpelling) {
        self.model = model
        self.schema = schema
        self.options = options
        self.types = types
        keyFields = model.keyFields
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
            for field in model.patchFields { fieldPlans[field.name]?.value.isPatched = true }
        }
    }

    var access: String { options.access.modifier }
    var literals: SwiftValues { SwiftValues(types: types) }

    /// How code inside the model constructs it: `Post`, or `.init` for a model that a member may hide, such as `order`.
    var constructor: String { isHidden ? ".init" : model.name.escaped }

    /// Whether a member may have the model's name.
    var isHidden: Bool { types.isHiddenInExpressions(model.name) }

    var isIdentifiable: Bool {
        guard !keyFields.isEmpty else { return false }
        return keyFields.map(\.name) == ["id"] || model.field("id") == nil
    }

    /// Whether there is a patch, because something takes one.
    var hasPatch: Bool { model.needsPatch }

    /// The fields that drafts do not have.
    var assignedFields: [Field] { model.fields.filter(\.isFilledByOthers) }

    /// Whether SQLite's rowid is the key of the rows.
    var isKeyedByRowID: Bool { model.rowIDKey != nil }

    /// A name for a parameter or a local variable that does not hide a property of the model.
    func localName(_ wanted: String) -> String { names.free(wanted) }
}

extension Field {
    /// Whether the runtime has a placeholder for its value. A transformer might reject it.
    var hasPlaceholder: Bool {
        guard case .scalar(let scalar) = type, transformer == nil else { return false }
        return scalar.isInteger || scalar == .string || scalar == .uuid
    }

    /// The transformers of its JSON and of its column.
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
