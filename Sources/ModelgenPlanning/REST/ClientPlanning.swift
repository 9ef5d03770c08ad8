import ModelgenDatabase
import ModelgenSchema

/// Plans the operations of one model on a server.
struct ClientPlanning {
    let planning: ModelPlanning
    let client: Client
    let api: API
    let names: ClientNames

    var model: Model { planning.model }
    var types: TypeSpelling { planning.types }
    var access: String { planning.access }
    var type: String { model.name.escaped }
    /// The name of a parameter that is the model: `post`.
    var instance: String { SwiftName(model.name.text.lowerCamelCased).escaped }
    /// A type of ModelREST.
    func rest(_ name: String) -> String { types.library(name, of: .rest) }
    var key: Field? { planning.keyFields.count == 1 ? planning.keyFields[0] : nil }
    /// The type of what stands for the model in paths.
    var keyType: String { key.map { types.type($0.type) } ?? "\(type).ID" }

    func plan() -> ClientPlan {
        let usual = client.operations.filter(isUsual)
        return ClientPlan(
            access: access, model: model.name.text, type: type,
            protocols: (["Located"] + usual.compactMap(marker) + (savesUsually(usual) ? ["Savable"] : [])).map(rest),
            resource: SwiftLiteral.string(names.property), path: SwiftLiteral.string(client.path),
            key: keyPlan(usual).map { [$0] } ?? [], query: takesQuery ? [query] : [], operations: operations())
    }

    private var saves: Bool { client.operations.contains { $0.kind == .save } }

    /// Whether `save` stands for an operation that the runtime has.
    private func savesUsually(_ usual: [Operation]) -> Bool {
        saves && usual.contains { $0.kind == .update || ($0.kind == .create && planning.hasDraft) }
    }

    /// What `create` sends.
    var draftType: String { planning.hasDraft ? "\(type).Draft" : type }

    private func keyPlan(_ usual: [Operation]) -> ClientPlan.KeyPlan? {
        guard let key,
            usual.contains(where: { operation in
                switch operation.kind {
                case .get, .update, .patch, .delete: true
                case .list, .create, .save: false
                }
            })
        else { return nil }
        return ClientPlan.KeyPlan(
            access: access, type: keyType, property: key.name.escaped, isID: planning.isIdentifiable)
    }

    // MARK: What is usual

    /// Whether an operation takes and gives what the runtime's protocol says. What it takes beside may be left out.
    func isUsual(_ operation: Operation) -> Bool {
        guard operation.kind != .save, operation.request.body == nil else { return false }
        return operation.kind == .list || operation.request.parameters.allSatisfy(\.type.isOptional)
    }

    /// The protocol of the runtime that has an operation.
    private func marker(_ operation: Operation) -> String? {
        switch operation.kind {
        case .list: api.pagination == nil ? "Listed" : "Paged"
        case .get: "Gettable"
        case .create: "Creatable"
        case .update: "Updatable"
        case .patch: "Patchable"
        case .delete: "Deletable"
        case .save: nil
        }
    }

    /// Whether an operation is sent as the runtime does it by itself.
    private func hasUsualForm(_ operation: Operation) -> Bool {
        let request = operation.request
        let isPlain =
            request.path == nil && request.headers.isEmpty && request.timeout == nil && request.root == nil
            && api.method(of: operation) == operation.kind.usualMethod
            && (operation.kind == .list || request.parameters.isEmpty)
        return switch operation.kind {
        case .create, .update, .patch: isPlain && api.format == .json
        case .list, .get, .delete, .save: isPlain
        }
    }

    var itemPath: String { client.itemPath }

    // MARK: Lists

    var takesQuery: Bool { client.operations.contains { $0.kind == .list } && !listParameters.isEmpty }

    var listParameters: [RequestParameter] { client.listParameters(api.pagination) }

    private var query: QueryPlan {
        QueryPlan(access: access, model: model.name.text, parameters: listParameters.map { $0.plan(types) })
    }

    // MARK: Operations

    private func operations() -> [EndpointPlan] {
        var plans: [EndpointPlan] = []
        for operation in client.operations {
            switch operation.kind {
            case .save: break
            case .list:
                if !hasUsualForm(operation) { plans.append(list(operation)) }
            case .get, .create, .update, .patch, .delete:
                if !hasUsualForm(operation) { plans += single(operation) }
            }
        }
        if saves { plans += saveForms() }
        return plans + client.nested.map(plan) + client.actions.map(plan)
    }

    /// What an operation on one model takes: the key, what it sends, or both in one.
    func parameters(of operation: Operation) -> [ParameterPlan] {
        let id = ParameterPlan.unlabelled("id", keyType)
        let body = operation.request.body.map { ParameterPlan.unlabelled("body", types.type($0)) }
        switch operation.kind {
        case .list, .save: return []
        case .get, .delete: return [id] + (body.map { [$0] } ?? [])
        case .create:
            return [body ?? .unlabelled(planning.hasDraft ? "draft" : instance, draftType)]
        case .update: return body.map { [id, $0] } ?? [.unlabelled(instance, type)]
        case .patch: return [id, body ?? .unlabelled("patch", "\(type).Patch")]
        }
    }

