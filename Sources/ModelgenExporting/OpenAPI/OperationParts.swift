import ModelgenPlanning
import ModelgenSchema

extension OpenAPIPlanning {
    /// The parameters of an operation: those of its path and query, and the headers that are always sent.
    func parameters(
        of operation: OperationPlan, _ client: DocumentedClient, _ renamed: [String: String]
    ) -> [DocumentValue] {
        var parameters: [DocumentValue] = []
        for name in operation.path.pathParameterNames {
            let declared = (operation.query + client.client.parameters).first { $0.name.text == name }
            let type = declared?.type ?? client.key?.type ?? .scalar(.string)
            var value: DocumentValue = [
                "name": .string(renamed[name] ?? name), "in": "path", "required": true,
                "schema": declared.map { simpleSchema(of: $0) }
                    ?? types.schema(of: type.unwrapped, client.key?.transformer?.json?.written.map { .always($0) }),
            ]
            if let declared { value = value.described(declared.documentation, declared.deprecated) }
            // A server finds the object by this property, whose name may differ.
            if declared == nil, let path = client.key?.json?.paths.first { value["x-property"] = .string(path.text) }
            parameters.append(value)
        }
        for parameter in operation.query where !operation.path.pathParameterNames.contains(parameter.name.text) {
            var value: DocumentValue = ["name": .string(parameter.key), "in": "query"]
            if !parameter.isOptional { value["required"] = true }
            var schema = self.schema(of: parameter)
            if let standard = parameter.standard, let value = models.value(standard, of: parameter.type, nil) {
                schema = schema.beside("default", value)
            }
            if case .object(let members)? = parameter.style.encoding {
                for member in members { value[member.key] = member.value }
            }
            value = value.described(parameter.documentation, parameter.deprecated)
            if let pagination = operation.pagination, let meaning = pagination.meaning(of: parameter.key) {
                if value["description"] == nil { value["description"] = .string(meaning) }
                if schema["type"] == "integer", schema["minimum"] == nil {
                    schema["minimum"] = .integer(pagination.least(of: parameter.key))
                }
            }
            if parameter.style == .json {
                value["content"] = Self.content("application/json", schema)
            } else {
                value["schema"] = schema
            }
            parameters.append(value)
        }
        for header in operation.request.headerParameters {
            var value: DocumentValue = ["name": .string(header.key), "in": "header"]
            if !header.isOptional { value["required"] = true }
            value = value.described(header.documentation, header.deprecated)
            var schema = simpleSchema(of: header)
            if let standard = header.standard, let value = models.value(standard, of: header.type, nil) {
                schema = schema.beside("default", value)
            }
            value["schema"] = schema
            parameters.append(value)
        }
        if operation.request.isIdempotent, let name = api.idempotencyHeader {
            parameters.append([
                "name": .string(name), "in": "header",
                "description": "A key of the call, the same in every attempt.", "schema": ["type": "string"],
            ])
        }
        for header in headers(of: operation) {
            parameters.append([
                "name": .string(header.name), "in": "header", "required": true,
                "schema": ["type": "string", "const": .string(header.value)],
            ])
        }
        return parameters
    }

    /// The schema of a value as it is sent, whether in a path, a query, a header, a form or a part.
    private func schema(of parameter: RequestParameter) -> DocumentValue {
        if let constant = parameter.constant { return ["const": .string(constant.plainText)] }
        return types.schema(of: parameter.type.unwrapped, parameter.transformer.map { .always($0) })
    }

    /// The same in a path or a header, where a list has commas between its values (section 4.8.12.2.1: the style `simple`).
    private func simpleSchema(of parameter: RequestParameter) -> DocumentValue {
        if parameter.transformer == .builtIn(.commaSeparated) { return types.schema(of: parameter.type.unwrapped) }
        return schema(of: parameter)
    }

    /// The operation's headers override the service's. OpenAPI describes three headers elsewhere (section 4.8.12.1).
    private func headers(of operation: OperationPlan) -> [HeaderField] {
        let own = operation.request.headers
        let given = (own.map(\.name) + operation.request.headerParameters.map(\.key)).map { $0.lowercased() }
        let all = own + api.headers.filter { !given.contains($0.name.lowercased()) }
        return all.filter { !["accept", "content-type", "authorization"].contains($0.name.lowercased()) }
    }

