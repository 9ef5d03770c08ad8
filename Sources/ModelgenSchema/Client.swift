/// The REST client of a model.
package struct Client: Hashable, Sendable, Codable {
    package var api: SwiftName
    package var path: String
    package var operations: [Operation]
    package var nested: [NestedResource]
    package var actions: [Action]
    /// Whether the model has a repository.
    package var hasRepository = false

    package init(
        api: SwiftName, path: String, operations: [Operation] = [], nested: [NestedResource] = [],
        actions: [Action] = []
    ) {
        self.api = api
        self.path = path
        self.operations = operations
        self.nested = nested
        self.actions = actions
    }
}

package enum OperationKind: String, Hashable, Sendable, Codable, CaseIterable {
    case list
    case get
    case create
    case update
    case patch
    case delete
    case save
}

extension OperationKind {
    /// The method by which it is sent where nobody says otherwise.
    package var usualMethod: HTTPMethod {
        switch self {
        case .list, .get: .get
        case .create, .save: .post
        case .update: .put
        case .patch: .patch
        case .delete: .delete
        }
    }
}

extension API {
    /// The method by which an operation of its models is sent.
    package func method(of operation: Operation) -> HTTPMethod {
        operation.request.method ?? methods.first { $0.operation == operation.kind }?.method
            ?? operation.kind.usualMethod
    }
}

/// One operation, and what it overrides of the API's habits.
package struct Operation: Hashable, Sendable, Codable {
    package var kind: OperationKind
    package var request: RequestOptions

    package init(kind: OperationKind, request: RequestOptions = RequestOptions()) {
        self.kind = kind
        self.request = request
    }
}

/// What one operation says of its request and of its answer; nil or empty where it says nothing.
package struct RequestOptions: Hashable, Sendable, Codable {
    package var method: HTTPMethod?
    package var path: String?
    package var headers: [HeaderField]
    package var query: [RequestParameter]
    /// Headers whose values the caller gives, beside those that are always the same.
    package var headerParameters: [RequestParameter]
    /// The fields of a body that is a form (`application/x-www-form-urlencoded`).
    package var form: [RequestParameter]
    /// Where the answer holds the value.
    package var root: JSONPath?
    package var body: FieldType?
    /// Seconds.
    package var timeout: Double?
    /// Whether a list holds everything that its query is about.
    package var isComplete = false

    package init(
        method: HTTPMethod? = nil, path: String? = nil, headers: [HeaderField] = [], query: [RequestParameter] = [],
        headerParameters: [RequestParameter] = [], form: [RequestParameter] = [], root: JSONPath? = nil,
        body: FieldType? = nil, timeout: Double? = nil
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.query = query
        self.headerParameters = headerParameters
        self.form = form
        self.root = root
        self.body = body
        self.timeout = timeout
    }

    /// What the caller gives beside the key, the body and the parts of an upload.
    package var parameters: [RequestParameter] { query + form + headerParameters }
}

/// A typed parameter of a request, in its path, its query, its headers or its form.
package struct RequestParameter: Hashable, Sendable, Codable {
    package var name: SwiftName
    /// The name on the wire.
    package var key: String
    package var type: FieldType

    package init(name: SwiftName, key: String, type: FieldType) {
        self.name = name
        self.key = key
        self.type = type
    }
}

/// `GET posts/{id}/comments`.
package struct NestedResource: Hashable, Sendable, Codable {
    package var name: SwiftName
    package var result: FieldType
    package var request: RequestOptions

    package init(name: SwiftName, result: FieldType, request: RequestOptions = RequestOptions()) {
        self.name = name
        self.result = result
        self.request = request
    }
}

/// A call that is none of the seven operations.
package struct Action: Hashable, Sendable, Codable {
    package enum Transfer: Hashable, Sendable, Codable {
        case none
        /// The parts of a multipart body.
        case upload([RequestParameter])
        /// Bytes as they are.
        case uploadRaw
        case download
    }

    package var name: SwiftName
    package var documentation: String?
    package var method: HTTPMethod
    /// With `{id}` for the model's key and `{name}` for a parameter.
    package var path: String
    package var request: RequestOptions
    package var result: FieldType?
    package var transfer: Transfer

    package init(
        name: SwiftName, documentation: String? = nil, method: HTTPMethod, path: String,
        request: RequestOptions = RequestOptions(), result: FieldType? = nil, transfer: Transfer = .none
    ) {
        self.name = name
        self.documentation = documentation
        self.method = method
        self.path = path
        self.request = request
        self.result = result
        self.transfer = transfer
    }
}
