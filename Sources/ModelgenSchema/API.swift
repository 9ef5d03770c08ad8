/// A REST service.
package struct API: Hashable, Sendable, Codable {
    package var name: SwiftName
    package var file: String
    package var baseURL: String?
    package var basePath: String?
    package var format: WireFormat
    package var headers: [HeaderField]
    /// The methods that the schema sets for operations of every model.
    package var methods: [OperationMethod]
    package var envelope: Envelope
    package var failure: BusinessFailure?
    package var pagination: Pagination?
    package var authentication: Authentication
    /// Whether its models have repositories where they do not say.
    package var hasRepositories = false

    package init(
        name: SwiftName, file: String, baseURL: String? = nil, basePath: String? = nil, format: WireFormat = .json,
        headers: [HeaderField] = [], methods: [OperationMethod] = [], envelope: Envelope = Envelope(),
        failure: BusinessFailure? = nil, pagination: Pagination? = nil, authentication: Authentication = .none
    ) {
        self.name = name
        self.file = file
        self.baseURL = baseURL
        self.basePath = basePath
        self.format = format
        self.headers = headers
        self.methods = methods
        self.envelope = envelope
        self.failure = failure
        self.pagination = pagination
        self.authentication = authentication
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

/// Where a response holds its object, its list and its metadata.
package struct Envelope: Hashable, Sendable, Codable {
    package var object: JSONPath?
    package var list: JSONPath?
    package var meta: JSONPath?

    package init(object: JSONPath? = nil, list: JSONPath? = nil, meta: JSONPath? = nil) {
        self.object = object
        self.list = list
        self.meta = meta
    }
}

/// How a response of status 200 tells that it failed all the same.
package struct BusinessFailure: Hashable, Sendable, Codable {
    package var code: JSONPath
    package var success: String
    package var message: JSONPath?

    package init(code: JSONPath, success: String, message: JSONPath? = nil) {
        self.code = code
        self.success = success
        self.message = message
    }
}

package enum Pagination: Hashable, Sendable, Codable {
    case offset(start: String, limit: String)
    case page(number: String, size: String?)
    case cursor(parameter: String, next: JSONPath)
    case link
}

package enum Authentication: Hashable, Sendable, Codable {
    case none
    case bearer
    case basic
    case header(String)
    case query(String)
}
