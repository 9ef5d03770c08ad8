import ModelgenDatabase
import ModelgenSchema

/// Plans the operations of a model on a server.
struct ClientPlanning {
    let planning: ModelPlanning
    let client: Client
    let api: API
    let names: ClientNames

    var model: Model { planning.model }
    var types: TypeSpelling { planning.types }
    var access: String { planning.access }
    var type: String { model.name.escaped }
    /// The name of the parameter for the model: `post`.
    var instance: String { SwiftName(model.name.text.lowerCamelCased).escaped }
    /// A type of ModelREST.
    func rest(_ name: String) -> String { types.library(name, of: .rest) }
    /// The field that identifies the model in paths.
    var key: Field? {
        client.by.flatMap(model.field) ?? (planning.keyFields.count == 1 ? planning.keyFields[0] : nil)
    }
    var keyType: String { key.map { types.type($0.type.unwrapped) } ?? "\(type).ID" }

    func plan() -> ClientPlan {
        let usual = client.operations.filter(isUsual)
        return ClientPlan(
            access: access, model: model.name.text, type: type,
            protocols: protocols(usual).map { types.library($0, of: $0 == "Paged" ? .pagination : .rest) },
            resource: SwiftLiteral.string(names.property), path: literal(client.path, key: "", client.parameters),
            isKeySecret: isKeySecret, keyForm: keyPlan(usual) == nil ? nil : keyForm,
            pathParameters: client.parameters.map { $0.plan(planning) }, filled: filled, held: held, missing: missing,
            key: keyPlan(usual).map { [$0] } ?? [], query: takesQuery ? [query] : [],
            lookup: lookup(usual).map { [$0] } ?? [], operations: operations(),
            namesPatches: client.requests.contains { $0.bodyForm == .patch })
    }

    private var saves: Bool { client.operations.contains { $0.kind == .save } }

    /// Whether the runtime provides the operation behind `save`.
    private func savesUsually(_ usual: [Operation]) -> Bool {
        saves && usual.contains { $0.kind == .update || ($0.kind == .create && planning.hasDraft) }
    }

    /// The runtime's protocols with its operations and its place, or the protocol that they all refine.
    private func protocols(_ usual: [Operation]) -> [String] {
        let all =
            (client.parameters.isEmpty ? ["Located"] : []) + usual.compactMap(marker)
            + (savesUsually(usual) ? ["Savable"] : [])
        return all.isEmpty ? ["RESTModel"] : all
    }

    /// The type that `create` sends.
    var draftType: String { planning.hasDraft ? "\(type).Draft" : type }

    private func keyPlan(_ usual: [Operation]) -> ClientPlan.KeyPlan? {
        guard let key,
            usual.contains(where: { operation in
                switch operation.kind {
                case .get, .update, .patch, .delete: true
                case .list: lookup(usual) != nil
                case .create, .save: false
                }
            })
        else { return nil }
        return ClientPlan.KeyPlan(
            access: access, type: keyType, property: key.name.escaped,
            isID: planning.isIdentifiable && planning.keyFields.map(\.name) == [key.name])
    }

    // MARK: Usual forms

    /// Whether an operation has the parameters and the result of the runtime's protocol. Additional parameters must
    /// have defaults.
    func isUsual(_ operation: Operation) -> Bool {
        guard operation.kind != .save, operation.request.body == nil else { return false }
        guard returnsUsual(operation) else { return false }
        // A resource contains the finished path, not its parameters.
        if !pathParameters(of: operation.request.path ?? "").isEmpty { return false }
        let given = operation.kind == .list ? operation.request.headerParameters : operation.request.given
        return given.allSatisfy(\.isOptional)
    }

    /// The runtime's protocol with an operation.
    private func marker(_ operation: Operation) -> String? {
        switch operation.kind {
        case .list: pagination == nil ? "Listed" : "Paged"
        case .get: "Gettable"
        case .create: "Creatable"
        case .update: "Updatable"
        case .patch: "Patchable"
        case .delete: "Deletable"
        case .save: nil
        }
    }

    /// Whether the runtime sends the operation in the same way.
    private func hasUsualForm(_ operation: Operation) -> Bool {
        let request = operation.request
        let isPlain =
            request.path == nil && request.body == nil && request.headers.isEmpty && request.responses.isEmpty
            && request.timeout == nil
            && request.root == nil && request.bodyRoot == nil && request.headerParameters.isEmpty
            && request.isUnattended && request.pagination.map { $0 == .whole } ?? true
            && api.method(of: operation) == operation.kind.usualMethod
            && (operation.kind == .list || request.parameters.isEmpty)
        return switch operation.kind {
        case .create, .update, .patch: isPlain && api.format == .json
        case .list, .get, .delete, .save: isPlain
        }
    }

