import ModelgenSchema

extension Client {
    /// `posts/{id}`, or `posts/{id}/` where the path of all of them ends with a slash as well.
    package var itemPath: String { path.hasSuffix("/") ? "\(path){id}/" : "\(path)/{id}" }

    /// What `list` is asked with: the parameters that are declared, and those that turn the pages.
    package func listParameters(_ pagination: Pagination?) -> [RequestParameter] {
        let declared = operations.first { $0.kind == .list }?.request.query ?? []
        let pages = pagination?.parameters ?? []
        return declared + pages.filter { page in !declared.contains { $0.key == page.key } }
    }
}

extension Pagination {
    fileprivate var parameters: [RequestParameter] {
        func parameter(_ key: String, _ type: Scalar) -> RequestParameter {
            RequestParameter(name: SwiftName(key.camelCasedIdentifier), key: key, type: .optional(.scalar(type)))
        }
        return switch self {
        case .offset(let start, let limit): [parameter(start, .int), parameter(limit, .int)]
        case .page(let number, let size): [parameter(number, .int)] + (size.map { [parameter($0, .int)] } ?? [])
        case .cursor(let cursor, _): [parameter(cursor, .string)]
        case .link: []
        }
    }
}