    private func list(_ operation: Operation) -> EndpointPlan {
        var request = operation.request
        request.query = []
        let queryType = takesQuery ? "ListQuery" : rest("WholeList")
        var call = self.request("list", operation, ("resource.path", request.path ?? client.path), request)
        call.queryValue = takesQuery ? "query.parameters" : nil
        call.shape = "list"
        return EndpointPlan(
            access: access, documentation: [summary(call.method, request.path ?? client.path)], name: "list",
            parameters: [.unlabelled("query", queryType)], place: "resource", result: "[\(type)]", alias: [],
            request: [call])
    }

    /// An operation of the usual kind that is not sent in the usual form: as the runtime's protocol has it, with what it
    /// takes beside, or both.
    private func single(_ operation: Operation) -> [EndpointPlan] {
        let own = parameters(of: operation)
        let given = operation.request.parameters.map { $0.plan(types) }
        let template = operation.request.path ?? (operation.kind == .create ? client.path : itemPath)
        let keyValue =
            operation.kind == .update && operation.request.body == nil
            ? "\(instance).\(key?.name.escaped ?? "id")" : "id"
        let place = own.contains { $0.name == "resource" } ? "location" : "resource"
        let isPlaced = isUsual(operation) && given.isEmpty
        let usualPath = operation.kind == .create ? "\(place).path" : "\(place).path(of: \(keyValue))"
        var call = request(
            operation.kind.rawValue, operation,
            (isPlaced ? usualPath : literal(template, key: keyValue), template), operation.request, key: keyValue)
        let isSent = operation.request.body != nil || [.create, .update, .patch].contains(operation.kind)
        if isSent { (call.bodyFormat, call.bodyValue) = (api.format.rawValue, own.last?.name) }
        let fallbacks = fallbacks(operation)
        for index in call.query.indices where call.query[index].isOptional {
            if let fallback = fallbacks[call.query[index].name] { call.query[index].value += " ?? \(fallback)" }
        }
        call.shape = operation.kind == .delete ? "nothing" : "object"
        let result = operation.kind == .delete ? "Void" : type
        let plan = EndpointPlan(
            access: access, documentation: [summary(call.method, template)], name: operation.kind.rawValue,
            parameters: own + given, place: isPlaced ? place : nil, result: result, alias: [], request: [call])
        guard isUsual(operation), !given.isEmpty else { return [plan] }
        var usual = plan
        usual.parameters = own
        usual.place = place
        usual.request = []
        usual.alias = [alias(plan, giving: { $0.label == "_ " ? $0.name : "nil" })]
        return [plan, usual]
    }

    private func alias(_ plan: EndpointPlan, giving value: (ParameterPlan) -> String) -> EndpointPlan.Alias {
        EndpointPlan.Alias(
            name: plan.name,
            arguments: plan.parameters.map {
                EndpointPlan.ArgumentPlan(label: $0.argument == "_" ? nil : $0.argument, value: value($0))
            })
    }

    /// The properties of what is sent that stand in for parameters of their name: explicit goes before property (R5).
    private func fallbacks(_ operation: Operation) -> [String: String] {
        guard [.create, .update].contains(operation.kind), let owner = parameters(of: operation).last?.name
        else { return [:] }
        let sent: [Field] =
            switch operation.request.body {
            case .model(let name)?: planning.schema.model(name)?.fields ?? []
            case .some: []
            case nil: operation.kind == .create && planning.hasDraft ? planning.draftFields : model.fields
            }
        let fields = operation.request.query.compactMap { parameter in
            sent.first { $0.name == parameter.name && $0.type.unwrapped == parameter.type.unwrapped }
        }
        return Dictionary(
            fields.map { ($0.name.escaped, "\(owner).\($0.name.escaped)") }, uniquingKeysWith: { first, _ in first })
    }

    /// `save` of an operation that takes more than usual, by the kind of what it takes.
    private func saveForms() -> [EndpointPlan] {
        client.operations.compactMap { operation in
            let documentation: String
            switch operation.kind {
            case .create where planning.hasDraft: documentation = "Creates: a draft is new."
            case .update:
                documentation =
                    "Updates: \(model.name.text.lowerCamelCased.withArticle) that has its key is not new."
            case .list, .get, .create, .patch, .delete, .save: return nil
            }
            guard let plan = single(operation).first, !operation.request.parameters.isEmpty || !isUsual(operation)
            else { return nil }
            var save = plan
            save.name = "save"
            save.documentation = [documentation]
            save.request = []
            save.alias = [alias(plan) { $0.name }]
            return save
        }
    }

    // MARK: Nested resources and actions

