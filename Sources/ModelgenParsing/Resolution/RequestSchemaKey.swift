/// The keys that operations, nested resources and actions have in common.
protocol RequestSchemaKey: SchemaKey {
    init(_ key: RequestKey)
}

extension RequestKey: RequestSchemaKey {
    init(_ key: RequestKey) { self = key }
}

extension NestedKey: RequestSchemaKey {
    init(_ key: RequestKey) {
        switch key {
        case .method: self = .method
        case .path: self = .path
        case .headers: self = .headers
        case .query: self = .query
        case .root: self = .root
        case .body: self = .body
        case .bodyRoot: self = .bodyRoot
        case .timeout: self = .timeout
        case .complete, .keys: preconditionFailure("only operations have them")
        case .returns: self = .returns
        case .responses: self = .responses
        case .expect: self = .expect
        case .auth: self = .auth
        case .idempotent: self = .idempotent
        case .retry: self = .retry
        }
    }
}

extension ActionKey: RequestSchemaKey {
    init(_ key: RequestKey) {
        switch key {
        case .method: self = .method
        case .path: self = .path
        case .headers: self = .headers
        case .query: self = .query
        case .root: self = .root
        case .body: self = .body
        case .bodyRoot: self = .bodyRoot
        case .timeout: self = .timeout
        case .complete, .keys: preconditionFailure("only operations have them")
        case .returns: self = .returns
        case .responses: self = .responses
        case .expect: self = .expect
        case .auth: self = .auth
        case .idempotent: self = .idempotent
        case .retry: self = .retry
        }
    }
}