    /// The fields of a form.
    func form(_ fields: [RequestParameter]) -> DocumentValue {
        var schema: DocumentValue = ["type": "object"]
        schema["properties"] = .object(
            fields.map { DocumentMember($0.key, self.schema(of: $0).described($0.documentation, $0.deprecated)) })
        let required = fields.filter { !$0.isOptional }.map(\.key)
        if !required.isEmpty { schema["required"] = .strings(required) }
        var content: DocumentValue = ["schema": schema]
        let encoded = fields.compactMap { field in
            (field.style == .json ? ["contentType": "application/json"] : field.style.encoding).map {
                DocumentMember(field.key, $0)
            }
        }
        if !encoded.isEmpty { content["encoding"] = .object(encoded) }
        return .object([DocumentMember("application/x-www-form-urlencoded", content)])
    }

    /// The parts of a form.
    func multipart(_ parts: [RequestParameter]) -> DocumentValue {
        var schema: DocumentValue = ["type": "object"]
        schema["properties"] = .object(
            parts.map { part in
                let file: DocumentValue = ["type": "string", "contentMediaType": "application/octet-stream"]
                let schema: DocumentValue =
                    switch part.partKind(index) {
                    case .file: file
                    case .files: ["type": "array", "items": file]
                    case .json, .text: self.schema(of: part)
                    }
                return DocumentMember(part.key, schema.described(part.documentation, part.deprecated))
            })
        let required = parts.filter { !$0.isOptional }.map(\.key)
        if !required.isEmpty { schema["required"] = .strings(required) }
        var content: DocumentValue = ["schema": schema]
        let encoded = parts.compactMap { part in partEncoding(part).map { DocumentMember(part.key, $0) } }
        if !encoded.isEmpty { content["encoding"] = .object(encoded) }
        return .object([DocumentMember("multipart/form-data", content)])
    }

    /// How a part is sent, if its type does not determine that: by default, only an object is sent as JSON, and each
    /// element of an array is a separate part (section 4.8.15.1).
    private func partEncoding(_ part: RequestParameter) -> DocumentValue? {
        var encoding: DocumentValue = [:]
        if part.partKind(index) == .json, self.schema(of: part)["type"] != "object" {
            encoding["contentType"] = "application/json"
        }
        // The header `Content-Type` is declared separately.
        var headers = part.headers
        if let index = headers.firstIndex(where: { $0.name.lowercased() == "content-type" }) {
            encoding["contentType"] = .string(headers.remove(at: index).value)
        }
        if !headers.isEmpty {
            encoding["headers"] = .object(
                headers.map {
                    DocumentMember(
                        $0.name, ["required": true, "schema": ["type": "string", "const": .string($0.value)]])
                })
        }
        return encoding == [:] ? nil : encoding
    }

    /// The responses by status. By default, a client considers every status from 200 to 299 a success, and every other
    /// one a failure.
    func responses(to operation: OperationPlan) -> DocumentValue {
        var success: DocumentValue = ["description": "Success."]
        switch operation.result {
        case .nothing:
            if mayFailWithSuccess, let schema = failureSchema {
                success["content"] = Self.content(mediaType, schema)
            }
        case .value(let type):
            success["content"] = Self.content(answerType(operation), answer(type, operation))
        case .file:
            var content = [DocumentMember("application/octet-stream", [:])]
            // A failure with a successful HTTP status is not a file.
            if mayFailWithSuccess, let schema = failureSchema {
                content.append(DocumentMember(mediaType, ["schema": schema]))
            }
            success["content"] = .object(content)
        }
        if operation.pagination == .link {
            success["headers"] = [
                "Link": [
                    "description": "Leads to the next page with `rel=\"next\"` (RFC 8288).",
                    "schema": ["type": "string"],
                ]
            ]
        }
        if let envelope = envelope(of: operation) { success["x-envelope"] = envelope }
        var failure: DocumentValue = ["description": "The request failed."]
        if let schema = failureSchema { failure["content"] = Self.content(mediaType, schema) }
        var responses: [DocumentMember] = []
        for response in operation.request.responses {
            var value = response.isSuccess ? success : failure
            // A thrown value is the whole body.
            value["content"] = response.type.map { type in
                response.isSuccess
                    ? Self.content(answerType(operation), answer(type, operation))
                    : Self.content(mediaType, types.schema(of: type))
            }
            responses.append(DocumentMember(response.status.text, value))
        }
        let statuses = operation.request.expected.isEmpty ? ["2XX"] : operation.request.expected.map { String($0) }
        if !operation.request.responses.contains(where: \.isSuccess) {
            responses = statuses.map { DocumentMember($0, success) } + responses
        }
        if !responses.contains(where: { $0.key == "default" }) { responses.append(DocumentMember("default", failure)) }
        return .object(responses)
    }

