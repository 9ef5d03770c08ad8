import ModelgenSchema

/// The names in the scopes of a model's type and of its draft, taken from the plans of its code.
struct ModelScopes {
    /// The names in the type, without the rows of its queries.
    private(set) var model = TypeScope()
    private(set) var draft = TypeScope()
    /// The operations without parameters, which read like constants at the point of use.
    private(set) var bareOperations: Set<String> = []
    /// The types of its queries' rows.
    private var rows: Set<String> = []
    /// The schema's own transformers that its queries use, by the query.
    private(set) var transformersOfQueries: [(query: SwiftName, transformer: SwiftName)] = []
    /// The types of its operations' results and failures.
    private(set) var outcomes: [Outcome] = []
    /// Whether its code names the type of its database.
    private(set) var namesDatabase = false
    private(set) var operations: Set<String> = []

    /// - Parameter parts: The parts of the model's code.
    init(_ model: Model, _ parts: [FilePlan.Part]) {
        for part in parts { add(part, of: model.name.escaped) }
        bareOperations = bareOperations.filter(self.model.hasStatic)
    }

    /// `PublishResult` or `PublishFailure` of `publish`.
    struct Outcome {
        /// With backticks if it is a keyword.
        var operation: String
        var type: String
    }

    /// All types inside the model's.
    var types: Set<String> { model.types.union(rows) }

    private mutating func add(_ part: FilePlan.Part, of type: String) {
        switch part {
        case .structure(let plan):
            model.conform(to: plan.conformances)
            model.types.formUnion(plan.key.map(\.name))
        case .draft(let plan):
            model.types.insert(plan.structure.name)
            draft.conform(to: plan.structure.conformances + (plan.isMappedByModel ? ["ModelDraft"] : []))
            if plan.isMappedByModel { model.conform(to: ["DraftableModel"]) }
        case .json(let plan) where plan.type == type:
            model.conform(to: ["JSONModel"])
            model.ownStatics.insert("fieldList")
        case .json: draft.conform(to: ["JSONModel"])
        case .patch:
            model.conform(to: ["JSONPatchable"])
            model.types.insert("Patch")
        case .record(let plan): model.conform(to: plan.protocols)
        case .draftRecord: draft.conform(to: ["TableDraft"])
        case .queries(let plan):
            rows.formUnion(plan.rows.map(\.name))
            transformersOfQueries = plan.functions.flatMap { function in
                Set(function.transformers.compactMap(\.use.declaredName)).map { (function.query, $0) }
            }
        case .client(let plan):
            model.conform(to: plan.protocols)
            outcomes = plan.operations.flatMap { operation in
                operation.outcomes.map { Outcome(operation: operation.name, type: $0.name) }
            }
            model.types.formUnion(outcomes.map(\.type))
            bareOperations.formUnion(plan.operations.filter(\.parameters.isEmpty).map(\.name))
            operations.formUnion(plan.operations.map(\.name))
        case .repository(let plan):
            model.types.insert(plan.name)
            guard !plan.cache.isEmpty else { return }
            model.conform(to: ["CachedRecord"])
            namesDatabase = true
        case .conformance(let plan): model.conform(to: plan.protocols)
        case .enumeration, .oneOf, .database, .api, .description: break
        }
    }
}

/// A type that is referred to in the scope of another one, where a third has the same name.
struct HiddenType: Sendable {
    var name: SwiftName
    /// The type with that scope.
    var owner: SwiftName
}
