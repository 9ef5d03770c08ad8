import ModelgenDatabase
import ModelgenSchema

extension ClientPlanning {
    /// ``GET `posts/{id}` ``
    func summary(_ method: String, _ path: String) -> String { "\(method.uppercased()) `\(path)`" }

    /// What the schema says about an operation, and its request.
    func documentation(_ request: RequestOptions, _ method: String, _ path: String) -> [String] {
        let text = documentationLines(request.documentation)
        let warning = warningLines(deprecated: request.deprecated)
        return text + (text.isEmpty ? [] : [""]) + [summary(method, path)] + (warning.isEmpty ? [] : [""]) + warning
    }

    func request(
        _ name: String, _ operation: Operation, _ path: (usual: String, template: String), _ request: RequestOptions,
        key: String = "id"
    ) -> RequestPlan {
        self.request(
            name, api.method(of: operation),
            request.path == nil ? path.usual : literal(path.template, key: key, request.query + client.parameters),
            path.template, request)
    }

    func request(
        _ name: String, _ method: HTTPMethod, _ path: String, _ template: String, _ request: RequestOptions
    ) -> RequestPlan {
        var plan = RequestPlan(
            operation: SwiftLiteral.string("\(names.property).\(name.filter { $0 != "`" })"),
            method: method.rawValue.lowercased(), path: path, bodyRoot: request.bodyRoot?.swiftExpression,
            shape: "nothing", root: request.root?.swiftExpression,
            // Values in the path are not sent again in the query.
            query: request.query.filter { !template.contains("{\($0.name)}") }.map { $0.plan(planning) },
            headers: request.headers.map {
                ParameterPlan(
                    label: "", name: "", type: "", key: SwiftLiteral.string($0.name),
                    value: SwiftLiteral.string($0.value), argument: "")
            } + request.headerParameters.map { $0.plan(planning) },
            form: request.form.map { $0.plan(planning) }, parts: [],
            timeout: request.timeout.map { seconds in Int(exactly: seconds).map { String($0) } ?? String(seconds) },
            expected: request.expected.map { String($0) }, isIdempotent: request.isIdempotent,
            idempotencyHeader: api.idempotencyHeader.map(SwiftLiteral.string),
            isAuthenticatedApart: request.credentials != nil,
            credentials: (request.credentials ?? []).map { SwiftLiteral.string($0.text) },
            attempts: request.attempts.map { String($0) })
        if case .paged(let pagination)? = request.pagination { plan.pagination = [pagination.plan] }
        return plan
    }
}
