/// A REST service.
package struct API: Hashable, Sendable, Codable {
    package var name: SwiftName
    package var file: String
    package var baseURL: String?
    package var basePath: String?
    package var format: WireFormat
    package var headers: [HeaderField]
    /// The parameters that all requests have.
    package var parameters: [GlobalParameter]
    /// The methods that the schema sets for the operations of all models.
    package var methods: [OperationMethod]
    package var envelope: Envelope
    package var failure: BusinessFailure?
    package var pagination: Pagination?
    /// How requests are authenticated: by the first credential, unless an operation names others.
    package var credentials: [Credential]
    /// The name of the header for the idempotency key of a request that may be retried.
    package var idempotencyHeader: String?
    /// The maximum number of attempts for a request.
    package var attempts: Int?
    package var redirects: Redirects = .keepingMethod
    /// Whether its models have repositories by default.
    package var hasRepositories = false

    package init(
        name: SwiftName, file: String, baseURL: String? = nil, basePath: String? = nil, format: WireFormat = .json,
        headers: [HeaderField] = [], parameters: [GlobalParameter] = [], methods: [OperationMethod] = [],
        envelope: Envelope = Envelope(), failure: BusinessFailure? = nil, pagination: Pagination? = nil,
        credentials: [Credential] = []
    ) {
        self.name = name
        self.file = file
        self.baseURL = baseURL
        self.basePath = basePath
        self.format = format
        self.headers = headers
        self.parameters = parameters
        self.methods = methods
        self.envelope = envelope
        self.failure = failure
        self.pagination = pagination
        self.credentials = credentials
    }
}

package enum WireFormat: String, Hashable, Sendable, Codable, CaseIterable {
    case json
    case xml
}

package struct HeaderField: Hashable, Sendable, Codable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

package struct OperationMethod: Hashable, Sendable, Codable {
    package var operation: OperationKind
    package var method: HTTPMethod

    package init(operation: OperationKind, method: HTTPMethod) {
        self.operation = operation
        self.method = method
    }
}

package enum HTTPMethod: String, Hashable, Sendable, Codable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case head = "HEAD"
    case options = "OPTIONS"
}

/// The positions of the object, the list and the metadata in a response, and of the value in a request.
package struct Envelope: Hashable, Sendable, Codable {
    package var object: JSONPath?
    package var list: JSONPath?
    package var meta: JSONPath?
    /// Where a request holds its value.
    package var body: JSONPath?

    package init(object: JSONPath? = nil, list: JSONPath? = nil, meta: JSONPath? = nil, body: JSONPath? = nil) {
        self.object = object
        self.list = list
        self.meta = meta
        self.body = body
    }
}

/// A parameter that all requests have.
package struct GlobalParameter: Hashable, Sendable, Codable {
    package enum Place: String, Hashable, Sendable, Codable, CaseIterable {
        case body
        case query
    }

    package var key: String
    package var value: Literal
    /// Where it is sent with methods other than GET, HEAD and DELETE.
    package var place: Place

    package init(key: String, value: Literal, place: Place = .body) {
        self.key = key
        self.value = value
        self.place = place
    }
}

/// Whether a redirect may turn a POST into a GET.
package enum Redirects: String, Hashable, Sendable, Codable, CaseIterable {
    case keepingMethod
    case changingMethod
}

/// Where a response describes why it failed, and how it shows that it failed even though its status is 200.
package struct BusinessFailure: Hashable, Sendable, Codable {
    package var code: JSONPath?
    package var success: String?
    package var message: JSONPath?

    package init(code: JSONPath?, success: String?, message: JSONPath? = nil) {
        self.code = code
        self.success = success
        self.message = message
    }
}

package enum Pagination: Hashable, Sendable, Codable {
    case offset(start: String, limit: String, end: PageEnd = .empty)
    case page(number: String, size: String?, end: PageEnd = .empty)
    case cursor(parameter: String, next: JSONPath)
    /// By a value of the previous page's last object, at a key path of that object. The value at `more` says whether
    /// there are further pages.
    case last(parameter: String, key: JSONPath, more: JSONPath?)
    /// By the URL of the next page, which is at a key path.
    case url(next: JSONPath)
    case link

    /// The parameters that select the page.
    package var parameters: [RequestParameter] {
        func parameter(_ key: String, _ type: Scalar) -> RequestParameter {
            RequestParameter(name: SwiftName(key.camelCasedIdentifier), key: key, type: .optional(.scalar(type)))
        }
        return switch self {
        case .offset(let start, let limit, _): [parameter(start, .int), parameter(limit, .int)]
        case .page(let number, let size, _): [parameter(number, .int)] + (size.map { [parameter($0, .int)] } ?? [])
        case .cursor(let cursor, _), .last(let cursor, _, _): [parameter(cursor, .string)]
        case .url, .link: []
        }
    }
}

/// How the last page is recognized, apart from being empty or missing.
package enum PageEnd: Hashable, Sendable, Codable {
    case empty
    case short
    case total(JSONPath)
}

/// A way to authenticate requests.
package struct Credential: Hashable, Sendable, Codable {
    /// The name by which operations refer to it; nil if there is only one.
    package var name: SwiftName?
    package var scheme: Authentication

    package init(name: SwiftName? = nil, scheme: Authentication) {
        self.name = name
        self.scheme = scheme
    }
}

package enum Authentication: Hashable, Sendable, Codable {
    case bearer
    case basic
    case header(String)
    case query(String)
}
