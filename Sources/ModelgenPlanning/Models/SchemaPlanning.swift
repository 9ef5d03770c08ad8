import ModelgenDatabase
import ModelgenSchema

/// What the plans of all files need: the indexed schema, and what has been planned already.
struct SchemaPlanning {
    let index: SchemaIndex
    let types: TypeSpelling
    let options: GenerationOptions
    let databases: [SwiftName: PlannedDatabase]
    let clientNames: [SwiftName: ClientNames]
    let queries: [SwiftName: [PreparedQuery]]
    let models: [String: [Model]]
    let enumerations: [String: [Enumeration]]
    /// By file, the imported types in columns whose conformance the file may have to declare.
    let newColumnTypes: [String: [SwiftName]]
    /// The same for types in a path, a query or a form.
    let newParameterTypes: [String: [SwiftName]]
    let apis: [SwiftName: API]
    /// The modules that have models with tables; nil stands for the run's own module.
    let storingModules: Set<String?>
    /// The enums and unions that occur in a path, a query or a form.
    let parameterTypes: Set<SwiftName>

    var schema: Schema { index.schema }
    var emitsJSON: Bool { options.emits.contains(.json) }

    init(schema: Schema, databases: [PlannedDatabase], queries: [PreparedQuery], options: GenerationOptions) {
        self.queries = Dictionary(grouping: queries, by: \.model)
        index = SchemaIndex(schema)
        types = TypeSpelling(schema)
        self.options = options
        self.databases = Dictionary(firstOf: databases.map { ($0.name, $0) })
        clientNames = ClientNames.all(in: schema)
        models = Dictionary(grouping: schema.models.filter { $0.module == nil }, by: \.file)
        enumerations = Dictionary(grouping: schema.enumerations.filter { $0.module == nil }, by: \.file)
        newColumnTypes = index.newTypes(index.typesInColumns)
        newParameterTypes = index.newTypes(index.parameterTypes)
        apis = Dictionary(firstOf: schema.apis.map { ($0.name, $0) })
        storingModules = Set(schema.models.filter { $0.storage != .none }.map(\.module))
        parameterTypes = Set(schema.models.flatMap(index.parameterTypes))
    }
}

extension SchemaIndex {
    /// The enums and unions that occur in the paths, queries and forms of a model's client.
    fileprivate func parameterTypes(of model: Model) -> [SwiftName] {
        guard let client = model.client else { return [] }
        let parameters = client.requests.flatMap(\.parameters) + client.parameters + client.parts
        let keys = model.keyFields + (client.by.flatMap(model.field).map { [$0] } ?? [])
        return (parameters.map(\.type) + keys.map(\.type)).compactMap { type in
            switch type.innermost {
            case .enumeration(let name): name
            case .model(let name) where type.innermost.isText(self): name
            case .scalar, .geometry, .model, .external, .optional, .list, .set, .dictionary: nil
            }
        }
    }
}
