import ModelgenDatabase
import ModelgenSchema

extension API {
    /// The type of the service, with a property for each client.
    func plan(
        clients: [(model: SwiftName, names: ClientNames, parameters: [RequestParameter])], types: TypeSpelling,
        options: GenerationOptions
    ) -> APIPlan {
        APIPlan(
            documentation: ["The service `\(name)`."].asDocumentation, access: options.access.modifier,
            name: name.escaped, defaults: defaults(types), credentials: credentials.compactMap { $0.name?.escaped },
            clients: clients.map { client in
                APIPlan.Reference(
                    access: options.access.modifier, property: SwiftName(client.names.property).escaped,
                    type: client.model.escaped, model: client.model.text,
                    parameters: client.parameters.map { $0.pathPlan(types) })
            })
    }

    private func defaults(_ types: TypeSpelling) -> [String] {
        var arguments = ["baseURL: \(SwiftLiteral.string(baseURL ?? ""))"]
        if let basePath { arguments.append("basePath: \(SwiftLiteral.string(basePath))") }
        if !headers.isEmpty {
            let entries = headers.map { "\(SwiftLiteral.string($0.name)): \(SwiftLiteral.string($0.value))" }
            arguments.append("headers: [\(entries.joined(separator: ", "))]")
        }
        if !parameters.isEmpty {
            let settings = parameters.map { parameter in
                ".setting(\(SwiftLiteral.string(parameter.key)), \(parameter.value.plainExpression)"
                    + (parameter.place == .query ? ", in: .query)" : ")")
            }
            arguments.append("parameters: \(types.library("Parameters", of: .rest))()\(settings.joined())")
        }
        if format == .xml { arguments.append("format: .xml") }
        let paths = [
            ("object", envelope.object), ("list", envelope.list), ("meta", envelope.meta), ("body", envelope.body),
        ]
        .compactMap { name, path in path.map { "\(name): \($0.swiftExpression)" } }
        if !paths.isEmpty {
            arguments.append("envelope: \(types.library("Envelope", of: .rest))(\(paths.joined(separator: ", ")))")
        }
        if let failure {
            let rule = [
                failure.code.map { "code: \($0.swiftExpression)" },
                failure.success.map { "success: \(SwiftLiteral.string($0))" },
                failure.message.map { "message: \($0.swiftExpression)" },
            ].compactMap { $0 }.joined(separator: ", ")
            arguments.append("failure: \(types.library("FailureRule", of: .rest))(\(rule))")
        }
        if let pagination { arguments.append("pagination: \(pagination.expression)") }
        if !credentials.isEmpty {
            arguments.append("auth: [\(credentials.map(\.expression).joined(separator: ", "))]")
        }
        if let attempts { arguments.append("attempts: \(attempts)") }
        if redirects == .changingMethod { arguments.append("redirects: .changingMethod") }
        return arguments.dropLast().map { $0 + "," } + arguments.suffix(1)
    }
}

extension Credential {
    /// `.bearer.named("user")`
    fileprivate var expression: String {
        let place =
            switch scheme {
            case .bearer: ".bearer"
            case .basic: ".basic"
            case .header(let name): ".header(\(SwiftLiteral.string(name)))"
            case .query(let name): ".query(\(SwiftLiteral.string(name)))"
            }
        return name.map { "\(place).named(\(SwiftLiteral.string($0.text)))" } ?? place
    }
}

extension Pagination {
    fileprivate var expression: String {
        switch self {
        case .offset(let start, let limit, let end):
            ".offset(start: \(SwiftLiteral.string(start)), limit: \(SwiftLiteral.string(limit))\(end.argument))"
        case .page(let number, let size, let end):
            ".page(number: \(SwiftLiteral.string(number)), size: \(size.map(SwiftLiteral.string) ?? "nil")\(end.argument))"
        case .cursor(let parameter, let next):
            ".cursor(parameter: \(SwiftLiteral.string(parameter)), next: \(next.swiftExpression))"
        case .url(let next): ".url(next: \(next.swiftExpression))"
        case .link: ".link"
        }
    }
}

extension PageEnd {
    fileprivate var argument: String {
        switch self {
        case .empty: ""
        case .short: ", end: .short"
        case .total(let path): ", end: .total(\(path.swiftExpression))"
        }
    }
}

extension Literal {
    /// A text, a number or a Boolean as Swift.
    var plainExpression: String {
        switch self {
        case .boolean(let value): String(value)
        case .integer(let digits), .number(let digits): digits
        case .string(let text): SwiftLiteral.string(text)
        case .enumCase(let name): ".\(name.escaped)"
        case .null: "nil"
        case .list, .dictionary: "[]"
        }
    }
}
