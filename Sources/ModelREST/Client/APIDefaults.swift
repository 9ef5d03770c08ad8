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
    /// How requests are authenticated.
    public var auth: AuthenticationScheme
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
        auth: AuthenticationScheme = .none,
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
        self.redirects = redirects
        self.timeout = timeout
        self.responseLimit = responseLimit
    }
}

/// Where in a response the value lies: key paths from the root of the document, empty for the root itself.
public struct Envelope: Sendable {
    /// Where single objects lie.
    public var object: JSONPath
    /// Where lists lie.
    public var list: JSONPath
    /// Where the metadata lies; nil where there is none.
    public var meta: JSONPath?

    /// Key paths; without any, a response is the value.
    public init(object: JSONPath = [], list: JSONPath = [], meta: JSONPath? = nil) {
        self.object = object
        self.list = list
        self.meta = meta
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
    func isBroken(by body: Data) -> Bool { isFailure(code(in: body)) }

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

/// How the requests of an API are authenticated.
public enum AuthenticationScheme: Hashable, Sendable {
    /// Not at all.
    case none
    /// `Authorization: Bearer …` (RFC 6750)
    case bearer
    /// `Authorization: Basic …` (RFC 7617); the credential is `user:password`.
    case basic
    /// A header of its own.
    case header(String)
    /// A query parameter, which is kept out of logs and errors.
    case query(String)
}
