import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
    static let nameTaken = RuleEntry(
        id: "name-taken",
        summary: "A name is not that of a generated declaration in the same scope.",
        explanation: """
            A model with a table has nested types, such as `Post.Columns`, and so have models with a client, a draft, a
            patch or queries. A field, a query, a nested resource or an action with the same name would be a
            redeclaration. So would a model with the name of a database's type, `BlogDatabase` or `BlogMigrations`. Choose
            a different name; the JSON key, the column and the path can stay the same.
            """,
        example: """
             api: { name: MapAPI, baseURL: https://example.org }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { path: cities, operations: [list], nested: { ListQuery: "[String]" } }
            +    rest: { path: cities, operations: [list], nested: { streets: "[String]" } }
            """)
}

extension SchemaPlanning {
    /// Reports names of types that would occur twice in the generated code, or would hide another type in some scope.
    func nameFindings(_ files: [PlannedFile]) -> [Finding] {
        hiddenTypeFindings(files.flatMap(\.hidden)) + databaseNameFindings() + moduleNameFindings(files)
    }

    /// The types that the schema declares, with their places.
    private var declaredTypes: [(name: SwiftName, element: ElementID.Element)] {
        schema.models.filter { $0.module == nil }.map { ($0.name, .model($0.name)) }
            + schema.enumerations.filter { $0.module == nil }.map { ($0.name, .enumeration($0.name)) }
            + schema.externalTypes.map { ($0.name, .externalType($0.name)) }
            + schema.transformers.map { ($0.name, .transformer($0.name)) }
            + schema.apis.map { ($0.name, .api($0.name)) }
    }

    /// Types that are referred to in a scope where another type has the same name.
    private func hiddenTypeFindings(_ hidden: [HiddenType]) -> [Finding] {
        var hiding = Dictionary(firstOf: hidden.map { ($0.name, $0.owner) })
        for api in schema.apis where api.credentials.contains(where: { $0.name != nil }) {
            let types = TypeScope(of: ["MultiCredentialAPI"]).types
            for model in schema.models where model.client?.api == api.name && types.contains(model.name.text) {
                hiding[model.name] = api.name
            }
        }
        return declaredTypes.compactMap { name, element in
            hiding[name].map { owner in
                RuleEntry.nameTaken.error(
                    "`\(name)` is also the name of a type generated within `\(owner)`; choose a different name",
                    at: ElementID(element))
            }
        }
    }

    /// Types with the name of one of a database's types.
    private func databaseNameFindings() -> [Finding] {
        schema.databases.flatMap { database -> [Finding] in
            let migrations = databases[database.name]?.migrations ?? []
            let hasSteps = migrations.contains { !$0.swiftSteps.isEmpty }
            let own = hasSteps ? database.declaredNames : [database.typeName]
            let taken = declaredTypes.filter { own.contains($0.name) }.map { name, element in
                RuleEntry.nameTaken.error(
                    "`\(name)` is the type generated for the database `\(database.name)`; choose a different name",
                    at: ElementID(element))
            }
            // The type of the database names the models whose rows it reads.
            let within = Set(migrations.filter(\.hasFrozenTables).map(\.typeName) + (hasSteps ? ["SwiftSteps"] : []))
            let hidden = schema.models.filter {
                $0.module == nil && $0.storage.database == database.name && within.contains($0.name.text)
            }
            return taken
                + hidden.map { model in
                    RuleEntry.nameTaken.error(
                        "`\(model.name)` is also the name of a type generated within `\(database.typeName)`; choose a "
                            + "different name", at: ElementID(.model(model.name)))
                }
        }
    }

    /// The members of these types, with the closest places.
    private var declaredMembers: [(name: SwiftName, element: ElementID.Element)] {
        var members: [(name: SwiftName, element: ElementID.Element)] = []
        for model in schema.models where model.module == nil {
            members += model.members
            members += model.oneOf.map { ($0.caseName, .model(model.name)) }
            members += model.relations.map { ($0.name, .relation(model: model.name, $0.name)) }
        }
        for enumeration in schema.enumerations where enumeration.module == nil {
            members += enumeration.cases.map { ($0.name, .enumeration(enumeration.name)) }
        }
        return members
    }

