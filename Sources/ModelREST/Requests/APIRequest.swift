import Foundation
import HTTPTypes

/// A request on its way through the middleware: every part of it can still be changed.
public struct APIRequest: Sendable {
    /// What is sent.
    public enum Body: Sendable {
        /// Nothing.
        case none
        /// A form, which is encoded only when the request leaves the middleware.
        case form(Parameters)
        /// Bytes.
        case data(Data)
        /// The bytes of a file.
        case file(URL)
        /// Bytes that come piece by piece.
        case stream(BodyStream)
    }

    /// Which operation it belongs to, e.g. `posts.get`.
    public let operation: String
    /// The method.
    public var method: HTTPRequest.Method
    /// The scheme, `http` or `https`.
    public var scheme: String
    /// The host with its port, where one is given.
    public var authority: String
    /// The percent-encoded path, beginning with a slash.
    public var path: String
    /// The parameters of the query.
    public var query: Parameters
    /// The headers.
    public var headers: HTTPFields
    /// The body.
    public var body: Body
    /// How long one attempt may take; for an upload or a download, how long it may stand still.
    public var timeout: Duration
    /// How many bytes the response may have after decompression; more is `APIError.Reason.tooLarge`.
    public var responseLimit: Int
    /// Whether it may be sent again when it is not known whether the first time had an effect.
    public var repeatability: Repeatability
    /// Which credentials authentication adds.
    public var credentials: CredentialUse
    /// How often it is sent at most, if it may be repeated; nil if nobody said.
    public var attempts: Int?
    /// The statuses that are a success.
    public var expected: Range<Int>
    /// Further statuses that are a success, 304 for one.
    public var accepted: [Int] = []
    /// Whether a redirect may turn it into a GET without its body.
    public var redirects: RedirectPolicy
    /// The segments of the path that may not be shown.
    package internal(set) var secrets: [String] = []
    /// The query of a URL that the server gave, which is sent as it came, and of `query` what it lacks.
    package var linkQuery: String?
    /// Whether the body is a document of the API, and not bytes of a file.
    var isDocument = false
    /// What the API's bodies are written in.
    var format = BodyFormat.json
    /// The upload or the download that it belongs to.
    var transfer: (any TransferHandling)?

    /// Whether it may be sent twice: the method is idempotent (RFC 9110, section 9.2.2) or the operation says so.
    public var isRepeatable: Bool {
        switch repeatability {
        case .safe: true
        case .never: false
        case .byMethod: [.get, .head, .put, .delete, .options, .trace].contains(method)
        }
    }

    /// What may be said about it in logs and errors: no header, no body, no sensitive parameter.
    public var summary: RequestSummary {
        let query = self.query.encoded(showing: .openValues)
        return RequestSummary(
            operation: operation,
            method: method.rawValue,
            url: "\(scheme)://\(authority)\(path.hiding(secrets))" + (query.isEmpty ? "" : "?\(query)")
        )
    }

    /// Whether a status is a success.
    func expects(_ status: Int) -> Bool { expected.contains(status) || accepted.contains(status) }

    /// The head that goes to the transport.
    package var head: HTTPRequest {
        let query = linkQuery.map { self.query.encoded(after: $0) } ?? self.query.encoded
        return HTTPRequest(
            method: method,
            scheme: scheme,
            authority: authority,
            path: query.isEmpty ? path : "\(path)?\(query)",
            headerFields: headers
        )
    }

    /// The body that goes to the transport.
    var content: TransportBody {
        switch body {
        case .none: .empty
        case .form(let parameters): .data(Data(parameters.encoded.utf8))
        case .data(let data): .data(data)
        case .file(let url): .file(url)
        case .stream(let stream): .stream(stream)
        }
    }
}

/// What becomes of a redirect (301, 302 or 303) that asks for a GET where something else was sent.
public enum RedirectPolicy: Hashable, Sendable {
    /// It is an error: what was sent would be lost, and nobody would notice.
    case keepingMethod
    /// It is followed by a GET without a body, as browsers do.
    case changingMethod
}

/// Whether a request may be sent again.
public enum Repeatability: Hashable, Sendable {
    /// As its method says: GET, HEAD, PUT, DELETE, OPTIONS and TRACE may.
    case byMethod
    /// It may, though its method does not say so.
    case safe
    /// It may not, whatever its method says.
    case never
}

/// Which credentials authentication adds to a request.
public enum CredentialUse: Hashable, Sendable {
    /// The API's first one, or its only one.
    case sent
    /// Those of these names, of an API that has several.
    case named([String])
    /// None, for example when logging in.
    case withheld

    /// Whether the credential of a name is one of them.
    package func include(_ name: String) -> Bool {
        switch self {
        case .sent: true
        case .named(let names): names.contains(name)
        case .withheld: false
        }
    }
}

/// What may be said about a request: operation, method, the URL without sensitive values, and where it was redirected to.
public struct RequestSummary: Hashable, Sendable, CustomStringConvertible {
    /// The operation, e.g. `posts.get`.
    public let operation: String
    /// The method, e.g. `GET`.
    public let method: String
    /// The URL; the values of sensitive parameters are `***`.
    public let url: String
    /// The redirects that were followed, in order, each a method and a URL without its query: `GET https://…`.
    public var redirects: [String]

    /// A summary, for fakes that throw what the client throws.
    public init(operation: String, method: String, url: String, redirects: [String] = []) {
        self.operation = operation
        self.method = method
        self.url = url
        self.redirects = redirects
    }

    /// `posts.get (GET https://…)`, with the redirects: `posts.get (GET http://…, redirected to GET https://…)`
    public var description: String {
        "\(operation) (\((["\(method) \(url)"] + redirects).joined(separator: ", redirected to ")))"
    }
}
