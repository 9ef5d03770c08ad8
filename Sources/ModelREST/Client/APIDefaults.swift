import Foundation
import ModelRuntime

/// The settings of an API as a whole, from the generated code.
public struct APIDefaults: Sendable {
    /// The default base URL, which a client can override.
    public var baseURL: String
    /// The path between the base URL and the paths of operations.
    public var basePath: String
    /// Headers of all requests.
    public var headers: RequestHeaders
    /// Query or form parameters of all requests, with the lowest priority.
    public var parameters: Parameters
    /// The format of bodies.
    public var format: BodyFormat
    /// The key paths of the value in a response.
    public var envelope: Envelope
    /// How a body reports that the operation failed.
    public var failure: FailureRule?
    /// How further pages of a list are requested.
    public var pagination: Pagination?
    /// How requests are authenticated: with the first of these, unless an operation names others.
    public var auth: [AuthenticationScheme]
    /// The maximum number of attempts, if a request may be repeated.
    public var attempts: Int
    /// Whether a redirect may turn a POST into a GET.
    public var redirects: RedirectPolicy
    /// The timeout of one attempt.
    public var timeout: Duration
    /// The maximum size of a response in memory, in bytes.
    public var responseLimit: Int

    /// Creates the settings shared by all operations.
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

/// The positions of the value in responses and request bodies: key paths from the root of the document, empty for the
/// root itself.
public struct Envelope: Sendable {
    /// The key path of a single object.
    public var object: JSONPath
    /// The key path of a list.
    public var list: JSONPath
    /// The key path of the metadata; nil if there is none.
    public var meta: JSONPath?
    /// The key path of the value in a request body.
    public var body: JSONPath

    /// Creates an envelope; without any key paths, the response itself is the value.
    public init(object: JSONPath = [], list: JSONPath = [], meta: JSONPath? = nil, body: JSONPath = []) {
        self.object = object
        self.list = list
        self.meta = meta
        self.body = body
    }
}

/// How a body reports why an operation failed, and that it failed even though the status is a success.
///
/// A code other than `success` is a failure; a body without a code is a failure only if its status is.
public struct FailureRule: Sendable {
    /// The key path of the code; nil if only the status reports failures.
    public var code: JSONPath?
    /// The code that means success; a number is compared by its digits.
    public var success: String?
    /// The key path of the message.
    public var message: JSONPath?
    /// The format of bodies.
    var format = BodyFormat.json

    /// Creates a rule. Without a success code, only the status reports failures.
    public init(code: JSONPath? = nil, success: String? = nil, message: JSONPath? = nil) {
        self.code = code
        self.success = success
        self.message = message
    }

    /// The code in a body, or nil if the body is not a document or contains none.
    func code(in body: Data) -> String? { code.flatMap { text(at: $0, in: body) } }

    /// The message in a body.
    func message(in body: Data) -> String? { message.flatMap { text(at: $0, in: body) } }

    /// Whether a body reports a failure.
    package func isBroken(by body: Data) -> Bool { isFailure(code(in: body)) }

    /// Whether a code means failure.
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

/// How the requests of an API are authenticated: where the credential is sent, and its name if there are several.
public struct AuthenticationScheme: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        case bearer
        case basic
        case header(String)
        case query(String)
    }

    let place: Place
    /// The name by which operations refer to it; empty if it is the API's only credential.
    public private(set) var name = ""

    /// `Authorization: Bearer …` (RFC 6750)
    public static let bearer = AuthenticationScheme(place: .bearer)
    /// `Authorization: Basic …` (RFC 7617); the credential is `user:password`.
    public static let basic = AuthenticationScheme(place: .basic)
    /// A custom header.
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