    /// Types and members with the name of a module that must qualify another name.
    private func moduleNameFindings(_ files: [PlannedFile]) -> [Finding] {
        (declaredTypes + declaredMembers).filter { name, _ in
            guard let module = Library(rawValue: name.text) else { return false }
            return files.contains { $0.text.contains { types.qualifies(module, in: $0) } }
        }.map { name, element in
            RuleEntry.nameTaken.error(
                "`\(name)` is a module whose name is needed to qualify a name that the schema also declares; "
                    + "choose a different name", at: ElementID(element))
        }
    }
}

extension ModelScopes {
    /// The types that the model refers to, and that mean something else in its scope or in its draft's.
    func hidden(of model: Model) -> [HiddenType] {
        // Types that stand for the model itself only hide others: `Record` in a draft, `RelatedRecord` in a row.
        let own = types.subtracting(Self.relatedRows)
        let all = types.union(draft.types)
        let meant = model.meantTypes.union(transformersOfQueries.map(\.transformer))
        return meant.filter { ($0 == model.name ? own : all).contains($0.text) }.sorted().map {
            HiddenType(name: $0, owner: model.name)
        }
    }

    private static let relatedRows = TypeScope(of: ["RelatedRows"]).types
}

extension ModelPlanning {
    /// Names that would occur twice in the scope of the model or its draft.
    func nameFindings(_ scopes: ModelScopes) -> [Finding] {
        let within = "is a type generated within `\(model.name)` or its draft; choose a different name"
        var findings = model.members.filter { name, element in
            if case .field = element, scopes.draft.types.contains(name.text) { return true }
            return scopes.types.contains(name.text)
        }.map { name, element in
            RuleEntry.nameTaken.error("`\(name)` \(within)", at: ElementID(element))
        }
        findings += operationFindings(scopes)
        if keyFields.count > 1, model.table != nil {
            let methods = TypeScope(of: ["TableKey"]).methods
            findings += keyFields.filter { methods.contains($0.name.text) }.map { field in
                RuleEntry.nameTaken.error(
                    "`\(field.name)` is a member of `\(model.name).Key`, which is generated; choose a different name",
                    at: ElementID(.field(model: model.name, field.name)))
            }
        }
        findings += rowFindings(scopes, within) + outcomeFindings(scopes)
        findings += model.queries.filter { query in
            guard case .columns(let columns)? = query.row else { return false }
            return columns.contains { $0.name == "customMirror" }
        }.map { query in
            RuleEntry.nameTaken.error(
                "`customMirror` is a member of the rows of this query; choose a different name, with AS in its SQL",
                at: ElementID(.query(model: model.name, query.name)))
        }
        return findings + transformerFindings(scopes)
    }

    /// Queries whose rows would have the name of a type of the model, or of its database if the model's code names it.
    private func rowFindings(_ scopes: ModelScopes, _ within: String) -> [Finding] {
        let database = scopes.namesDatabase ? model.storage.database.map(Database.typeName) : nil
        return model.queries.compactMap { query in
            guard let type = query.rowType else { return nil }
            let isOfModel = scopes.model.types.contains(type.text)
            guard isOfModel || type == database else { return nil }
            return RuleEntry.nameTaken.error(
                "the rows of this query would have the type `\(type)`, which "
                    + (isOfModel ? within : "is the type of the database; choose a different name"),
                at: ElementID(.query(model: model.name, query.name)))
        }
    }

