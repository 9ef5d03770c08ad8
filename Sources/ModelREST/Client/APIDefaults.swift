import Foundation
import ModelRuntime

/// What generated code says about an API as a whole.
public struct APIDefaults: Sendable {
    /// Where it is, unless the client is told otherwise.
    public var baseURL: String
    /// The path between the base URL and the operations' own.
    public var basePath: String
    /// Headers of all requests.
    public var headers: RequestHeaders
    /// Query or form parameters of all requests, of the lowest priority.
    public var parameters: Parameters
    /// What bodies are written in.
    public var format: BodyFormat
    /// Where in a response the value lies.
    public var envelope: Envelope
    /// How a body tells that the operation failed.
    public var failure: FailureRule?
    /// How further pages of a list are asked for.
    public var pagination: Pagination?
    /// How requests are authenticated: by the first of these, unless an operation names others.
    public var auth: [AuthenticationScheme]
    /// How often a request is sent at most, if it may be repeated.
    public var attempts: Int
    /// Whether a redirect may turn a POST into a GET.
    public var redirects: RedirectPolicy
    /// How long one attempt may take.
    public var timeout: Duration
    /// How many bytes a response in memory may have.
    public var responseLimit: Int

    /// What all operations share.
    public init(
        baseURL: String,
        basePath: String = "",
        headers: RequestHeaders = [:],
        parameters: Parameters = [:],
        format: BodyFormat = .json,
        envelope: Envelope = Envelope(),
        failure: FailureRule? = nil,
        pagination: Pagination? = nil,
        auth: [AuthenticationScheme] = [],
        attempts: Int = 1,
        redirects: RedirectPolicy = .keepingMethod,
        timeout: Duration = .seconds(60),
        responseLimit: Int = 64 << 20
    ) {
        self.baseURL = baseURL
        self.basePath = basePath
        self.headers = headers
        self.parameters = parameters
        self.format = format
        self.envelope = envelope
        self.failure = failure
        self.failure?.format = format
        self.pagination = pagination
        self.auth = auth
        self.attempts = attempts
        self.redirects = redirects
        self.timeout = timeout
        self.responseLimit = responseLimit
    }
}

/// Where in a response, and in what is sent, the value lies: key paths from the root of the document, empty for the root
/// itself.
public struct Envelope: Sendable {
    /// Where single objects lie.
    public var object: JSONPath
    /// Where lists lie.
    public var list: JSONPath
    /// Where the metadata lies; nil where there is none.
    public var meta: JSONPath?
    /// Where what is sent lies.
    public var body: JSONPath

    /// Key paths; without any, a response is the value.
    public init(object: JSONPath = [], list: JSONPath = [], meta: JSONPath? = nil, body: JSONPath = []) {
        self.object = object
        self.list = list
        self.meta = meta
        self.body = body
    }
}

/// How a body tells why an operation failed, and that it failed, where the status is that of a success.
///
/// A code other than `success` is a failure; so a body without a code is one only where its status says so.
public struct FailureRule: Sendable {
    /// Where the code stands; nil if only the status says that a request failed.
    public var code: JSONPath?
    /// The code of a success: a number is compared by its digits.
    public var success: String?
    /// Where the message lies.
    public var message: JSONPath?
    /// What bodies are written in.
    var format = BodyFormat.json

    /// Key paths and the code of a success. Without a code of success, only the status says that a request failed.
    public init(code: JSONPath? = nil, success: String? = nil, message: JSONPath? = nil) {
        self.code = code
        self.success = success
        self.message = message
    }

    /// The code in a body, or nil where the body is no document or holds none.
    func code(in body: Data) -> String? { code.flatMap { text(at: $0, in: body) } }

    /// The message in a body.
    func message(in body: Data) -> String? { message.flatMap { text(at: $0, in: body) } }

    /// Whether a body tells a failure.
    package func isBroken(by body: Data) -> Bool { isFailure(code(in: body)) }

    /// Whether a code is one of a failure.
    func isFailure(_ code: String?) -> Bool {
        guard let code, let success else { return false }
        return code != success
    }

    private func text(at path: JSONPath, in body: Data) -> String? {
        guard format.isDocument(body) else { return nil }
        return switch try? format.decode(JSON?.self, from: body, at: path) {
        case .string(let text): text
        case .integer(let number): String(number)
        case .bool(let flag): String(flag)
        default: nil
        }
    }
}

/// How the requests of an API are authenticated: where the credential goes, and what it is called if there are several.
public struct AuthenticationScheme: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        case bearer
        case basic
        case header(String)
        case query(String)
    }

    let place: Place
    /// The name by which operations ask for it; empty if it is the only credential of its API.
    public private(set) var name = ""

    /// `Authorization: Bearer …` (RFC 6750)
    public static let bearer = AuthenticationScheme(place: .bearer)
    /// `Authorization: Basic …` (RFC 7617); the credential is `user:password`.
    public static let basic = AuthenticationScheme(place: .basic)
    /// A header of its own.
    public static func header(_ name: String) -> AuthenticationScheme { AuthenticationScheme(place: .header(name)) }
    /// A query parameter, which is kept out of logs and errors.
    public static func query(_ name: String) -> AuthenticationScheme { AuthenticationScheme(place: .query(name)) }

    /// The same scheme under a name, for an API that has several.
    public func named(_ name: String) -> AuthenticationScheme {
        var scheme = self
        scheme.name = name
        return scheme
    }
}
