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
        var methods: [ClientMethodPlan] = []
        var conveniences: [[String]] = []
        for operation in operations {
            methods += self.methods(for: operation, &conveniences)
        }
        for nested in client.nested { methods.append(nestedMethod(nested, &conveniences)) }
        for action in client.actions { methods.append(actionMethod(action, &conveniences)) }
        return ClientPlan(
            access: access, model: model.name.text, protocolName: names.protocolName, name: names.structure,
            query: takesQuery ? [query] : [], methods: methods,
            conveniences: Array(conveniences.joined(separator: [""])))
    }

    /// The operations, with those that `save` is made of.
    var operations: [Operation] {
        guard client.operations.contains(where: { $0.kind == .save }) else { return client.operations }
        let implied: [OperationKind] = planning.hasDraft ? [.create, .update] : [.update]
        let missing = implied.filter { kind in !client.operations.contains { $0.kind == kind } }
        return client.operations + missing.map { Operation(kind: $0) }
    }

    private func methods(for operation: Operation, _ conveniences: inout [[String]]) -> [ClientMethodPlan] {
        let request = operation.request
        let idParameter = EndpointParameter(label: "_", name: "id", type: "\(type).ID")
        switch operation.kind {
        case .list:
            return list(operation, &conveniences)
        case .get:
            return [
                method(
                    EndpointPlan(
                        name: "get", method: method(operation), path: request.path ?? itemPath,
                        parameters: [idParameter], result: .object(type), request: request), &conveniences)
            ]
        case .create:
            let body =
                planning.hasDraft
                ? EndpointParameter(label: "_", name: "draft", type: "\(type).Draft")
                : EndpointParameter(label: "_", name: instance, type: type)
            return [
                method(
                    EndpointPlan(
                        name: "create", method: method(operation), path: request.path ?? client.path,
                        parameters: [body], body: .model(body.name), result: .object(type), request: request),
                    &conveniences)
            ]
        case .update:
            let body = EndpointParameter(label: "_", name: instance, type: type)
            return [
                method(
                    EndpointPlan(
                        name: "update", method: method(operation), path: request.path ?? itemPath, parameters: [body],
                        idExpression: "\(instance).\(key?.name.escaped ?? "id")", body: .model(body.name),
                        result: .object(type), request: request), &conveniences)
            ]
        case .patch:
            let body = EndpointParameter(label: "_", name: "patch", type: "\(type).Patch")
            return [
                method(
                    EndpointPlan(
                        name: "patch", method: method(operation), path: request.path ?? itemPath,
                        parameters: [idParameter, body], body: .model("patch"), result: .object(type), request: request),
                    &conveniences)
            ]
        case .delete:
            return [
                method(
                    EndpointPlan(
                        name: "delete", method: method(operation), path: request.path ?? itemPath,
                        parameters: [idParameter], result: .nothing, request: request), &conveniences)
            ]
        case .save:
            saveForms(&conveniences)
            return []
        }
    }

    var itemPath: String { client.path + "/{id}" }

    func method(_ operation: Operation) -> HTTPMethod {
        if let method = operation.request.method { return method }
        if let method = api.methods.first(where: { $0.operation == operation.kind })?.method { return method }
        return switch operation.kind {
        case .list, .get: .get
        case .create, .save: .post
        case .update: .put
        case .patch: .patch
        case .delete: .delete
        }
    }

    // MARK: Lists

    var listParameters: [RequestParameter] {
        let declared = client.operations.first { $0.kind == .list }?.request.query ?? []
        return declared + paginationParameters.filter { page in !declared.contains { $0.key == page.key } }
    }

    private var paginationParameters: [RequestParameter] {
        func parameter(_ key: String, _ type: Scalar) -> RequestParameter {
            RequestParameter(name: SwiftName(key.camelCasedIdentifier), key: key, type: .optional(.scalar(type)))
        }
        return switch api.pagination {
        case .offset(let start, let limit): [parameter(start, .int), parameter(limit, .int)]
        case .page(let number, let size): [parameter(number, .int)] + (size.map { [parameter($0, .int)] } ?? [])
        case .cursor(let cursor, _): [parameter(cursor, .string)]
        case .link, nil: []
        }
    }

    private var query: QueryPlan {
        let arguments = listParameters.map { $0.signature(types) }
        return QueryPlan(
            access: access, name: names.query, model: model.name.text,
            properties: listParameters.map { "\(access)var \($0.name.escaped): \(types.type($0.type))" },
            signature: wrappedLines("\(access)init(", arguments, ") {", indentation: 4),
            assignments: listParameters.map { "self.\($0.name.escaped) = \($0.name.escaped)" },
            parameters: listParameters.map { "parameters.set(\(SwiftLiteral.string($0.key)), \($0.name.escaped))" })
    }

    private func list(_ operation: Operation, _ conveniences: inout [[String]]) -> [ClientMethodPlan] {
        var request = operation.request
        request.query = []
        guard !listParameters.isEmpty else {
            return [
                method(
                    EndpointPlan(
                        name: "list", method: method(operation), path: request.path ?? client.path, parameters: [],
                        result: .list(type), request: request), &conveniences)
            ]
        }
        let parameter = EndpointParameter(label: "_", name: "query", type: names.query)
        let endpoint = EndpointPlan(
            name: "list", method: method(operation), path: request.path ?? client.path, parameters: [parameter],
            queryExpression: "query.parameters", result: .list(type), request: request)
        let list = method(endpoint, &conveniences)
        let summary = "/// \(list.summary)"
        let signature = listParameters.map { $0.signature(types) }
        let call = wrappedLines(
            "\(names.query)(", listParameters.map { "\($0.name.label): \($0.name.escaped)" }, ")", indentation: 12)
        conveniences.append(
            [summary]
                + wrappedLines("\(access)func list(", signature, ") async throws -> [\(type)] {", indentation: 4)
                + nested("try await list(", call, ")") + ["}"])
        guard api.pagination != nil else { return [list] }

        let pages = "/// \(list.summary), page after page: a page is asked for only when its first item is."
        conveniences.append([
            pages, "\(access)func all(_ query: \(names.query)) -> \(rest("PagedItems"))<\(type)> {",
            "    \(rest("PagedItems")) { position in try await page(query, at: position) }", "}",
        ])
        conveniences.append(
            [pages]
                + wrappedLines("\(access)func all(", signature, ") -> \(rest("PagedItems"))<\(type)> {", indentation: 4)
                + nested("all(", call, ")") + ["}"])
        let page = ClientMethodPlan(
            access: access, summary: list.summary + ": the page at a position.",
            declaration:
                "func page(_ query: \(names.query), at position: \(rest("PagePosition"))) async throws -> \(rest("Page"))<\(type)>",
            body: "try await client.page(Endpoints.list(query), at: position)", responseDeclaration: nil,
            responseBody: "", endpointDeclaration: nil, endpointBody: [])
        return [list, page]
    }

    private func nested(_ head: String, _ call: [String], _ tail: String) -> [String] {
        if call.count == 1 { return ["    \(head)\(call[0])\(tail)"] }
        var lines = call
        lines[0] = head + lines[0]
        lines[lines.count - 1] += tail
        return lines.map { "    " + $0 }
    }

    private func saveForms(_ conveniences: inout [[String]]) {
        if planning.hasDraft {
            conveniences.append([
                "/// Creates: a draft is new.",
                "\(access)func save(_ draft: \(type).Draft) async throws -> \(type) {", "    try await create(draft)",
                "}",
            ])
        }
        conveniences.append([
            "/// Updates: \(model.name.text.lowerCamelCased.withArticle) that has its key is not new.",
            "\(access)func save(_ \(instance): \(type)) async throws -> \(type) {",
            "    try await update(\(instance))", "}",
        ])
    }

    // MARK: Nested resources and actions

    private func nestedMethod(_ nested: NestedResource, _ conveniences: inout [[String]]) -> ClientMethodPlan {
        let endpoint = EndpointPlan(
            name: nested.name.escaped, method: nested.request.method ?? .get,
            path: nested.request.path ?? "\(itemPath)/\(nested.name)",
            parameters: [EndpointParameter(label: "of", name: "id", type: "\(type).ID")],
            result: EndpointResult(nested.result, types), request: nested.request)
        return method(endpoint, &conveniences)
    }

    private func actionMethod(_ action: Action, _ conveniences: inout [[String]]) -> ClientMethodPlan {
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
        return method(endpoint, &conveniences)
    }
}

extension RequestParameter {
    /// `userId: Int64? = nil`
    fileprivate func signature(_ types: TypeSpelling) -> String {
        "\(name.escaped): \(types.type(type))\(type.isOptional ? " = nil" : "")"
    }
}
