import ModelgenSchema

extension OpenAPIPlanning {
    /// The parameters of an operation: those of its path, of its query, and the headers that are always sent.
    func parameters(
        of operation: OperationPlan, _ client: ClientPlanning, _ renamed: [String: String]
    ) -> [DocumentValue] {
        var parameters: [DocumentValue] = []
        for name in operation.path.parameterNames {
            let type = operation.query.first { $0.name.text == name }?.type ?? client.key?.type ?? .scalar(.string)
            parameters.append([
                "name": .string(renamed[name] ?? name), "in": "path", "required": true,
                "schema": types.schema(of: type.unwrapped),
            ])
        }
        for parameter in operation.query where !operation.path.parameterNames.contains(parameter.name.text) {
            var value: DocumentValue = ["name": .string(parameter.key), "in": "query"]
            let hasFallback = operation.propertiesOf?.field(parameter.name) != nil
            if !parameter.type.isOptional, !hasFallback { value["required"] = true }
            var schema = types.schema(of: parameter.type.unwrapped)
            if operation.isPaged, let meaning = pageMeaning(of: parameter.key) {
                value["description"] = .string(meaning)
                // Less than none is no number of items.
                if schema["type"] == "integer", schema["minimum"] == nil { schema["minimum"] = 0 }
            }
            value["schema"] = schema
            parameters.append(value)
        }
        for header in headers(of: operation) {
            parameters.append([
                "name": .string(header.name), "in": "header", "required": true,
                "schema": ["type": "string", "const": .string(header.value)],
            ])
        }
        return parameters
    }

    /// Those of the operation go before those of the service. OpenAPI says three of them elsewhere (section 4.8.12.1).
    private func headers(of operation: OperationPlan) -> [HeaderField] {
        let own = operation.request.headers
        let all =
            own + api.headers.filter { header in !own.contains { $0.name.lowercased() == header.name.lowercased() } }
        return all.filter { !["accept", "content-type", "authorization"].contains($0.name.lowercased()) }
    }

    /// The parts of a form; a part of the type Data is a file.
    func multipart(_ parts: [RequestParameter]) -> DocumentValue {
        var schema: DocumentValue = ["type": "object"]
        schema["properties"] = .object(
            parts.map { part in
                part.type.unwrapped == .scalar(.data)
                    ? DocumentMember(part.key, ["type": "string", "contentMediaType": "application/octet-stream"])
                    : DocumentMember(part.key, types.schema(of: part.type.unwrapped))
            })
        let required = parts.filter { !$0.type.isOptional }.map(\.key)
        if !required.isEmpty { schema["required"] = .strings(required) }
        return Self.content("multipart/form-data", schema)
    }

    /// A client takes every status from 200 to 299 for success, and every other for a failure.
    func responses(to operation: OperationPlan) -> DocumentValue {
        var success: DocumentValue = ["description": "Success."]
        switch operation.result {
        case .nothing:
            if let schema = failureSchema { success["content"] = Self.content(mediaType, schema) }
        case .value(let type):
            success["content"] = Self.content(mediaType, answer(type, operation))
        case .file: success["content"] = .object([DocumentMember("application/octet-stream", [:])])
        }
        if operation.isPaged, api.pagination == .link {
            success["headers"] = [
                "Link": [
                    "description": "Leads to the next page with `rel=\"next\"` (RFC 8288).",
                    "schema": ["type": "string"],
                ]
            ]
        }
        return ["2XX": success, "default": ["description": "The request failed."]]
    }

    /// The result in its envelope.
    private func answer(_ type: FieldType, _ operation: OperationPlan) -> DocumentValue {
        let value = types.schema(of: type)
        var path = operation.request.root
        if path == nil {
            if case .list = type {
                path = api.envelope.list
            } else {
                path = api.envelope.object
                // A model that says where it stands goes before the service (its own `root`).
                if case .model(let name) = type, let root = index.model(name)?.json.root { path = root }
            }
        }
        var tree = PropertyTree()
        var isWrapped = false
        func add(_ path: JSONPath?, _ schema: DocumentValue, _ presence: PropertyTree.Presence) {
            guard let path, !path.components.isEmpty else { return }
            tree.add(path.components[...], schema, presence)
            isWrapped = true
        }
        add(path, value, .required)
        // Without an envelope nothing can stand beside the value.
        guard isWrapped else { return value }
        add(api.envelope.meta, [:], .optional)
        if operation.isPaged, case .cursor(_, let next) = api.pagination {
            add(next, ["type": ["string", "null"], "description": "The cursor of the next page."], .optional)
        }
        addFailure(to: &tree)
        return tree.schema
    }

    /// What an answer without a value holds: whether it is a success after all.
    private var failureSchema: DocumentValue? {
        guard api.failure != nil else { return nil }
        var tree = PropertyTree()
        addFailure(to: &tree)
        return tree.schema
    }

    private func addFailure(to tree: inout PropertyTree) {
        guard let failure = api.failure else { return }
        tree.add(
            failure.code.components[...],
            [
                "type": ["string", "integer"],
                "description": .string(
                    "`\(failure.success)` where the request succeeded; any other code is a failure."),
            ], .required)
        if let message = failure.message {
            tree.add(
                message.components[...], ["type": ["string", "null"], "description": "Why it failed."], .optional)
        }
    }
}
