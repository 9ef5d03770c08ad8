import ModelgenDatabase
import ModelgenSchema

extension API {
    /// The type of the service, with a property for each client.
    func plan(
        clients: [(model: SwiftName, names: ClientNames)], types: TypeSpelling, options: GenerationOptions
    ) -> APIPlan {
        APIPlan(
            documentation: ["The service `\(name)`."].asDocumentation, access: options.access.modifier,
            name: name.escaped, defaults: defaults(types),
            clients: clients.map { client in
                APIPlan.Reference(
                    access: options.access.modifier, property: SwiftName(client.names.property).escaped,
                    type: client.model.escaped, model: client.model.text)
            })
    }

    private func defaults(_ types: TypeSpelling) -> [String] {
        var arguments = ["baseURL: \(SwiftLiteral.string(baseURL ?? ""))"]
        if let basePath { arguments.append("basePath: \(SwiftLiteral.string(basePath))") }
        if !headers.isEmpty {
            let entries = headers.map { "\(SwiftLiteral.string($0.name)): \(SwiftLiteral.string($0.value))" }
            arguments.append("headers: [\(entries.joined(separator: ", "))]")
        }
        if format == .xml { arguments.append("format: .xml") }
        let paths = [("object", envelope.object), ("list", envelope.list), ("meta", envelope.meta)]
            .compactMap { name, path in path.map { "\(name): \($0.swiftExpression)" } }
        if !paths.isEmpty {
            arguments.append("envelope: \(types.library("Envelope", of: .rest))(\(paths.joined(separator: ", ")))")
        }
        if let failure {
            let message = failure.message.map { ", message: \($0.swiftExpression)" } ?? ""
            arguments.append(
                "failure: \(types.library("FailureRule", of: .rest))(code: \(failure.code.swiftExpression), success: \(SwiftLiteral.string(failure.success))\(message))"
            )
        }
        if let pagination { arguments.append("pagination: \(pagination.expression)") }
        switch authentication {
        case .none: break
        case .bearer: arguments.append("auth: .bearer")
        case .basic: arguments.append("auth: .basic")
        case .header(let name): arguments.append("auth: .header(\(SwiftLiteral.string(name)))")
        case .query(let name): arguments.append("auth: .query(\(SwiftLiteral.string(name)))")
        }
        return arguments.dropLast().map { $0 + "," } + arguments.suffix(1)
    }
}

extension Pagination {
    fileprivate var expression: String {
        switch self {
        case .offset(let start, let limit):
            ".offset(start: \(SwiftLiteral.string(start)), limit: \(SwiftLiteral.string(limit)))"
        case .page(let number, let size):
            ".page(number: \(SwiftLiteral.string(number)), size: \(size.map(SwiftLiteral.string) ?? "nil"))"
        case .cursor(let parameter, let next):
            ".cursor(parameter: \(SwiftLiteral.string(parameter)), next: \(next.swiftExpression))"
        case .link: ".link"
        }
    }
}
