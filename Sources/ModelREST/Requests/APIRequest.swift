import Foundation
import HTTPTypes

/// A request on its way through the middleware, which can change any part of it.
public struct APIRequest: Sendable {
    /// The body of a request.
    public enum Body: Sendable {
        /// Nothing.
        case none
        /// A form, which is encoded after the last middleware.
        case form(Parameters)
        /// Bytes.
        case data(Data)
        /// Bytes that are read or produced incrementally.
        case stream(BodyStream)
    }

    /// The name of the operation, e.g. `posts.get`.
    public let operation: String
    /// The method.
    public var method: HTTPRequest.Method
    /// The scheme, `http` or `https`.
    public var scheme: String
    /// The host, with its port if there is one.
    public var authority: String
    /// The percent-encoded path, beginning with a slash.
    public var path: String
    /// The parameters of the query.
    public var query: Parameters
    /// The headers.
    public var headers: HTTPFields
    /// The body.
    public var body: Body
    /// The timeout for one attempt; for an upload or a download, the maximum time without progress.
    public var timeout: Duration
    /// The maximum size of the decompressed response in bytes; beyond it, the error is `APIError.Reason.tooLarge`.
    public var responseLimit: Int
    /// Whether the request may be sent again if it is unknown whether the previous attempt had an effect.
    public var repeatability: Repeatability
    /// The credentials that authentication adds.
    public var credentials: CredentialUse
    /// The maximum number of attempts, if the request may be sent again; nil if not specified.
    public var attempts: Int?
    /// The statuses that count as success.
    public var expected: [ClosedRange<Int>]
    /// Whether a redirect may turn the request into a GET without its body.
    public var redirects: RedirectPolicy
    /// The segments of the path that must not be shown, unencoded.
    package internal(set) var secrets: [String] = []
    /// Whether the body is a document of the API rather than the bytes of a file.
    package var isDocument = false
    /// The format of the API's bodies.
    package var format = BodyFormat.json
    /// The middleware that retries the request, if the schema declares one. It is outside all other middleware.
    var retry: (any Middleware)?
    /// The upload or download that the request belongs to.
    package var transfer: (any TransferHandling)?

    /// A description for logs and errors, without headers, body and sensitive parameters.
    public var summary: RequestSummary {
        let query = self.query.encoded(showing: .open)
        return RequestSummary(
            operation: operation,
            method: method.rawValue,
            url: "\(scheme)://\(authority)\(path.hiding(secrets))" + (query.isEmpty ? "" : "?\(query)")
        )
    }

    /// The parameters of the body, if it is a form.
    var form: Parameters? { if case .form(let form) = body { form } else { nil } }

    /// Whether a status is a success.
    func expects(_ status: Int) -> Bool { expected.contains { $0.contains(status) } }

    /// The head that goes to the transport.
    package var head: HTTPRequest {
        let query = self.query.encoded
        return HTTPRequest(
            method: method,
            scheme: scheme,
            authority: authority,
            path: query.isEmpty ? path : "\(path)?\(query)",
            headerFields: headers
        )
    }

    /// The body that goes to the transport. Throws if a parameter cannot be sent, because the request would mean
    /// something else without it.
    var content: BodyStream? {
        get throws(APIError.Reason) {
            if let problem = query.problem ?? form?.problem { throw .invalidRequest(problem) }
            return switch body {
            case .none: nil
            case .form(let form): BodyStream([.data(Data(form.encoded.utf8))])
            case .data(let data): BodyStream([.data(data)])
            case .stream(let stream): stream
            }
        }
    }
}

/// What to do with a redirect (301, 302 or 303) that turns another method into a GET.
public enum RedirectPolicy: Hashable, Sendable {
    /// The redirect is an error, because the request's body would be lost silently.
    case keepingMethod
    /// The redirect is followed by a GET without a body, as in browsers.
    case changingMethod
}

/// Whether a request may be sent more than once.
public enum Repeatability: Hashable, Sendable {
    /// Depends on the method: GET, HEAD, PUT, DELETE, OPTIONS and TRACE may be repeated.
    case byMethod
    /// May be repeated, even if its method is not idempotent.
    case safe
    /// Must not be repeated, whatever its method.
    case never
}

/// The credentials that authentication adds to a request.
public enum CredentialUse: Hashable, Sendable {
    /// The API's only credential, or its first one.
    case sent
    /// The credentials with these names, for an API with several.
    case named([String])
    /// No credentials, for example when logging in.
    case withheld
}
