import ModelgenPlanning
import ModelgenSchema

extension Schema {
    /// A service as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.0): its paths, and the schemas of what
    /// they transfer.
    ///
    /// - Parameters:
    ///   - name: The service.
    ///   - version: The version of the document, which OpenAPI requires and models do not have.
    /// - Returns: Nil if there is no service of that name.
    package func openAPI(_ name: SwiftName, version: String) -> OpenAPIDocument? {
        guard let api = apis.first(where: { $0.name == name }) else { return nil }
        var planning = OpenAPIPlanning(self, api)
        let value = planning.document(version: version)
        return OpenAPIDocument(value: value, collisions: planning.collisions)
    }
}

package struct OpenAPIDocument: Sendable {
    package var value: DocumentValue
    /// Operations that are left out because another one has the same method and path: `POST /posts/{id}`.
    package var collisions: [String]
}

/// Plans the document of one service.
struct OpenAPIPlanning {
    let schema: Schema
    let api: API
    let index: SchemaIndex
    let models: ModelSchemas
    /// Path items in the order of their first operations.
    private var paths: [(template: String, item: DocumentValue)] = []
    /// The index of a path item among them, by its template without the names of its parameters.
    private var places: [String: Int] = [:]
    private var operationIDs: Set<String> = []
    private(set) var collisions: [String] = []
    /// The drafts and patches that operations send.
    private(set) var drafts: Set<SwiftName> = []
    private(set) var patches: Set<SwiftName> = []
    /// The models and enums that its operations use. The others are of no interest to its users.
    private(set) var reached: Set<SwiftName> = []

    init(_ schema: Schema, _ api: API) {
        self.schema = schema
        self.api = api
        index = SchemaIndex(schema)
        models = ModelSchemas(index)
        reached = reachedTypes()
    }

    var types: TypeSchemas { models.types }

    /// The media type of bodies, except forms and files.
    var mediaType: String {
        switch api.format {
        case .json: "application/json"
        case .xml: "application/xml"
        }
    }

    mutating func document(version: String) -> DocumentValue {
        let names = ClientNames.all(in: schema)
        var tags: [String: DocumentValue] = [:]
        var order: [String] = []
        var clients: [DocumentedClient] = []
        for model in schema.models {
            guard let client = model.client, client.api == api.name, let names = names[model.name] else { continue }
            let name = client.tag ?? names.property
            if tags[name] == nil {
                tags[name] = ["name": .string(name)]
                order.append(name)
            }
            // A tag shared by several models has no description.
            if client.tag == nil, let text = model.documentation { tags[name]?["description"] = .string(text) }
            clients.append(
                DocumentedClient(
                    model: model, client: client, tag: name, property: names.property, key: key(of: model, client)))
        }
        // Readers of the document look for the resources first, and can see which object a call belongs to.
        for client in clients { addStandard(client) }
        for client in clients { addCalls(client) }
        var document: DocumentValue = [
            "openapi": "3.1.0", "info": ["title": .string(api.name.text), "version": .string(version)],
        ]
        document["servers"] = .array([["url": .string(serverURL)]])
        if let usual = security.first { document["security"] = Self.security([usual.name]) }
        if !order.isEmpty { document["tags"] = .array(order.compactMap { tags[$0] }) }
        document["paths"] = .object(paths.map { DocumentMember($0.template, $0.item) })
        var components: [DocumentMember] = []
        let schemas = componentSchemas()
        if !schemas.isEmpty { components.append(DocumentMember("schemas", .object(schemas))) }
        if !security.isEmpty {
            components.append(
                DocumentMember(
                    "securitySchemes",
                    .object(security.map { DocumentMember(TypeSchemas.componentName($0.name), $0.scheme) })))
        }
        if !components.isEmpty { document["components"] = .object(components) }
        return document
    }

    private var serverURL: String {
        let base = (api.baseURL ?? "").trimmingSlashes
        let path = (api.basePath ?? "").trimmingSlashes
        let url = [base, path].filter { !$0.isEmpty }.joined(separator: "/")
        return api.baseURL == nil ? "/" + url : url
    }

    private var security: [(name: String, scheme: DocumentValue)] {
        api.credentials.map { credential in
            let (usual, scheme): (String, DocumentValue) =
                switch credential.scheme {
                case .bearer: ("bearer", ["type": "http", "scheme": "bearer"])
                case .basic: ("basic", ["type": "http", "scheme": "basic"])
                case .header(let name): ("key", ["type": "apiKey", "in": "header", "name": .string(name)])
                case .query(let name): ("key", ["type": "apiKey", "in": "query", "name": .string(name)])
                }
            return (credential.name?.text ?? usual, scheme)
        }
    }

