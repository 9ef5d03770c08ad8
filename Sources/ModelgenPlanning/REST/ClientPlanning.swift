import ModelgenDatabase
import ModelgenSchema

/// Plans the client of one model.
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

    func plan() -> ClientPlan {
        var parts = ClientParts()
        for operation in client.operations { plan(operation, &parts) }
        for nested in client.nested { plan(nested, &parts) }
        for action in client.actions { plan(action, &parts) }
        let head = "\(access)nonisolated protocol \(names.protocolName)"
        let protocols = parts.clientProtocols.isEmpty ? ["Sendable"] : parts.clientProtocols
        let endpoints = parts.endpointProtocols.isEmpty ? ["ResourceEndpoints"] : parts.endpointProtocols
        return ClientPlan(
            access: access, model: model.name.text, protocolName: names.protocolName, name: names.structure,
            endpoints: names.endpoints, query: takesQuery ? [query] : [],
            documentation: documentation(parts.summaries),
            protocolHead: inheriting(head, protocols, isEmpty: parts.requirements.isEmpty),
            requirements: parts.requirements, conveniences: Array(parts.conveniences.joined(separator: [""])),
            methods: Array(parts.methods.joined(separator: [""])),
            responses: Array(parts.responses.joined(separator: [""])),
            endpointsHead: inheriting(
                "\(access)nonisolated enum \(names.endpoints)", endpoints.map(rest), isEmpty: false),
            endpointTypes: endpointTypes(parts),
            resource: "\(rest("Resource"))(\(SwiftLiteral.string(names.property)), "
                + "at: \(SwiftLiteral.string(client.path)))",
            endpointFunctions: parts.endpointFunctions.flatMap { $0 })
    }

    private func documentation(_ summaries: [(name: String, summary: String)]) -> [String] {
        var lines = ["The operations of `\(model.name)`; conform to it to fake them."]
        if !summaries.isEmpty { lines += [""] + summaries.map { "- `\($0.name)`: \($0.summary)" } }
        return lines.asDocumentation
    }

    private func endpointTypes(_ parts: ClientParts) -> [String] {
        var types = ["ResourceModel = \(type)", "ResourceSource = any \(names.protocolName)"]
        if parts.endpointProtocols.contains("CreateEndpoint") { types.append("Draft = \(draftType)") }
        if takesQuery { types.append("ResourceQuery = \(names.query)") }
        return types.map { "\(access)typealias \($0)" }
    }

    /// What `create` sends.
    var draftType: String { planning.hasDraft ? "\(type).Draft" : type }

    private func plan(_ operation: Operation, _ parts: inout ClientParts) {
        if operation.kind == .save { return saveForms(&parts) }
        let endpoint = operation.kind == .list ? list(operation, &parts) : single(operation)
        if let protocols = usualProtocols(operation) {
            parts.add(endpoint, as: protocols)
            if !hasUsualForm(operation) { parts.endpointFunctions.append(endpointFunction(endpoint)) }
        } else {
            add(endpoint, &parts)
        }
    }

    /// What an operation on one model takes: the key, what it sends, or both in one. `list` has its query.
    func parameters(of operation: Operation) -> [EndpointParameter] {
        let id = EndpointParameter(label: "_", name: "id", type: "\(type).ID")
        let body = operation.request.body.map { EndpointParameter(label: "_", name: "body", type: types.type($0)) }
        let whole = EndpointParameter(label: "_", name: instance, type: type)
        switch operation.kind {
        case .list, .save: return []
        case .get, .delete: return [id] + (body.map { [$0] } ?? [])
        case .create:
            return [body ?? (planning.hasDraft ? EndpointParameter(label: "_", name: "draft", type: draftType) : whole)]
        case .update: return body.map { [id, $0] } ?? [whole]
        case .patch: return [id, body ?? EndpointParameter(label: "_", name: "patch", type: "\(type).Patch")]
        }
    }

    private func single(_ operation: Operation) -> EndpointPlan {
        let parameters = parameters(of: operation)
        let path = operation.request.path ?? (operation.kind == .create ? client.path : itemPath)
        var endpoint = EndpointPlan(
            name: operation.kind.rawValue, method: api.method(of: operation), path: path, parameters: parameters,
            result: operation.kind == .delete ? .nothing : .object(type), request: operation.request)
        switch operation.kind {
        case .create, .update:
            endpoint.body = parameters.last.map { .model($0.name) }
            endpoint.fallbacks = fallbacks(operation)
        case .patch: endpoint.body = parameters.last.map { .model($0.name) }
        case .list, .get, .delete, .save: if operation.request.body != nil { endpoint.body = .model("body") }
        }
        if operation.kind == .update, operation.request.body == nil {
            endpoint.idExpression = "\(instance).\(key?.name.escaped ?? "id")"
        }
        return endpoint
    }

    /// The properties of what is sent that stand in for parameters of their name: explicit goes before property (R5).
    private func fallbacks(_ operation: Operation) -> [SwiftName: String] {
        let sent: [Field] =
            switch operation.request.body {
            case .model(let name)?: planning.schema.model(name)?.fields ?? []
            case .some: []
            case nil: operation.kind == .create && planning.hasDraft ? planning.draftFields : model.fields
            }
        guard let owner = parameters(of: operation).last?.name else { return [:] }
        let fields = operation.request.query.compactMap { parameter in
            sent.first { $0.name == parameter.name && $0.type.unwrapped == parameter.type.unwrapped }
        }
        return Dictionary(
            fields.map { ($0.name, "\(owner).\($0.name.escaped)") }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: What is usual

    /// The protocols of the runtime that have an operation; nil where it takes more parameters than they have.
    func usualProtocols(_ operation: Operation) -> (client: String, endpoints: String)? {
        let takesMore = !operation.request.parameters.isEmpty || operation.request.body != nil
        guard operation.kind == .list || !takesMore else { return nil }
        let isPaged = api.pagination != nil
        switch operation.kind {
        case .list:
            let query = takesQuery ? names.query : types.library("WholeList", of: .rest)
            return (
                "\(rest(isPaged ? "PagingClient" : "ListingClient"))<\(type), \(query)>",
                isPaged ? "PagedListEndpoint" : "ListEndpoint"
            )
        case .get: return ("\(rest("GettingClient"))<\(type)>", "GetEndpoint")
        case .create: return ("\(rest("CreatingClient"))<\(type), \(draftType)>", "CreateEndpoint")
        case .update: return ("\(rest("UpdatingClient"))<\(type)>", "UpdateEndpoint")
        case .patch: return ("\(rest("PatchingClient"))<\(type)>", "PatchEndpoint")
        case .delete: return ("\(rest("DeletingClient"))<\(type)>", "DeleteEndpoint")
        case .save: return nil
        }
    }

    /// Whether an operation is sent as the runtime would by itself.
    private func hasUsualForm(_ operation: Operation) -> Bool {
        let request = operation.request
        let isPlain =
            request.path == nil && request.headers.isEmpty && request.timeout == nil && request.root == nil
            && !client.path.contains("{") && api.method(of: operation) == operation.kind.usualMethod
        return switch operation.kind {
        case .create, .update, .patch: isPlain && api.format == .json
        case .list, .get, .delete, .save: isPlain
        }
    }

    var itemPath: String { client.itemPath }

    // MARK: Lists

    var listParameters: [RequestParameter] { client.listParameters(api.pagination) }

    private var query: QueryPlan {
        let arguments = listParameters.map { $0.signature(types) }
        return QueryPlan(
            access: access, name: names.query, model: model.name.text,
            properties: listParameters.map { "\(access)var \($0.name.escaped): \(types.type($0.type))" },
            signature: wrappedLines("\(access)init(", arguments, ") {", indentation: 4),
            assignments: listParameters.map { "self.\($0.name.escaped) = \($0.name.escaped)" },
            parameters: listParameters.map { "parameters.set(\(SwiftLiteral.string($0.key)), \($0.name.escaped))" })
    }

    private func list(_ operation: Operation, _ parts: inout ClientParts) -> EndpointPlan {
        var request = operation.request
        request.query = []
        let queryType = takesQuery ? names.query : types.library("WholeList", of: .rest)
        let endpoint = EndpointPlan(
            name: "list", method: api.method(of: operation), path: request.path ?? client.path,
            parameters: [EndpointParameter(label: "_", name: "query", type: queryType)],
            queryExpression: takesQuery ? "query.parameters" : nil, result: .list(type), request: request)
        guard takesQuery else { return endpoint }
        let signature = listParameters.map { $0.signature(types) }
        let call = wrappedLines(
            "\(names.query)(", listParameters.map { "\($0.name.label): \($0.name.escaped)" }, ")", indentation: 12)
        parts.conveniences.append(
            ["/// \(endpoint.summary)"]
                + wrappedLines("\(access)func list(", signature, ") async throws -> [\(type)] {", indentation: 4)
                + nested("try await list(", call, ")") + ["}"])
        parts.responses.append(
            wrappedLines(
                "\(access)func list(", signature, ") async throws -> \(rest("APIResponse"))<[\(type)]> {",
                indentation: 4)
                + nested("try await list(", call, ")") + ["}"])
        guard api.pagination != nil else { return endpoint }
        parts.conveniences.append(
            ["/// \(endpoint.summary), page after page: a page is asked for only when its first item is."]
                + wrappedLines("\(access)func all(", signature, ") -> \(rest("PagedItems"))<\(type)> {", indentation: 4)
                + nested("all(", call, ")") + ["}"])
        return endpoint
    }

    private func nested(_ head: String, _ call: [String], _ tail: String) -> [String] {
        if call.count == 1 { return ["    \(head)\(call[0])\(tail)"] }
        var lines = call
        lines[0] = head + lines[0]
        lines[lines.count - 1] += tail
        return lines.map { "    " + $0 }
    }

    /// `save` by the kind of what it takes.
    private func saveForms(_ parts: inout ClientParts) {
        for operation in client.operations {
            let documentation: String
            switch operation.kind {
            case .create where planning.hasDraft: documentation = "Creates: a draft is new."
            case .update:
                documentation =
                    "Updates: \(model.name.text.lowerCamelCased.withArticle) that has its key is not new."
            case .list, .get, .create, .patch, .delete, .save: continue
            }
            let parameters = self.parameters(of: operation) + givenParameters(operation.request)
            let arguments = parameters.map { $0.argument($0.name) }.joined(separator: ", ")
            parts.conveniences.append(
                ["/// \(documentation)"]
                    + function(
                        "save", parameters.map(\.signatureWithDefault), " async throws -> \(type)",
                        ["try await \(operation.kind.rawValue)(", arguments, ")"]))
        }
    }

    // MARK: Nested resources and actions

    private func plan(_ nested: NestedResource, _ parts: inout ClientParts) {
        var endpoint = EndpointPlan(
            name: nested.name.escaped, method: nested.request.method ?? .get,
            path: nested.request.path ?? "\(itemPath)/\(nested.name)",
            parameters: [EndpointParameter(label: "of", name: "id", type: "\(type).ID")],
            result: EndpointResult(nested.result, types), request: nested.request)
        if let body = nested.request.body {
            endpoint.parameters.append(EndpointParameter(label: "_", name: "body", type: types.type(body)))
            endpoint.body = .model("body")
        }
        add(endpoint, &parts)
    }

    private func plan(_ action: Action, _ parts: inout ClientParts) {
        var parameters: [EndpointParameter] = []
        if action.path.contains("{id}") {
            parameters.append(EndpointParameter(label: "_", name: "id", type: "\(type).ID"))
        }
        var endpoint = EndpointPlan(
            name: action.name.escaped, method: action.method, path: action.path, parameters: [],
            result: action.result.map { EndpointResult($0, types) } ?? .nothing, request: action.request)
        if let body = action.request.body {
            parameters.append(EndpointParameter(label: "_", name: "body", type: types.type(body)))
            endpoint.body = .model("body")
        }
        if case .upload(let parts) = action.transfer {
            parameters += parts.map { part in
                let isFile = part.type.unwrapped == .scalar(.data)
                let type = isFile ? rest("UploadSource") + (part.type.isOptional ? "?" : "") : types.type(part.type)
                return EndpointParameter(label: nil, name: part.name.escaped, type: type)
            }
            endpoint.body = .multipart(parts)
        }
        if action.transfer == .uploadRaw {
            parameters.append(EndpointParameter(label: "_", name: "file", type: rest("UploadSource")))
            endpoint.body = .raw("file")
        }
        endpoint.parameters = parameters
        endpoint.transfer = action.transfer
        add(endpoint, &parts)
    }
}

extension RequestParameter {
    /// `userId: Int64? = nil`
    fileprivate func signature(_ types: TypeSpelling) -> String {
        "\(name.escaped): \(types.type(type))\(type.isOptional ? " = nil" : "")"
    }
}
