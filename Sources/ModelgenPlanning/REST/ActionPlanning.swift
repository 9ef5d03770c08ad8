import ModelgenDatabase
import ModelgenSchema

extension ClientPlanning {
    func plan(_ nested: NestedResource) -> EndpointPlan {
        let template = nested.request.path ?? client.path(of: nested)
        var parameters = [ParameterPlan(label: "of ", name: "id", type: keyType, argument: "of")]
        var call = request(
            nested.name.escaped, nested.request.method ?? .get,
            literal(template, key: "id", nested.request.query + client.parameters), template, nested.request)
        if let body = bodyType(of: nested.request) {
            parameters.append(.unlabelled("body", body))
            (call.bodyFormat, call.bodyValue) = (api.format.rawValue, "body")
        }
        let result = self.result(nested.result)
        call.shape = result.shape
        var plan = EndpointPlan(
            access: access, documentation: documentation(nested.request, call.method, template),
            name: nested.name.escaped,
            parameters: parameters + pathParameters(of: template) + nested.request.given.map { $0.plan(planning) },
            result: result.type, alias: [],
            request: [call])
        add(nested.request.responses, to: &plan)
        fill(&plan)
        return plan
    }

    func plan(_ action: Action) -> EndpointPlan {
        var parameters: [ParameterPlan] = []
        // Its label does not occur in the call, so it is renamed if a parameter has that name.
        var given = action.request.parameters
        if case .upload(let parts) = action.transfer { given += parts }
        let keyName = NameScope(given.map(\.name)).free("id")
        if action.path.contains("{id}") || client.by.map({ action.path.contains("{\($0)}") }) ?? false {
            parameters.append(.unlabelled(keyName, keyType))
        }
        let outer = pathParameters(of: action.path)
        var call = request(
            action.name.escaped, action.method,
            literal(action.path, key: keyName, action.request.query + client.parameters), action.path, action.request)
        if let body = bodyType(of: action.request) {
            parameters.append(.unlabelled("body", body))
            (call.bodyFormat, call.bodyValue) = (api.format.rawValue, "body")
        }
        switch action.transfer {
        case .none, .download: break
        case .upload(let parts):
            call.parts = parts.map(partPlan)
            parameters += call.parts.filter { !$0.isConstant }
        case .uploadRaw:
            var file = ParameterPlan.unlabelled("file", uploadSource)
            file.isFile = true
            parameters.append(file)
            (call.bodyFormat, call.bodyValue) = ("raw", "file")
        }
        let result = self.result(action.result)
        call.shape = result.shape
        var plan = EndpointPlan(
            access: access, documentation: documentation(action.request, call.method, action.path),
            name: action.name.escaped,
            parameters: parameters + outer + action.request.given.map { $0.plan(planning) },
            result: result.type, alias: [], request: [call])
        add(action.request.responses, to: &plan)
        fill(&plan)
        return plan
    }

    /// A part of an upload.
    private func partPlan(_ part: RequestParameter) -> ParameterPlan {
        var plan = part.plan(planning)
        let mark = part.type.isOptional ? "?" : ""
        switch part.partKind(planning.schema) {
        case .file: (plan.type, plan.isFile) = (uploadSource + mark, true)
        case .files: (plan.type, plan.isFile) = ("[\(uploadSource)]\(mark)", true)
        case .json: plan.isJSON = true
        case .jsonValues: plan.isJSONValues = true
        case .text: break
        }
        if !part.headers.isEmpty {
            let entries = part.headers.map { "\(SwiftLiteral.string($0.name)): \(SwiftLiteral.string($0.value))" }
            plan.headers = "[\(entries.joined(separator: ", "))]"
        }
        return plan
    }

    private var uploadSource: String { types.library("UploadSource", of: .transfers) }
}
