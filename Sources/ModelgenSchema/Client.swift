/// The REST client of a model.
package struct Client: Hashable, Sendable, Codable {
    package var api: SwiftName
    package var path: String
    /// The parameters of its path: `repos/{owner}/{repo}/issues`.
    package var parameters: [RequestParameter]
    /// The field that identifies the model in paths, if it is not the key.
    package var by: SwiftName?
    /// The group of its operations in OpenAPI documents, if that differs from the client's name in code.
    package var tag: String?
    package var operations: [Operation] = []
    package var nested: [NestedResource] = []
    package var actions: [Action] = []
    /// Whether the model has a repository.
    package var hasRepository = false

    package init(api: SwiftName, path: String, parameters: [RequestParameter] = []) {
        self.api = api
        self.path = path
        self.parameters = parameters
    }

    /// `posts/{id}`, or `posts/{id}/` if the path of the list also ends with a slash.
    package var itemPath: String { path.hasSuffix("/") ? "\(path){id}/" : "\(path)/{id}" }

    /// `posts/{id}/comments`, or `posts/{id}/comments/` if the path of the list also ends with a slash.
    package func path(of nested: NestedResource) -> String {
        path.hasSuffix("/") ? "\(itemPath)\(nested.name)/" : "\(itemPath)/\(nested.name)"
    }

    /// Whether the model should have a repository and can have one.
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
    /// The default method.
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
    /// The method for an operation of the API's models.
    package func method(of operation: Operation) -> HTTPMethod {
        operation.request.method ?? methods.first { $0.operation == operation.kind }?.method
            ?? operation.kind.usualMethod
    }
}

/// An operation, with its deviations from the API's defaults.
package struct Operation: Hashable, Sendable, Codable {
    package var kind: OperationKind
    package var request: RequestOptions

    package init(kind: OperationKind, request: RequestOptions = RequestOptions()) {
        self.kind = kind
        self.request = request
    }
}

/// Which part of its type a body contains.
package enum BodyForm: String, Hashable, Sendable, Codable {
    case whole
    /// A model without the fields that others assign.
    case draft
    /// Changes to a model.
    case patch

    /// The suffix of the type's name: `.Draft`.
    package var suffix: String { self == .whole ? "" : ".\(rawValue.capitalizedFirst)" }
}

/// What an operation declares about its request and response; nil or empty means the default.
package struct RequestOptions: Hashable, Sendable, Codable {
    package var documentation: String?
    /// Why it should no longer be used.
    package var deprecated: String?
    package var method: HTTPMethod?
    package var path: String?
    package var headers: [HeaderField]
    package var query: [RequestParameter] = []
    /// Headers whose values the caller passes, in addition to the constant ones.
    package var headerParameters: [RequestParameter] = []
    /// The fields of a body that is a form (`application/x-www-form-urlencoded`).
    package var form: [RequestParameter]
    /// The position of the value in the response.
    package var root: JSONPath?
    package var body: FieldType?
    package var bodyForm = BodyForm.whole
    /// The position of the value in the request.
    package var bodyRoot: JSONPath?
    /// The timeout in seconds.
    package var timeout: Double?
    /// Whether a list contains everything that matches its query, not just a page.
    package var isComplete = false
    /// How a list is paginated, if it differs from the API.
    package var pagination: ListPagination?
    /// The parameter of a list that selects objects by their keys.
    package var keysParameter: SwiftName?
    /// The responses by status; empty if none are declared.
    package var responses: [StatusResponse] = []
    /// The statuses that mean success; empty for the default.
    package var expected: [Int] = []
    /// The credentials that are sent: none if empty, the API's first one if nil.
    package var credentials: [SwiftName]?
    /// Whether the request may be sent again even if its method does not allow that.
    package var isIdempotent = false
    /// The maximum number of attempts.
    package var attempts: Int?

    package init(
        method: HTTPMethod? = nil, path: String? = nil, headers: [HeaderField] = [], form: [RequestParameter] = [],
        root: JSONPath? = nil, body: FieldType? = nil, timeout: Double? = nil
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.form = form
        self.root = root
        self.body = body
        self.timeout = timeout
    }

    /// The type of the first successful response with a body; nil if there is none.
    package var result: FieldType? { responses.first { $0.isSuccess && $0.type != nil }?.type }

    /// Whether attempts, credentials and expected statuses are the API's defaults.
    package var isUnattended: Bool { expected.isEmpty && credentials == nil && !isIdempotent && attempts == nil }

    /// What the caller passes in addition to the key, the body and the parts of an upload.
    package var given: [RequestParameter] { parameters.filter { $0.constant == nil } }

    /// All parameters, including constant ones.
    package var parameters: [RequestParameter] { query + form + headerParameters }
}