    /// A requirement for all of these credentials together.
    static func security(_ names: [String]) -> DocumentValue {
        .array(names.isEmpty ? [] : [.object(names.map { DocumentMember(TypeSchemas.componentName($0), []) })])
    }

    // MARK: Operations

    private mutating func addStandard(_ client: DocumentedClient) {
        for operation in client.client.operations where operation.kind != .save {
            add(standard(operation, client), client)
        }
    }

    private mutating func addCalls(_ client: DocumentedClient) {
        for nested in client.client.nested {
            add(
                OperationPlan(
                    name: nested.name.text, method: nested.request.method ?? .get,
                    path: nested.request.path ?? client.client.path(of: nested), request: nested.request,
                    query: nested.request.query, result: nested.result.map { .value($0) } ?? .nothing),
                client)
        }
        for action in client.client.actions {
            var body: DocumentValue?
            if !action.request.form.isEmpty { body = form(action.request.form) }
            if case .upload(let parts) = action.transfer { body = multipart(parts) }
            if action.transfer == .uploadRaw {
                let type = (action.request.headers + api.headers).first { $0.name.lowercased() == "content-type" }
                body = Self.content(type?.value ?? "application/octet-stream", [:])
            }
            let result: OperationPlan.Result =
                action.transfer == .download ? .file : action.result.map { .value($0) } ?? .nothing
            add(
                OperationPlan(
                    name: action.name.text, method: action.method, path: action.path, request: action.request,
                    query: action.request.query, body: body, result: result), client)
        }
    }

    /// The path to a model's value in a document, if the model declares its own root.
    func root(of type: FieldType) -> JSONPath? {
        guard case .model(let name) = type.innermost else { return nil }
        return index.model(name)?.json.root.flatMap { $0.components.isEmpty ? nil : $0 }
    }

    private func wrapped(_ value: DocumentValue, at place: JSONPath?) -> DocumentValue {
        guard let place, !place.components.isEmpty else { return value }
        var tree = PropertyTree()
        tree.add(place.components[...], value, .required)
        return tree.schema
    }

    /// The path to the value in an operation's body, as declared by the operation, the model or the service, in this
    /// order.
    private func place(of type: FieldType, in request: RequestOptions) -> JSONPath? {
        request.bodyRoot ?? root(of: type) ?? api.envelope.body
    }

    /// The media type of a request's body.
    private func bodyType(_ request: RequestOptions) -> String {
        (request.headers + api.headers).first { $0.name.lowercased() == "content-type" }?.value ?? mediaType
    }

    private func body(_ component: String, _ request: RequestOptions, at place: JSONPath?) -> DocumentValue {
        Self.content(bodyType(request), wrapped(TypeSchemas.reference(component), at: place))
    }

    private mutating func standard(_ operation: Operation, _ client: DocumentedClient) -> OperationPlan {
        let request = operation.request
        let model = client.model
        let place = place(of: .model(model.name), in: request)
        var plan = OperationPlan(
            name: operation.kind.rawValue, method: api.method(of: operation),
            path: request.path ?? client.client.itemPath,
            request: request, query: request.query, result: .value(.model(model.name)))
        switch operation.kind {
        case .list:
            plan.path = request.path ?? client.client.path
            plan.pagination = client.client.pagination(in: api)
            plan.query = client.client.listParameters(plan.pagination)
            plan.result = .value(.list(.model(model.name)))
        case .get, .save: break
        case .create where request.body != nil: plan.path = request.path ?? client.client.path
        case .update where request.body != nil, .patch where request.body != nil: break
        case .create:
            plan.path = request.path ?? client.client.path
            let hasDraft = model.hasDraft
            if hasDraft { drafts.insert(model.name) }
            plan.body = body(hasDraft ? "\(model.name).Draft" : model.name.text, request, at: place)
            plan.bodyPlace = place
        case .update:
            plan.body = body(model.name.text, request, at: place)
            plan.bodyPlace = place
        case .patch:
            patches.insert(model.name)
            plan.body = body("\(model.name).Patch", request, at: place)
            plan.bodyPlace = place
        case .delete: plan.result = .nothing
        }
        return plan
    }

