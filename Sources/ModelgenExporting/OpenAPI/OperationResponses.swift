import ModelgenPlanning
import ModelgenSchema

extension OpenAPIPlanning {
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
