/// The response for one or several statuses.
package struct StatusResponse: Hashable, Sendable, Codable {
    package enum Status: Hashable, Sendable, Codable {
        /// `404`
        case code(Int)
        /// `4XX`
        case range(Int)
        /// `default`: every failure that has no entry of its own.
        case standard
    }

    package var status: Status
    /// The type of the body; nil if the body is ignored.
    package var type: FieldType?

    package init(status: Status, type: FieldType?) {
        self.status = status
        self.type = type
    }

    /// Whether it is a success.
    package var isSuccess: Bool {
        switch status {
        case .code(let code): code < 400
        case .range(let hundreds): hundreds == 2
        case .standard: false
        }
    }
}

extension StatusResponse.Status {
    /// The rank for sorting: single statuses come first, then ranges, then the default.
    package var rank: Int {
        switch self {
        case .code(let code): code
        case .range(let hundreds): 1000 + hundreds
        case .standard: 2000
        }
    }

    /// The statuses as they are written in the schema: `404`, `4XX`, `default`.
    package var text: String {
        switch self {
        case .code(let code): String(code)
        case .range(let hundreds): "\(hundreds)XX"
        case .standard: "default"
        }
    }

    /// The name of the case in Swift: `notFound`.
    package var caseName: String {
        switch self {
        case .code(let code): Self.names.first { $0.code == code }?.name ?? "status\(code)"
        case .range(2): "success"
        case .range(4): "clientError"
        case .range: "serverError"
        case .standard: "other"
        }
    }

    /// The names from RFC 9110, section 15.
    private static let names: [(code: Int, name: String)] = [
        (200, "ok"), (201, "created"), (202, "accepted"), (203, "nonAuthoritative"), (204, "noContent"),
        (205, "resetContent"), (206, "partialContent"), (207, "multiStatus"), (304, "notModified"),
        (400, "badRequest"), (401, "unauthorized"), (402, "paymentRequired"), (403, "forbidden"), (404, "notFound"),
        (405, "methodNotAllowed"), (406, "notAcceptable"), (408, "requestTimeout"), (409, "conflict"), (410, "gone"),
        (412, "preconditionFailed"), (413, "contentTooLarge"), (415, "unsupportedMediaType"),
        (422, "unprocessableContent"), (423, "locked"), (428, "preconditionRequired"), (429, "tooManyRequests"),
        (500, "internalServerError"), (501, "notImplemented"), (502, "badGateway"), (503, "serviceUnavailable"),
        (504, "gatewayTimeout"),
    ]
}