    /// The media type of the result: the one that the client asks for.
    private func answerType(_ operation: OperationPlan) -> String {
        let accepted = (operation.request.headers + api.headers).first { $0.name.lowercased() == "accept" }?.value
        return accepted.flatMap { $0.contains(",") || $0.contains("*") ? nil : $0 } ?? mediaType
    }

    /// The result in its envelope.
    private func answer(_ type: FieldType, _ operation: OperationPlan) -> DocumentValue {
        let value = types.schema(of: type)
        var tree = PropertyTree()
        // Without an envelope there is no room for anything besides the value.
        guard let place = place(of: operation) else { return value }
        // A response that reports a failure with a successful HTTP status has no value.
        tree.add(place.components[...], value, mayFailWithSuccess ? .optional : .required)
        if let meta = api.envelope.meta { tree.add(meta.components[...], [:], .optional) }
        if let (path, schema, presence) = operation.pagination?.property {
            tree.add(path.components[...], schema, presence)
        }
        if mayFailWithSuccess { addFailure(to: &tree) }
        return tree.schema
    }

    /// The path to the value in the response; nil if the response is the value.
    private func place(of operation: OperationPlan) -> JSONPath? {
        guard case .value(let type) = operation.result else { return nil }
        var path = operation.request.root
        if path == nil {
            if case .list = type {
                path = api.envelope.list
            } else {
                path = api.envelope.object
                // A model that declares its own root overrides the service.
                if case .model(let name) = type, let root = index.model(name)?.json.root { path = root }
            }
        }
        return path.flatMap { $0.components.isEmpty ? nil : $0 }
    }

    /// The meaning of a response's properties, by key path, which OpenAPI can only express in an extension.
    private func envelope(of operation: OperationPlan) -> DocumentValue? {
        var members: [DocumentMember] = []
        func add(_ key: String, _ path: JSONPath?) {
            if let path { members.append(DocumentMember(key, .string(path.text))) }
        }
        if let place = place(of: operation) {
            add("value", place)
            add("meta", api.envelope.meta)
        }
        if let failure = api.failure {
            add("code", failure.code)
            if let success = failure.success { members.append(DocumentMember("success", .string(success))) }
            add("message", failure.message)
        }
        return members.isEmpty ? nil : .object(members)
    }

    /// Whether a response with a successful HTTP status may report a failure.
    private var mayFailWithSuccess: Bool { api.failure?.code != nil && api.failure?.success != nil }

    /// The schema of a response that reports a failure, or that need not say more.
    private var failureSchema: DocumentValue? {
        guard api.failure?.code != nil || api.failure?.message != nil else { return nil }
        var tree = PropertyTree()
        addFailure(to: &tree)
        return tree.schema
    }

    private func addFailure(to tree: inout PropertyTree) {
        guard let failure = api.failure else { return }
        if let code = failure.code {
            let description =
                failure.success.map { "`\($0)` where the request succeeded; any other code is a failure." }
                ?? "What kind of failure it is."
            tree.add(
                code.components[...],
                ["type": ["string", "integer"], "description": .string(description)],
                failure.success == nil ? .optional : .required)
        }
        if let message = failure.message {
            tree.add(
                message.components[...], ["type": ["string", "null"], "description": "Why it failed."], .optional)
        }
    }
}

extension ParameterStyle {
    /// How a list or an object is encoded, if not in the default way for a query (section 4.8.12.2.1).
    fileprivate var encoding: DocumentValue? {
        switch self {
        case .repeated, .json: nil
        case .commaSeparated: ["style": "form", "explode": false]
        case .spaceSeparated: ["style": "spaceDelimited", "explode": false]
        case .pipeSeparated: ["style": "pipeDelimited", "explode": false]
        case .deepObject: ["style": "deepObject", "explode": true]
        }
    }
}