    // MARK: Lists

    var takesQuery: Bool { client.operations.contains { $0.kind == .list } && !listParameters.isEmpty }

    var listParameters: [RequestParameter] { client.listParameters(pagination) }

    private var pagination: Pagination? { client.pagination(in: api) }

    /// How a repository requests the missing models of a list by key. Required parameters keep their values.
    private func lookup(_ usual: [Operation]) -> LookupPlan? {
        guard client.hasRepository, client.by == nil, pagination != nil,
            let keys = usual.first(where: { $0.kind == .list })?.request.keysParameter
        else { return nil }
        let arguments = listParameters.compactMap { parameter -> String? in
            if parameter.name == keys { return "\(parameter.name.label): keys" }
            guard parameter.constant == nil, !parameter.isOptional else { return nil }
            return "\(parameter.name.label): query.\(parameter.name.escaped)"
        }
        return LookupPlan(access: access, key: keyType, arguments: arguments.joined(separator: ", "))
    }

    private var query: QueryPlan {
        QueryPlan(access: access, model: model.name.text, parameters: listParameters.map { $0.plan(planning) })
    }

    // MARK: Operations

    private func operations() -> [EndpointPlan] {
        var plans: [EndpointPlan] = []
        for operation in client.operations {
            switch operation.kind {
            case .save: break
            case .list:
                if !hasUsualForm(operation) { plans += list(operation) }
            case .get, .create, .update, .patch, .delete:
                if !hasUsualForm(operation) { plans += single(operation) }
            }
        }
        if saves { plans += saveForms() }
        return plans + client.nested.map(plan) + client.actions.map(plan)
    }

    /// The parameters of an operation on one model: the key, the value, or one that is both.
    func parameters(of operation: Operation) -> [ParameterPlan] {
        let id = ParameterPlan.unlabelled("id", keyType)
        let body = bodyType(of: operation.request).map { ParameterPlan.unlabelled("body", $0) }
        switch operation.kind {
        case .list, .save: return []
        case .get, .delete: return [id] + (body.map { [$0] } ?? [])
        case .create:
            return [body ?? .unlabelled(planning.hasDraft ? "draft" : instance, draftType)]
        case .update: return body.map { [id, $0] } ?? [.unlabelled(instance, type)]
        case .patch: return [id, body ?? .unlabelled("patch", "\(type).Patch")]
        }
    }

    /// The type of a body that the caller passes.
    func bodyType(of request: RequestOptions) -> String? {
        request.body.map { types.type($0) + request.bodyForm.suffix }
    }

    private func list(_ operation: Operation) -> [EndpointPlan] {
        var request = operation.request
        request.query = []
        let queryType = takesQuery ? "ListQuery" : rest("WholeList")
        let given = request.headerParameters.map { $0.plan(planning) }
        let outer = outerParameters(of: operation)
        let own = ParameterPlan.unlabelled(NameScope(outer + given).free("query"), queryType)
        let place = placeName(besides: [own] + outer + given)
        let isPlaced = outer.isEmpty && (given.isEmpty || !client.parameters.isEmpty)
        let template = request.path ?? client.path
        let usualPath = isPlaced ? "\(place).path" : literal(template, key: "", client.parameters)
        var call = self.request("list", operation, (usualPath, template), request, key: "")
        call.queryValue = takesQuery ? "\(own.name).parameters" : nil
        call.shape = "list"
        var plan = EndpointPlan(
            access: access, documentation: documentation(request, call.method, template), name: "list",
            parameters: [own] + outer + given, place: isPlaced ? place : nil, result: "[\(type)]", alias: [],
            request: [call])
        add(request.responses, to: &plan)
        fill(&plan)
        guard isUsual(operation), !given.isEmpty else { return [plan] }
        return [plan, usual(plan, [own], at: place)]
    }

    /// The path of a standard operation, with parameters in braces.
    func template(of operation: Operation) -> String {
        operation.request.path ?? ([.list, .create].contains(operation.kind) ? client.path : itemPath)
    }

    /// Whether the function contains the path, rather than taking it from the resource.
    func hasOwnPath(_ operation: Operation) -> Bool { operation.request.path != nil || !isPlaced(operation) }

    private func isPlaced(_ operation: Operation) -> Bool {
        isUsual(operation) && (operation.request.given.isEmpty || !client.parameters.isEmpty)
    }

