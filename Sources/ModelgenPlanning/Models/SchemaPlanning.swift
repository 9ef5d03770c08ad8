import ModelgenDatabase
import ModelgenSchema

/// What the plans of all files need: the schema, indexed, and what was planned of it before.
struct SchemaPlanning {
    let index: SchemaIndex
    let types: TypeSpelling
    let options: GenerationOptions
    let databases: [SwiftName: PlannedDatabase]
    let clientNames: [SwiftName: ClientNames]
    let queries: [SwiftName: [PreparedQuery]]
    let models: [String: [Model]]
    let enumerations: [String: [Enumeration]]
    /// The types in columns whose conformance each file may have to declare.
    let newColumnTypes: [String: [SwiftName]]
    let apis: [SwiftName: API]
    /// The enums and unions that occur in a path, a query or a form.
    let parameterTypes: Set<SwiftName>

    var schema: Schema { index.schema }

    init(schema: Schema, databases: [PlannedDatabase], queries: [PreparedQuery], options: GenerationOptions) {
        self.queries = Dictionary(grouping: queries, by: \.model)
        index = SchemaIndex(schema)
        types = TypeSpelling(schema)
        self.options = options
        self.databases = Dictionary(databases.map { ($0.name, $0) }) { first, _ in first }
        clientNames = ClientNames.all(in: schema)
        models = Dictionary(grouping: schema.models.filter { $0.module == nil }, by: \.file)
        enumerations = Dictionary(grouping: schema.enumerations.filter { $0.module == nil }, by: \.file)
        newColumnTypes = schema.newColumnTypes
        apis = Dictionary(schema.apis.map { ($0.name, $0) }) { first, _ in first }
        parameterTypes = index.parameterTypes
    }

    func emits(_ emission: Emission) -> Bool { options.emits.contains(emission) }
}

extension SchemaIndex {
    /// The enums and unions that occur in a path, a query or a form.
    fileprivate var parameterTypes: Set<SwiftName> {
        guard !schema.enumerations.isEmpty || schema.models.contains(where: { !$0.oneOf.isEmpty }) else { return [] }
        var names: Set<SwiftName> = []
        for model in schema.models {
            guard let client = model.client else { continue }
            let parameters = client.requests.flatMap(\.parameters) + client.parameters + client.parts
            for type in parameters.map(\.type) + keyFields(of: model).map(\.type)
                + (client.by.flatMap(model.field).map { [$0.type] } ?? [])
            {
                switch type.innermost {
                case .enumeration(let name): names.insert(name)
                case .model(let name) where type.innermost.isText(self): names.insert(name)
                case .scalar, .geometry, .model, .external, .optional, .list, .set, .dictionary: break
                }
            }
        }
        return names
    }
}
