import ModelgenDatabase
import ModelgenSchema

extension API {
    /// The type of the service, with a property for each client.
    func plan(
        clients: [(model: SwiftName, names: ClientNames, client: Client)], types: TypeSpelling,
        options: GenerationOptions
    ) -> APIPlan {
        APIPlan(
            access: options.access.modifier, name: name.escaped, baseURL: SwiftLiteral.string(baseURL ?? ""),
            basePath: basePath.map(SwiftLiteral.string),
            headers: headers.map {
                APIPlan.Entry(key: SwiftLiteral.string($0.name), value: SwiftLiteral.string($0.value))
            },
            settings: parameters.map {
                APIPlan.Entry(
                    key: SwiftLiteral.string($0.key), value: $0.value.plainExpression, isInQuery: $0.place == .query)
            },
            isXML: format == .xml, envelope: envelopePlan.map { [$0] } ?? [],
            failure: failure.map {
                [
                    APIPlan.FailurePlan(
                        code: $0.code?.swiftExpression, success: $0.success.map(SwiftLiteral.string),
                        message: $0.message?.swiftExpression)
                ]
            } ?? [],
            pagination: pagination.map { [$0.plan] } ?? [], credentials: credentials.map(\.plan),
            credentialNames: credentials.compactMap { $0.name?.escaped }, attempts: attempts.map { String($0) },
            changesMethod: redirects == .changingMethod,
            clients: references(to: clients, types: types, options: options))
    }

    private func references(
        to clients: [(model: SwiftName, names: ClientNames, client: Client)], types: TypeSpelling,
        options: GenerationOptions
    ) -> [APIPlan.Reference] {
        clients.map { model, names, client in
            let parameters = client.parameters.map { $0.pathPlan(types) }
            let documentation = client.documentation + parameters.documentation
            return APIPlan.Reference(
                access: options.access.modifier, property: SwiftName(names.property).escaped, type: model.escaped,
                expression: types.inExpression(model), parameters: parameters,
                documentation: documentation.isEmpty
                    ? [] : (["The operations of `\(model)`."] + documentation).asDocumentation)
        }
    }

    private var envelopePlan: APIPlan.EnvelopePlan? {
        let plan = APIPlan.EnvelopePlan(
            object: envelope.object?.swiftExpression, list: envelope.list?.swiftExpression,
            meta: envelope.meta?.swiftExpression, body: envelope.body?.swiftExpression)
        return [plan.object, plan.list, plan.meta, plan.body].contains { $0 != nil } ? plan : nil
    }
}

extension Client {
    /// What the schema says about its standard operations: those in the usual form are written nowhere else.
    fileprivate var documentation: [String] {
        let lines = operations.flatMap { operation -> [String] in
            let text = documentationLines(operation.request.documentation, deprecated: operation.request.deprecated)
            return text.isEmpty ? [] : text.listed(after: "- `\(operation.kind.rawValue)`: ")
        }
        return lines.isEmpty ? [] : [""] + lines
    }
}

extension Credential {
    fileprivate var plan: APIPlan.CredentialPlan {
        let (kind, key): (String, String?) =
            switch scheme {
            case .bearer: ("bearer", nil)
            case .basic: ("basic", nil)
            case .header(let name): ("header", SwiftLiteral.string(name))
            case .query(let name): ("query", SwiftLiteral.string(name))
            }
        return APIPlan.CredentialPlan(scheme: kind, key: key, name: name.map { SwiftLiteral.string($0.text) })
    }
}

extension Pagination {
    var plan: APIPlan.PaginationPlan {
        switch self {
        case .offset(let start, let limit, let end):
            APIPlan.PaginationPlan(
                kind: "offset", start: SwiftLiteral.string(start), limit: SwiftLiteral.string(limit)
            ).ending(end)
        case .page(let number, let size, let end):
            APIPlan.PaginationPlan(
                kind: "page", number: SwiftLiteral.string(number), size: size.map(SwiftLiteral.string) ?? "nil"
            ).ending(end)
        case .cursor(let parameter, let next):
            APIPlan.PaginationPlan(
                kind: "cursor", parameter: SwiftLiteral.string(parameter), next: next.swiftExpression)
        case .last(let parameter, let key, let more):
            APIPlan.PaginationPlan(
                kind: "last", parameter: SwiftLiteral.string(parameter), key: key.swiftExpression,
                more: more?.swiftExpression)
        case .url(let next): APIPlan.PaginationPlan(kind: "url", next: next.swiftExpression)
        case .link: APIPlan.PaginationPlan(kind: "link")
        }
    }
}

extension APIPlan.PaginationPlan {
    fileprivate func ending(_ end: PageEnd) -> Self {
        var plan = self
        switch end {
        case .empty: break
        case .short: plan.endsShort = true
        case .total(let path): plan.total = path.swiftExpression
        }
        return plan
    }
}