    /// The functions of a standard operation that the runtime does not send itself: with the signature of the runtime's
    /// protocol, with its additional parameters, or both.
    private func single(_ operation: Operation) -> [EndpointPlan] {
        let own = parameters(of: operation)
        let given = operation.request.given.map { $0.plan(planning) }
        let template = template(of: operation)
        let sendsModel = operation.kind == .update && operation.request.body == nil
        let keyValue =
            operation.kind == .create ? "" : sendsModel ? "\(instance).\(key?.name.escaped ?? "id")" : "id"
        let isPlaced = isPlaced(operation)
        let outer = outerParameters(of: operation)
        let place = placeName(besides: own + outer + given)
        let usualPath = operation.kind == .create ? "\(place).path" : "\(place).path(of: \(keyValue))"
        var call = request(
            operation.kind.rawValue, operation,
            (
                isPlaced ? usualPath : literal(template, key: keyValue, operation.request.query + client.parameters),
                template
            ), operation.request, key: keyValue)
        let isSent = operation.request.body != nil || [.create, .update, .patch].contains(operation.kind)
        if isSent { (call.bodyFormat, call.bodyValue) = (api.format.rawValue, own.last?.name) }
        let fallbacks = fallbacks(operation)
        for index in call.query.indices {
            if let fallback = fallbacks[call.query[index].name] { call.query[index].value += " ?? \(fallback)" }
        }
        call.shape = operation.kind == .delete ? "nothing" : "object"
        let result = operation.kind == .delete ? self.result(nil).type : type
        var plan = EndpointPlan(
            access: access, documentation: documentation(operation.request, call.method, template),
            name: operation.kind.rawValue,
            parameters: own + outer + given, place: isPlaced ? place : nil, result: result, alias: [], request: [call])
        add(operation.request.responses, to: &plan)
        fill(&plan)
        if sendsModel, plan.result == type { plan.request[0].echo = instance }
        guard isUsual(operation), !given.isEmpty else { return [plan] }
        return [plan, usual(plan, own, at: place)]
    }

    /// The signature that the runtime's protocol requires, forwarding to an operation with more parameters.
    private func usual(_ plan: EndpointPlan, _ parameters: [ParameterPlan], at place: String) -> EndpointPlan {
        var usual = plan
        usual.outcomes = []
        usual.parameters = parameters
        usual.place = place
        usual.request = []
        usual.alias = [alias(plan, giving: { $0.label == "_ " ? $0.name : $0.standard ?? $0.name })]
        if plan.place != nil {
            usual.alias[0].arguments.append(EndpointPlan.ArgumentPlan(label: "in", value: place))
        }
        return usual
    }

    private func alias(_ plan: EndpointPlan, giving value: (ParameterPlan) -> String) -> EndpointPlan.Alias {
        EndpointPlan.Alias(
            // A parameter may have the name of the function: `patch`.
            name: plan.parameters.contains { $0.name == plan.name } ? "Self.\(plan.name)" : plan.name,
            arguments: plan.parameters.map {
                EndpointPlan.ArgumentPlan(label: $0.argument == "_" ? nil : $0.argument, value: value($0))
            })
    }

    /// The properties of the sent value that supply optional parameters of the same name. An explicit argument takes
    /// precedence. A parameter with its own default always has a value.
    private func fallbacks(_ operation: Operation) -> [String: String] {
        guard [.create, .update].contains(operation.kind), let owner = parameters(of: operation).last?.name
        else { return [:] }
        let sent: [Field] =
            switch operation.request.body {
            case .model(let name)? where operation.request.bodyForm != .patch:
                planning.schema.model(name).map { operation.request.bodyForm == .draft ? $0.draftFields : $0.fields }
                    ?? []
            case .some: []
            case nil: operation.kind == .create && planning.hasDraft ? planning.draftFields : model.fields
            }
        let fields = operation.request.query.filter(\.type.isOptional).compactMap { parameter in
            sent.first { $0.name == parameter.name && $0.type.unwrapped == parameter.type.unwrapped }
        }
        return Dictionary(firstOf: fields.map { ($0.name.escaped, "\(owner).\($0.name.escaped)") })
    }

    /// The variants of `save` for an operation with additional parameters, one for each type of value.
    private func saveForms() -> [EndpointPlan] {
        client.operations.compactMap { operation in
            let documentation: String
            switch operation.kind {
            case .create where planning.hasDraft: documentation = "Creates it, since a draft is always new."
            case .update:
                documentation =
                    "Updates it, since \(model.name.text.asWords.withArticle) that has its key is not new."
            case .list, .get, .create, .patch, .delete, .save: return nil
            }
            guard let plan = single(operation).first, !operation.request.given.isEmpty || !isUsual(operation)
            else { return nil }
            var save = plan
            save.name = "save"
            save.documentation = [documentation]
            save.request = []
            save.outcomes = []
            save.alias = [alias(plan) { $0.name }]
            if let place = plan.place {
                save.alias[0].arguments.append(EndpointPlan.ArgumentPlan(label: "in", value: place))
            }
            return save
        }
    }
}
