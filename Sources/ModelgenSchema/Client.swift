/// The REST client of a model.
package struct Client: Hashable, Sendable, Codable {
    package var api: SwiftName
    package var path: String
    /// The parameters of its path: `repos/{owner}/{repo}/issues`.
    package var parameters: [RequestParameter]
    /// The field that stands for the model in paths, where it is not the key.
    package var by: SwiftName?
    /// The group of its operations in documents of OpenAPI, where that is not its name in code.
    package var tag: String?
    package var operations: [Operation]
    package var nested: [NestedResource]
    package var actions: [Action]
    /// Whether the model has a repository.
    package var hasRepository = false

    package init(
        api: SwiftName, path: String, parameters: [RequestParameter] = [], by: SwiftName? = nil,
        operations: [Operation] = [], nested: [NestedResource] = [], actions: [Action] = []
    ) {
        self.api = api
        self.path = path
        self.parameters = parameters
        self.by = by
        self.operations = operations
        self.nested = nested
        self.actions = actions
    }

    /// Whether the model can have a repository and is to have one.
    package var keepsAnswers: Bool {
        hasRepository && operations.contains { $0.kind == .list || $0.kind == .get }
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
    /// Where what is sent stands.
    package var bodyRoot: JSONPath?
    /// Seconds.
    package var timeout: Double?
    /// Whether a list holds everything that its query is about.
    package var isComplete = false
    /// The parameter of a list that asks for objects by their keys.
    package var keysParameter: SwiftName?
    /// What comes with which status; empty where nothing is said.
    package var responses: [StatusResponse]
    /// The statuses that are a success; empty where the usual ones are.
    package var expected: [Int] = []
    /// The credentials that it is sent with: none if empty, the API's first if nil.
    package var credentials: [SwiftName]?
    /// Whether it may be sent again though its method does not say so.
    package var isIdempotent = false
    /// How often it is sent at most.
    package var attempts: Int?

    package init(
        method: HTTPMethod? = nil, path: String? = nil, headers: [HeaderField] = [], query: [RequestParameter] = [],
        headerParameters: [RequestParameter] = [], form: [RequestParameter] = [], root: JSONPath? = nil,
        body: FieldType? = nil, timeout: Double? = nil, responses: [StatusResponse] = []
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
        self.responses = responses
    }

    /// What comes with the first success that has a body; nil where none is said or none has.
    package var result: FieldType? { responses.first { $0.isSuccess && $0.type != nil }?.type }

    /// Whether it is sent as often, and with what credentials, as the API says, and succeeds with the usual statuses.
    package var isUnattended: Bool { expected.isEmpty && credentials == nil && !isIdempotent && attempts == nil }

    /// What the caller gives besides the key, the body and the parts of an upload.
    package var given: [RequestParameter] { parameters.filter { $0.constant == nil } }

    /// All parameters, those too that are always the same.
    package var parameters: [RequestParameter] { query + form + headerParameters }
}

/// A typed parameter of a request, in its path, its query, its headers or its form.
package struct RequestParameter: Hashable, Sendable, Codable {
    package var name: SwiftName
    /// The name on the wire.
    package var key: String
    package var type: FieldType
    /// How several values are written.
    package var style: ParameterStyle
    package var transformer: TransformerUse?
    /// What is always sent, so that the caller gives nothing.
    package var constant: Literal?
    /// What is sent where the caller gives nothing.
    package var standard: Literal?
    /// The headers of a part of an upload.
    package var headers: [HeaderField] = []
    /// Whether logs and errors must not show its value.
    package var isSensitive = false

    package init(
        name: SwiftName, key: String, type: FieldType, style: ParameterStyle = .repeated,
        transformer: TransformerUse? = nil, constant: Literal? = nil, standard: Literal? = nil
    ) {
        self.name = name
        self.key = key
        self.type = type
        self.style = style
        self.transformer = transformer
        self.constant = constant
        self.standard = standard
    }

    /// Whether the caller may leave it out.
    package var isOptional: Bool { type.isOptional || standard != nil }
}

/// How the values of a list, or of a dictionary, stand in a query or a form.
package enum ParameterStyle: String, Hashable, Sendable, Codable, CaseIterable {
    /// `tag=a&tag=b`
    case repeated
    /// `tag=a,b`
    case commaSeparated
    /// `tag=a%20b`
    case spaceSeparated
    /// `tag=a|b`
    case pipeSeparated
    /// `filter[name]=a`
    case deepObject
}

/// `GET posts/{id}/comments`.
package struct NestedResource: Hashable, Sendable, Codable {
    package var name: SwiftName
    /// What it gives; nil for nothing.
    package var result: FieldType?
    package var request: RequestOptions

    package init(name: SwiftName, result: FieldType?, request: RequestOptions = RequestOptions()) {
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