/// A typed parameter of a request: in its path, query, headers or form.
package struct RequestParameter: Hashable, Sendable, Codable {
    package var name: SwiftName
    /// The name on the wire.
    package var key: String
    package var type: FieldType
    /// How several values are encoded.
    package var style: ParameterStyle
    package var transformer: TransformerUse?
    /// The value that is always sent, so that the caller does not pass one.
    package var constant: Literal?
    /// The value that is sent if the caller does not pass one.
    package var standard: Literal?
    /// The headers of a part of an upload.
    package var headers: [HeaderField] = []
    /// Whether logs and errors must not show the value.
    package var isSensitive = false
    package var documentation: String?
    /// Why it should no longer be used.
    package var deprecated: String?

    package init(
        name: SwiftName, key: String, type: FieldType, style: ParameterStyle = .repeated, constant: Literal? = nil
    ) {
        self.name = name
        self.key = key
        self.type = type
        self.style = style
        self.constant = constant
    }

    /// Whether the caller may omit the parameter.
    package var isOptional: Bool { type.isOptional || standard != nil }

    /// The kinds of parts in an upload.
    package enum PartKind {
        case file, files, json, text
        /// A part in JSON for each value of a list.
        case jsonValues
    }

    package func partKind(_ types: some TypeLookup) -> PartKind {
        if style == .json { return .json }
        guard transformer == nil else { return .text }
        return switch type.unwrapped {
        case .scalar(.data): .file
        case .list(.scalar(.data)): .files
        case .model: type.innermost.isText(types) ? .text : .json
        case .list(.model): type.innermost.isText(types) ? .text : .jsonValues
        case .scalar(.json), .external, .dictionary: .json
        case .list(.scalar(.json)): .jsonValues
        case .scalar, .enumeration, .geometry, .optional, .list, .set: .text
        }
    }
}

/// How the values of a list or a dictionary are encoded in a query or a form.
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
    /// `filter={"name":"a"}`
    case json
}

/// `GET posts/{id}/comments`.
package struct NestedResource: Hashable, Sendable, Codable {
    package var name: SwiftName
    /// The type of the result; nil if there is none.
    package var result: FieldType?
    package var request: RequestOptions

    package init(name: SwiftName, result: FieldType?, request: RequestOptions = RequestOptions()) {
        self.name = name
        self.result = result
        self.request = request
    }
}

/// An operation other than the seven standard ones.
package struct Action: Hashable, Sendable, Codable {
    package enum Transfer: Hashable, Sendable, Codable {
        case none
        /// The parts of a multipart body.
        case upload([RequestParameter])
        /// Unchanged bytes.
        case uploadRaw
        case download
    }

    package var name: SwiftName
    package var method: HTTPMethod
    /// The path, with `{id}` for the model's key and `{name}` for a parameter.
    package var path: String
    package var request: RequestOptions
    package var result: FieldType?
    package var transfer: Transfer = .none

    package init(
        name: SwiftName, method: HTTPMethod, path: String,
        request: RequestOptions = RequestOptions(), result: FieldType? = nil
    ) {
        self.name = name
        self.method = method
        self.path = path
        self.request = request
        self.result = result
    }
}

/// How a list is paginated.
package enum ListPagination: Hashable, Sendable, Codable {
    /// Not at all: the response contains the whole list.
    case whole
    case paged(Pagination)
}

extension Client {
    /// How the client's list is paginated; nil if it is not.
    package func pagination(in api: API) -> Pagination? {
        switch operations.first(where: { $0.kind == .list })?.request.pagination {
        case .whole: nil
        case .paged(let pagination): pagination
        case nil: api.pagination
        }
    }
}