    /// Operations whose results or failures by status would have the same type: `publish` and `Publish`.
    private func outcomeFindings(_ scopes: ModelScopes) -> [Finding] {
        var earlier: [String: String] = [:]
        return scopes.outcomes.compactMap { outcome in
            guard let other = earlier.updateValue(outcome.operation, forKey: outcome.type),
                let member = model.members.first(where: { $0.name.escaped == outcome.operation })
            else { return nil }
            return RuleEntry.nameTaken.error(
                "the responses of `\(member.name)` would have the type `\(outcome.type)`, which is that of the responses of "
                    + "`\(other.filter { $0 != "`" })`; choose a different name", at: ElementID(member.element))
        }
    }

    /// Operations and parameters with the name of a generated member, or with one that is always invalid.
    private func operationFindings(_ scopes: ModelScopes) -> [Finding] {
        model.members.filter { name, element in
            switch element {
            case .nested, .action: name == "Self" || scopes.bareOperations.contains(name.text)
            default: false
            }
        }.map { name, element in
            RuleEntry.nameTaken.error(
                "`\(name)` is a static member of `\(model.name)`, which is generated; choose a different name",
                at: ElementID(element))
        }
    }

    /// Transformers that are hidden where generated code creates one: by members of the model and of its requests'
    /// types, and by the parameters there. The generated code's own local variables avoid their names.
    private func transformerFindings(_ scopes: ModelScopes) -> [Finding] {
        var members = Set(model.fields.map(\.name.text) + model.oneOf.map(\.caseName.text))
            .union(scopes.operations).union(scopes.model.members).union(model.queries.map(\.name.text))
        if !model.oneOf.isEmpty { members.formUnion(["source", "sink", "value"]) }
        let parameters = Set((model.parameters + parametersOfPages).map(\.name.text))
            .union(TypeScope(of: ["OptionalListParameters"]).members)
        let hidden =
            Set(model.transformersOfValues.compactMap(\.declaredName) + scopes.transformersOfQueries.map(\.transformer))
            .filter { members.contains($0.text) }.map { ($0, "member of `\(model.name)`") }
            + scopes.transformersOfQueries.filter { query, transformer in
                model.queries.contains { $0.name == query && $0.parameters.contains { $0.name == transformer } }
            }
            .map { ($1, "parameter of the query `\($0)`") }
            + Set(model.transformersOfParameters.compactMap(\.declaredName)).filter {
                members.union(parameters).contains($0.text)
            }
            .map { ($0, "name within the requests of `\(model.name)`") }
        return hidden.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { name, what in
            RuleEntry.nameTaken.error(
                "`\(name)` is a \(what), which uses the transformer of that name; choose a different name",
                at: ElementID(.transformer(name)))
        }
    }

    /// The parameters that select the page of its list.
    private var parametersOfPages: [RequestParameter] {
        guard let client = model.client, let api = schema.schema.apis.first(where: { $0.name == client.api }) else {
            return []
        }
        return client.pagination(in: api)?.parameters ?? []
    }

}

extension Model {
    /// What the schema declares in the scope of the model.
    fileprivate var members: [(name: SwiftName, element: ElementID.Element)] {
        var members = fields.map { ($0.name, ElementID.Element.field(model: name, $0.name)) }
        members += queries.map { ($0.name, .query(model: name, $0.name)) }
        if let client {
            members += client.nested.map { ($0.name, .nested(model: name, $0.name)) }
            members += client.actions.map { ($0.name, .action(model: name, $0.name)) }
        }
        return members
    }

    /// The parameters of its requests.
    fileprivate var parameters: [RequestParameter] {
        client.map { $0.parameters + $0.requests.flatMap(\.parameters) + $0.parts } ?? []
    }

    /// The transformers of its fields and alternatives.
    fileprivate var transformersOfValues: [TransformerUse] {
        fields.flatMap(\.transformers) + oneOf.compactMap(\.transformer)
    }

    /// The transformers of its parameters.
    fileprivate var transformersOfParameters: [TransformerUse] { parameters.compactMap(\.transformer) }

    /// All transformers that its code creates, except those of its queries.
    var transformers: [TransformerUse] { transformersOfValues + transformersOfParameters }

    /// The schema's own among them.
    var ownTransformers: [SwiftName] { transformers.compactMap(\.declaredName) }

    /// The schema's own types that the model's code refers to, including the model itself.
    fileprivate var meantTypes: Set<SwiftName> {
        var types = fields.map(\.type) + oneOf.map(\.type) + queries.flatMap { $0.parameters.map(\.type) }
        var names = [name] + relations.map(\.model) + ownTransformers
        for query in queries {
            switch query.row {
            case .model(let name): names.append(name)
            case .scalar(let type): types.append(type)
            case .columns(let columns): types += columns.map(\.type)
            case nil: break
            }
        }
        if let client {
            types += parameters.map(\.type)
            types += client.requests.flatMap { [$0.body].compactMap { $0 } + $0.responses.compactMap(\.type) }
            types += client.nested.compactMap(\.result) + client.actions.compactMap(\.result)
        }
        return Set(names + types.flatMap(\.names))
    }
}

extension FieldType {
    /// The schema's own types in the type.
    fileprivate var names: [SwiftName] {
        switch self {
        case .scalar, .geometry: []
        case .enumeration(let name), .model(let name), .external(let name): [name]
        case .optional(let inner), .list(let inner), .set(let inner): inner.names
        case .dictionary(let key, let value):
            if case .enumeration(let name) = key { [name] + value.names } else { value.names }
        }
    }
}
