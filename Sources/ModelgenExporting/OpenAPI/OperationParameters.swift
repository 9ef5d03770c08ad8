import ModelgenPlanning
import ModelgenSchema

extension OpenAPIPlanning {
    /// The parameters of an operation: those of its path and query, and the headers that are always sent.
    func parameters(
        of operation: OperationPlan, _ client: DocumentedClient, _ renamed: [String: String]
    ) -> [DocumentValue] {
        let inPath = operation.path.pathParameterNames
        return inPath.map { pathParameter($0, of: operation, client, renamed) }
            + operation.query.filter { !inPath.contains($0.name.text) }.map { queryParameter($0, of: operation) }
            + operation.request.headerParameters.map(headerParameter) + constantHeaders(of: operation)
    }

    private func pathParameter(
        _ name: String, of operation: OperationPlan, _ client: DocumentedClient, _ renamed: [String: String]
    ) -> DocumentValue {
        let declared = (operation.query + client.client.parameters).first { $0.name.text == name }
        let type = declared?.type ?? client.key?.type ?? .scalar(.string)
        var value: DocumentValue = [
            "name": .string(renamed[name] ?? name), "in": "path", "required": true,
            "schema": declared.map { simpleSchema(of: $0) }
                ?? types.schema(of: type.unwrapped, client.key?.transformer?.json?.written.map { .always($0) }),
        ]
        if let declared { return value.described(declared.documentation, declared.deprecated) }
        // A server finds the object by this property, whose name may differ.
        if let path = client.key?.json?.paths.first { value["x-property"] = .string(path.text) }
        return value
    }

    private func queryParameter(_ parameter: RequestParameter, of operation: OperationPlan) -> DocumentValue {
        var value: DocumentValue = ["name": .string(parameter.key), "in": "query"]
        if !parameter.isOptional { value["required"] = true }
        var schema = adding(standardOf: parameter, to: self.schema(of: parameter))
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
        return value
    }

    private func headerParameter(_ header: RequestParameter) -> DocumentValue {
        var value: DocumentValue = ["name": .string(header.key), "in": "header"]
        if !header.isOptional { value["required"] = true }
        value = value.described(header.documentation, header.deprecated)
        value["schema"] = adding(standardOf: header, to: simpleSchema(of: header))
        return value
    }

    /// The headers whose values the caller does not pass.
    private func constantHeaders(of operation: OperationPlan) -> [DocumentValue] {
        var parameters: [DocumentValue] = []
        if operation.request.isIdempotent, let name = api.idempotencyHeader {
            parameters.append([
                "name": .string(name), "in": "header",
                "description": "A key of the call, the same in every attempt.", "schema": ["type": "string"],
            ])
        }
        return parameters
            + headers(of: operation).map { header in
                [
                    "name": .string(header.name), "in": "header", "required": true,
                    "schema": ["type": "string", "const": .string(header.value)],
                ]
            }
    }

    /// The schema with the value that is sent if the caller passes none.
    private func adding(standardOf parameter: RequestParameter, to schema: DocumentValue) -> DocumentValue {
        // In the style `simple`, commas are no part of the value.
        let isList = schema["type"] == "array" && parameter.transformer == .builtIn(.commaSeparated)
        let transformer = isList ? nil : parameter.transformer.map { JSONTransformer.always($0) }
        return parameter.standard.flatMap { models.value($0, of: parameter.type, transformer) }
            .map { schema.beside("default", $0) } ?? schema
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
            fields.map { field in
                let schema = adding(standardOf: field, to: self.schema(of: field))
                return DocumentMember(field.key, schema.described(field.documentation, field.deprecated))
            })
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
                    case .json, .jsonValues, .text: adding(standardOf: part, to: self.schema(of: part))
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
