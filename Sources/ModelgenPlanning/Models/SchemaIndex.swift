import ModelgenSchema

/// A schema with its elements indexed by name.
package struct SchemaIndex: Sendable, TypeLookup {
    package let schema: Schema
    private let models: [SwiftName: Model]
    private let enumerations: [SwiftName: Enumeration]
    private let externalTypes: [SwiftName: ExternalType]
    private let transformers: [SwiftName: TransformerDeclaration]
    private let columnValues: Set<SwiftName>
    /// The numbers of models; those of models whose structs contain each other are equal.
    private let groups: [SwiftName: Int]
    /// The tables of each database that has queries.
    let tables: [SwiftName: TablesOfDatabase]

    package init(_ schema: Schema) {
        self.schema = schema
        let models = Dictionary(firstOf: schema.models.map { ($0.name, $0) })
        self.models = models
        enumerations = Dictionary(firstOf: schema.enumerations.map { ($0.name, $0) })
        externalTypes = Dictionary(firstOf: schema.externalTypes.map { ($0.name, $0) })
        columnValues = Set(schema.models.flatMap { $0.typesInColumns(models) })
        groups = ValueCycles.groups(of: schema.models.map(\.name)) { name in
            (models[name]?.fields ?? []).compactMap(\.type.modelInPlace).filter { models[$0]?.oneOf.isEmpty == true }
        }
        transformers = Dictionary(firstOf: schema.transformers.map { ($0.name, $0) })
        let queried = Set(schema.models.filter { !$0.queries.isEmpty }.compactMap(\.storage.database))
        tables = Dictionary(firstOf: queried.map { ($0, TablesOfDatabase(schema, $0)) })
    }

    package func model(_ name: SwiftName) -> Model? { models[name] }
    package func enumeration(_ name: SwiftName) -> Enumeration? { enumerations[name] }
    package func externalType(_ name: SwiftName) -> ExternalType? { externalTypes[name] }
    package func transformer(_ name: SwiftName) -> TransformerDeclaration? { transformers[name] }

    /// Whether a column of some model stores the model as JSON.
    func isColumnValue(_ name: SwiftName) -> Bool { columnValues.contains(name) }

    /// The models and enums that are values of a model's columns, or of its queries' parameters and rows.
    func typesInColumns(of model: Model) -> [SwiftName] { model.typesInColumns(models) }

    /// Whether a model's struct stores the field elsewhere, because it would otherwise contain itself.
    func isIndirect(_ field: Field, of model: Model) -> Bool {
        guard field.type.isOptional, let part = field.type.modelInPlace, let group = groups[part] else { return false }
        return group == groups[model.name] && models[part]?.oneOf.isEmpty == true
    }

    /// Whether a value of the model may contain another one inline, through the models in its fields or its union.
    func holdsItself(_ model: Model) -> Bool {
        var seen: Set<SwiftName> = []
        var open = [model]
        while let next = open.popLast() {
            let fields = next.fields.compactMap(\.type.modelInPlace)
            for name in fields + next.oneOf.compactMap(\.type.modelInPlace) where seen.insert(name).inserted {
                if let part = models[name] { open.append(part) }
            }
        }
        return seen.contains(model.name)
    }
}

extension Model {
    /// Collections are stored as JSON, except that the values of a list after IN are compared with columns.
    fileprivate func typesInColumns(_ models: [SwiftName: Model]) -> [SwiftName] {
        guard storage != .none else { return [] }
        let columns = fields.filter { $0.column != nil }.map(\.type)
        let single = (columns + queries.flatMap { $0.types(in: models) }).compactMap { type in
            switch type.unwrapped {
            case .model(let name), .enumeration(let name): name
            case .scalar, .geometry, .external, .optional, .list, .set, .dictionary: nil as SwiftName?
            }
        }
        return single
            + queries.flatMap(\.parameters).compactMap { parameter in
                if case .enumeration(let name) = parameter.type.matchedElement?.unwrapped { name } else { nil }
            }
    }
}

extension NamedQuery {
    /// The types that it binds and reads: those of its parameters, its columns, and the fields of a model without a
    /// table.
    fileprivate func types(in models: [SwiftName: Model]) -> [FieldType] {
        let read: [FieldType] =
            switch row {
            case .scalar(let type): [type]
            case .columns(let columns): columns.map(\.type)
            case .model(let name):
                models[name].map { $0.storage == .none ? $0.fields.map(\.type) : [] } ?? []
            case nil: []
            }
        return parameters.map(\.type) + read
    }
}
