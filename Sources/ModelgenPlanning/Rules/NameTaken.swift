import ModelgenDatabase
import ModelgenSchema

extension PlanningRule {
    static let nameTaken = PlanningRule(
        id: "name-taken",
        summary: "A name is not that of something that generated code declares in the same place.",
        explanation: """
            A model with a table has types of its own, such as `Post.Columns`, and so have models with a client, a draft, a \
            patch or queries. A field, a query, a nested resource or an action of the same name would declare it twice. So \
            would a model that is called like the type of a database, `BlogDatabase` or `BlogMigrations`. Choose another \
            name; the key in JSON, the column and the path can stay as they are.
            """)
}

extension SchemaPlanning {
    /// Names that would stand twice in one scope of the generated code.
    func nameFindings() -> [Finding] {
        let models = schema.models.filter { $0.module == nil }
        return models.flatMap { model in
            let planning = ModelPlanning(model: model, schema: index, options: options, types: types)
            return planning.memberFindings() + planning.transformerFindings()
        } + databaseNameFindings()
    }

    /// Types that are called like those of a database.
    private func databaseNameFindings() -> [Finding] {
        guard emits(.sqlite) else { return [] }
        let declared: [(SwiftName, ElementID.Element)] =
            schema.models.filter { $0.module == nil }.map { ($0.name, .model($0.name)) }
            + schema.enumerations.filter { $0.module == nil }.map { ($0.name, .enumeration($0.name)) }
            + schema.externalTypes.map { ($0.name, .externalType($0.name)) }
            + schema.transformers.map { ($0.name, .transformer($0.name)) }
            + schema.apis.map { ($0.name, .api($0.name)) }
        return schema.databases.flatMap { database -> [Finding] in
            let hasSteps = databases[database.name]?.migrations.contains { !$0.swiftSteps.isEmpty } ?? false
            let own = hasSteps ? database.declaredNames : [database.typeName]
            return declared.filter { own.contains($0.0) }.map { name, element in
                PlanningRule.nameTaken.error(
                    "`\(name)` is the type that is generated for the database `\(database.name)`; choose another name",
                    at: ElementID(element))
            }
        }
    }
}

extension ModelPlanning {
    /// Members that are called like a type within the model.
    func memberFindings() -> [Finding] {
        let types = nestedTypes
        let ofDraft = typesOfDraft
        return members.filter { name, element in
            if case .field = element, ofDraft.contains(name.text) { return true }
            return types.contains(name.text)
        }.map { name, element in
            PlanningRule.nameTaken.error(
                "`\(name)` is a type within `\(model.name)`, or within its draft, that is generated; choose another name",
                at: ElementID(element))
        }
    }

    /// Transformers that are called like a static member of the model, which would hide them.
    func transformerFindings() -> [Finding] {
        let hiding = staticMembers
        return Set(usedTransformers).filter { hiding.contains($0.text) }.sorted().map { name in
            PlanningRule.nameTaken.error(
                "`\(name)` is a member of `\(model.name)`, which uses the transformer of that name; choose another name",
                at: ElementID(.transformer(name)))
        }
    }

    /// The transformers of the schema's own that the model's fields and parameters go through.
    private var usedTransformers: [SwiftName] {
        var uses: [TransformerUse] = []
        for field in model.fields {
            if let use = field.transformer?.sqlite { uses.append(use) }
            switch field.transformer?.json {
            case .always(let use): uses.append(use)
            case .byKind(let kinds): uses += kinds.map(\.transformer)
            case nil: break
            }
        }
        if let client = model.client {
            let requests =
                client.operations.map(\.request) + client.nested.map(\.request) + client.actions.map(\.request)
            uses += (client.parameters + requests.flatMap(\.parameters)).compactMap(\.transformer)
        }
        return uses.compactMap { use in
            if case .declared(let name) = use { name } else { nil }
        }
    }

    /// The static properties and functions of the model.
    private var staticMembers: Set<String> {
        var members: Set<String> = []
        if options.emits.contains(.json) {
            members.insert("jsonFields")
            if patch() != nil { members.formUnion(["patchFields", "allPatchFields"]) }
        }
        if options.emits.contains(.sqlite), model.storage != .none {
            members.formUnion(["table", "columns"])
            members.formUnion((model.relations.map(\.name) + model.queries.map(\.name)).map(\.text))
        }
        if options.emits.contains(.rest), let client = model.client {
            members.insert("resource")
            members.formUnion(client.operations.map(\.kind.rawValue))
            members.formUnion((client.nested.map(\.name) + client.actions.map(\.name)).map(\.text))
        }
        return members
    }

    /// The types that its protocols give the draft, which has nearly all fields.
    private var typesOfDraft: Set<String> {
        RuntimeProtocol.types(in: isDraftMappedByModel ? "ModelDraft" : "")
            .union(RuntimeProtocol.types(in: isDraftInserted ? "TableDraft" : ""))
    }

    /// What the schema puts beside these types.
    private var members: [(name: SwiftName, element: ElementID.Element)] {
        var members = model.fields.map { ($0.name, ElementID.Element.field(model: model.name, $0.name)) }
        if options.emits.contains(.sqlite) {
            members += model.queries.map { ($0.name, .query(model: model.name, $0.name)) }
        }
        if options.emits.contains(.rest), let client = model.client {
            members += client.nested.map { ($0.name, .nested(model: model.name, $0.name)) }
            members += client.actions.map { ($0.name, .action(model: model.name, $0.name)) }
        }
        return members
    }

    /// The types within the model: those that are generated, and those that its protocols give every type.
    private var nestedTypes: Set<String> {
        guard model.oneOf.isEmpty else { return [] }
        var types: Set<String> = []
        var protocols: [String] = []
        if isIdentifiable { protocols.append("Identifiable") }
        if hasDraft { types.insert("Draft") }
        if options.emits.contains(.json) {
            protocols.append("JSONModel")
            if patch() != nil {
                protocols.append("JSONPatchable")
                types.insert("Patch")
            }
        }
        if keyFields.count > 1 { types.insert("Key") }
        if options.emits.contains(.sqlite), model.storage != .none {
            protocols += recordProtocols
            types.formUnion(model.queries.compactMap(\.rowType?.text))
        }
        if options.emits.contains(.rest), let client = model.client {
            protocols.append("RESTModel")
            if client.keepsAnswers { types.insert("Repository") }
            types.formUnion(client.outcomeNames)
        }
        return protocols.reduce(into: types) { $0.formUnion(RuntimeProtocol.types(in: $1)) }
    }
}

extension Client {
    /// The enums of what comes with which status: `GetResult`, `GetFailure`.
    fileprivate var outcomeNames: [String] {
        let calls =
            operations.map { ($0.kind.rawValue, $0.request) } + nested.map { ($0.name.text, $0.request) }
            + actions.map { ($0.name.text, $0.request) }
        return calls.flatMap { name, request -> [String] in
            let base = name.capitalizedFirst
            let hasResult = Set(request.responses.filter(\.isSuccess).map(\.type)).count > 1
            let hasFailure = request.responses.contains { !$0.isSuccess }
            return (hasResult ? ["\(base)Result"] : []) + (hasFailure ? ["\(base)Failure"] : [])
        }
    }
}
