import Foundation
import HTTPTypes
import ModelRuntime

/// Describes why a request failed. This is the only error that clients throw, unless the operation declares another.
///
/// ```swift
/// do {
///     post = try await api.posts.get(12)
/// } catch let error as APIError where error.failure?.status == 404 {
///     post = nil
/// }
/// ```
/// It contains the operation, the method and the URL, without the values of sensitive parameters, and no credentials.
public struct APIError: Error, Sendable {
    /// What happened.
    public enum Reason: Sendable {
        /// No complete response was received: no connection, a dropped connection, not HTTP, an invalid certificate.
        case transport(TransportError)
        /// The status is not one that the operation expects.
        case status(ServerFailure)
        /// The status is a success, but the body reports a failure.
        case business(ServerFailure)
        /// The body is not what the operation returns; usually a `JSONError` with the path in the document.
        case decoding(any Error)
        /// No response within this time.
        case timeout(Duration)
        /// The task was cancelled.
        case cancelled
        /// The response is larger than this number of bytes.
        case tooLarge(limit: Int)
        /// A redirect that is not followed: too many redirects, an invalid URL, or one that would send a body to a
        /// different host.
        case redirect(String)
        /// The request cannot be sent: a value that cannot be written in a path or header, an invalid base URL.
        case invalidRequest(String)
        /// The server's answer does not say where the next page is in a way that can be followed.
        case pagination(String)
        /// A local error: a file that cannot be read or written, an error thrown by a middleware or a body. If that has
        /// sent a request of its own, this is its `APIError`.
        case local(any Error)
        /// A fake has no answer for the operation.
        case unimplemented
    }

    /// What happened.
    public let reason: Reason
    /// The request it happened to.
    public let request: RequestSummary
    /// Whether what repeats requests has given up.
    package var isFinal = false
    /// What the operation declares to throw for this failure instead. Whatever judges a failure by its status does so
    /// before it is thrown to a user.
    var declared: (any Error)?

    /// An error.
    public init(_ reason: Reason, _ request: RequestSummary) {
        self.reason = reason
        self.request = request
    }

    /// The server's response, for `status` and `business`.
    public var failure: ServerFailure? {
        switch reason {
        case .status(let failure), .business(let failure): failure
        default: nil
        }
    }

    /// Whether the task was cancelled, which is rarely worth a message to the user.
    public var isCancellation: Bool {
        if case .cancelled = reason { true } else { false }
    }
}

extension APIError {
    /// Whether there was no answer, or no usable one: no connection, a timeout, a status of 500 and above, 408 or 429,
    /// a body that is not what the operation returns; or if that is why a base URL or a token could not be fetched. A
    /// refusal is an answer.
    public var isUnavailability: Bool {
        switch reason {
        case .transport, .timeout, .decoding: true
        case .status(let failure): failure.status >= 500 || failure.status == 408 || failure.status == 429
        case .local(let error): error.isUnavailability
        case .business, .cancelled, .tooLarge, .redirect, .invalidRequest, .pagination, .unimplemented: false
        }
    }
}

extension Error {
    /// Whether what a program's own function has thrown means that there was no answer.
    fileprivate var isUnavailability: Bool {
        (self as? APIError)?.isUnavailability
            ?? ![.cancelled, .other].contains((self as? TransportError ?? TransportError(self)).reason)
    }

    /// What a user gets: this error, or the one that the operation declares.
    package var asDeclared: any Error { (self as? APIError)?.declared ?? self }
}

extension APIError: CustomStringConvertible, LocalizedError {
    /// The request and what happened to it.
    public var description: String { "\(request): \(reason)" }

    /// The request and what happened to it.
    public var errorDescription: String? { description }
}

extension APIError.Reason: CustomStringConvertible {
    /// One line about what happened.
    public var description: String {
        switch self {
        case .transport(let error): "\(error)"
        case .status(let failure): "the server answered \(failure)"
        case .business(let failure): "the server rejected the request: \(failure)"
        case .decoding(let error): "the response cannot be decoded: \(error)"
        case .timeout(let limit): "no response, or no progress, within \(limit)"
        case .cancelled: "cancelled"
        case .tooLarge(let limit): "the response is larger than \(limit) bytes"
        case .redirect(let problem), .invalidRequest(let problem), .pagination(let problem): problem
        case .local(let error): "\(error)"
        case .unimplemented: "the fake has no answer for this operation"
        }
    }
}

/// Thrown before it is known which request it concerns: it is not sent, or a redirect is not followed.
extension APIError.Reason: Error {
    init(_ error: any Error) {
        let isCancellation = error is CancellationError || (error as? APIError)?.isCancellation == true
        self = error as? Self ?? (isCancellation ? .cancelled : .local(error))
    }
}

/// The server's description of a failure.
public struct ServerFailure: Sendable, CustomStringConvertible {
    /// The HTTP status.
    public let status: Int
    /// The headers.
    public let headers: HTTPFields
    /// The unchanged body.
    public let body: Data
    /// The code in the body, if the API declares its place.
    public let code: String?
    /// The message in the body, if the API declares its place or the body conforms to RFC 9457.
    public let message: String?
    let format: BodyFormat

    init(_ raw: APIRawResponse, _ rule: (any FailureReading)?, format: BodyFormat) {
        status = raw.status
        headers = raw.headers
        body = raw.body
        self.format = format
        let isProblem = raw.headers[.contentType]?.lowercased().hasPrefix("application/problem+json") == true
        let document = isProblem ? try? BodyFormat.json.decode(JSON.self, from: raw.body, at: []) : nil
        problemDocument = document?.object == nil ? nil : document
        code = rule?.code(in: raw.body)
        message =
            rule?.message(in: raw.body) ?? problemDocument?["detail"]?.string ?? problemDocument?["title"]?.string
    }

    /// The body, if it describes a problem according to RFC 9457.
    package let problemDocument: JSON?
    /// The body as JSON, if it is JSON, or XML for an API that uses it.
    public var json: JSON? { try? decoded(as: JSON.self) }

    /// The body as another type; a string and bytes are unchanged unless they are JSON.
    public func decoded<Value: JSONValue>(as type: Value.Type = Value.self) throws -> Value {
        if let plain = try Value.plain(body, headers) { return plain }
        return try format.decode(type, from: body, at: nil)
    }

    /// Status, code and message.
    public var description: String {
        ["\(status)", code.map { "code \($0)" }, message].compactMap { $0 }.joined(separator: ", ")
    }
}