    private mutating func add(_ operation: OperationPlan, _ client: DocumentedClient) {
        var operation = operation
        if let type = operation.request.body {
            operation.bodyPlace = place(of: type, in: operation.request)
            operation.body = Self.content(
                bodyType(operation.request), wrapped(schema(ofBody: type, operation.request), at: operation.bodyPlace))
        }
        let shared = share(with: &operation)
        let trimmed = operation.path.trimmingSlashes
        var template = "/" + trimmed + (operation.path.hasSuffix("/") && !trimmed.isEmpty ? "/" : "")
        let own = Dictionary(
            firstOf: template.pathParameterNames.map { ($0, client.documentedName(of: $0, in: operation)) })
        for (name, wanted) in own where name != wanted {
            template = template.replacing("{\(name)}", with: "{\(wanted)}")
        }
        let method = operation.method.rawValue.lowercased()
        // Path templates that differ only in the names of their parameters are identical (section 4.8.8.1).
        let index = places[template.withoutPathParameterNames, default: paths.endIndex]
        if index == paths.endIndex {
            places[template.withoutPathParameterNames] = index
            paths.append((template, [:]))
        }
        let renamed = Dictionary(
            firstOf: zip(operation.path.pathParameterNames, paths[index].template.pathParameterNames))
        var value: DocumentValue = ["operationId": .string(operationID(operation, client))]
        value["tags"] = .array([.string(client.tag)])
        value = value.described(operation.request.documentation, operation.request.deprecated)
        if client.model.deprecated != nil { value["deprecated"] = true }
        let parameters = parameters(of: operation, client, renamed) + shared.map(documented)
        if !parameters.isEmpty { value["parameters"] = .array(parameters) }
        if let body = operation.body {
            var request: DocumentValue = ["required": true, "content": body]
            if let place = operation.bodyPlace { request["x-envelope"] = ["value": .string(place.text)] }
            value["requestBody"] = request
        }
        if let names = operation.request.credentials { value["security"] = Self.security(names.map(\.text)) }
        value["responses"] = responses(to: operation)
        if let pagination = operation.pagination { value["x-pagination"] = pagination.extensionValue }
        guard let other = paths[index].item[method] else {
            paths[index].item[method] = value
            return
        }
        guard let both = other.sending(value) else {
            collisions.append("\(operation.method.rawValue) \(template)")
            return
        }
        paths[index].item[method] = both
    }

    private mutating func schema(ofBody type: FieldType, _ request: RequestOptions) -> DocumentValue {
        guard case .model(let name) = type else { return types.schema(of: type) }
        switch request.bodyForm {
        case .whole: return types.schema(of: type)
        case .draft: drafts.insert(name)
        case .patch: patches.insert(name)
        }
        let isAlone = request.bodyForm == .patch && !reached.contains(name)
        return TypeSchemas.reference(name.text + (isAlone ? "" : request.bodyForm.suffix))
    }

    private mutating func operationID(_ operation: OperationPlan, _ client: DocumentedClient) -> String {
        // If a group has several models, each has operations of the same names.
        let isShared = client.client.tag != nil && OperationKind(rawValue: operation.name) != nil
        var identifier = "\(client.tag).\(isShared ? client.property + "." : "")\(operation.name)"
        while !operationIDs.insert(identifier).inserted { identifier += "_" }
        return identifier
    }

    static func content(_ type: String, _ schema: DocumentValue) -> DocumentValue {
        .object([DocumentMember(type, ["schema": schema])])
    }
}

extension DocumentValue {
    /// This operation with the body of another one, if that only differs in the media type of its body.
    fileprivate func sending(_ other: DocumentValue) -> DocumentValue? {
        guard case .object(let own)? = self["requestBody"]?["content"],
            case .object(let added)? = other["requestBody"]?["content"], self["parameters"] == other["parameters"],
            self["responses"] == other["responses"], self["security"] == other["security"],
            self["deprecated"] == other["deprecated"],
            self["requestBody"]?["x-envelope"] == other["requestBody"]?["x-envelope"],
            !own.contains(where: { each in added.contains { $0.key == each.key } })
        else { return nil }
        var (operation, request) = (self, self["requestBody"])
        request?["content"] = .object(own + added)
        operation["requestBody"] = request
        return operation
    }
}

extension String {
    var trimmingSlashes: String {
        var text = self[...]
        while text.first == "/" { text.removeFirst() }
        while text.last == "/" { text.removeLast() }
        return String(text)
    }
}