    private func plan(_ nested: NestedResource) -> EndpointPlan {
        let template =
            nested.request.path ?? "\(itemPath.trimmingSlash)/\(nested.name)\(client.path.hasSuffix("/") ? "/" : "")"
        var parameters = [ParameterPlan(label: "of ", name: "id", type: keyType, isOptional: false, argument: "of")]
        var call = request(
            nested.name.escaped, nested.request.method ?? .get, literal(template, key: "id"), template, nested.request)
        if let body = nested.request.body {
            parameters.append(.unlabelled("body", types.type(body)))
            (call.bodyFormat, call.bodyValue) = (api.format.rawValue, "body")
        }
        let result = result(nested.result)
        call.shape = result.shape
        return EndpointPlan(
            access: access, documentation: [summary(call.method, template)], name: nested.name.escaped,
            parameters: parameters + nested.request.parameters.map { $0.plan(types) }, result: result.type, alias: [],
            request: [call])
    }

    private func plan(_ action: Action) -> EndpointPlan {
        var parameters: [ParameterPlan] = []
        if action.path.contains("{id}") { parameters.append(.unlabelled("id", keyType)) }
        var call = request(
            action.name.escaped, action.method, literal(action.path, key: "id"), action.path, action.request)
        if let body = action.request.body {
            parameters.append(.unlabelled("body", types.type(body)))
            (call.bodyFormat, call.bodyValue) = (api.format.rawValue, "body")
        }
        switch action.transfer {
        case .none, .download: break
        case .upload(let parts):
            call.parts = parts.map { part in
                var plan = part.plan(types)
                if part.type.unwrapped == .scalar(.data) {
                    plan.type = rest("UploadSource") + (part.type.isOptional ? "?" : "")
                }
                return plan
            }
            parameters += call.parts
        case .uploadRaw:
            parameters.append(.unlabelled("file", rest("UploadSource")))
            (call.bodyFormat, call.bodyValue) = ("raw", "file")
        }
        let result = action.result.map(self.result) ?? (type: "Void", shape: "nothing")
        call.shape = result.shape
        return EndpointPlan(
            access: access,
            documentation: documentationLines(action.documentation) + [summary(call.method, action.path)],
            name: action.name.escaped, parameters: parameters + action.request.parameters.map { $0.plan(types) },
            result: result.type, alias: [], request: [call])
    }

    private func result(_ type: FieldType) -> (type: String, shape: String) {
        if case .list = type { (types.type(type), "list") } else { (types.type(type), "object") }
    }

    // MARK: Requests

    /// ``GET `posts/{id}` ``
    private func summary(_ method: String, _ path: String) -> String { "\(method.uppercased()) `\(path)`" }

    private func request(
        _ name: String, _ operation: Operation, _ path: (usual: String, template: String), _ request: RequestOptions,
        key: String = "id"
    ) -> RequestPlan {
        self.request(
            name, api.method(of: operation), request.path == nil ? path.usual : literal(path.template, key: key),
            path.template, request)
    }

    private func request(
        _ name: String, _ method: HTTPMethod, _ path: String, _ template: String, _ request: RequestOptions
    ) -> RequestPlan {
        RequestPlan(
            operation: SwiftLiteral.string("\(names.property).\(name.filter { $0 != "`" })"),
            method: method.rawValue.lowercased(), path: path, shape: "nothing",
            root: request.root?.swiftExpression,
            // What stands in the path is not sent again behind it.
            query: request.query.filter { !template.contains("{\($0.name)}") }.map { $0.plan(types) },
            headers: request.headers.map {
                ParameterPlan(
                    label: "", name: "", type: "", isOptional: false, key: SwiftLiteral.string($0.name),
                    value: SwiftLiteral.string($0.value), argument: "")
            } + request.headerParameters.map { $0.plan(types) },
            form: request.form.map { $0.plan(types) }, parts: [],
            timeout: request.timeout.map { $0 == $0.rounded() ? String(Int($0)) : String($0) })
    }

    /// The path as a literal whose values cannot leave their segment: `"posts/\(id)/comments"`.
    private func literal(_ path: String, key: String) -> String {
        var literal = "\""
        var rest = path[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            literal += SwiftLiteral.string(String(rest[..<open])).dropFirst().dropLast()
            literal += "\\(\(name == "id" ? key : SwiftName(name).escaped))"
            rest = rest[rest.index(after: close)...]
        }
        return literal + SwiftLiteral.string(String(rest)).dropFirst()
    }
}

extension ParameterPlan {
    /// `_ draft: Post.Draft`
    static func unlabelled(_ name: String, _ type: String) -> ParameterPlan {
        ParameterPlan(label: "_ ", name: name, type: type, isOptional: false, argument: "_")
    }
}

extension RequestParameter {
    func plan(_ types: TypeSpelling) -> ParameterPlan {
        ParameterPlan(
            label: "", name: name.escaped, type: types.type(type), isOptional: type.isOptional,
            key: SwiftLiteral.string(key), value: name.escaped, argument: name.label)
    }
}

extension String {
    fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
