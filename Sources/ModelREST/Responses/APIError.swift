import Foundation
import HTTPTypes
import ModelRuntime

/// Describes why a request failed. It is the only error that clients throw, unless the operation declares another.
///
/// ```swift
/// do {
///     post = try await api.posts.get(12)
/// } catch let error as APIError where error.failure?.status == 404 {
///     post = nil
/// }
/// ```
/// It contains the operation, the method and the URL. It contains no credentials and no values of sensitive parameters.
public struct APIError: Error, Sendable {
    /// What happened.
    public enum Reason: Sendable {
        /// No complete response was received, for example because there was no connection, it was lost, the server's
        /// certificate is invalid, or the response is not HTTP.
        case transport(TransportError)
        /// The status is not one that the operation expects.
        case status(ServerFailure)
        /// The status is a success, but the body reports a failure.
        case business(ServerFailure)
        /// The body does not match what the operation returns. Usually a `JSONError` with the path in the document.
        case decoding(any Error)
        /// No response within this time.
        case timeout(Duration)
        /// The task was cancelled.
        case cancelled
        /// The response is larger than this number of bytes.
        case tooLarge(limit: Int)
        /// A redirect that is not followed: it would turn the method into GET, send a body to a different host, or lead
        /// from https to http; or there were too many, or its URL is invalid.
        case redirect(String)
        /// The request cannot be sent, for example because a value cannot be written in a path or header, or because of
        /// an invalid base URL.
        case invalidRequest(String)
        /// The server's answer does not refer to the next page in a way that can be followed.
        case pagination(String)
        /// A local error: a file cannot be read or written, or a middleware or a body threw an error. If a middleware
        /// has sent a request of its own, this is its `APIError`.
        case local(any Error)
        /// A fake has no answer for the operation.
        case unimplemented
    }

    /// What happened.
    public let reason: Reason
    /// The request that failed.
    public let request: RequestSummary
    /// Whether the retry middleware has given up.
    package var isFinal = false
    /// The error that the operation declares for this failure. It replaces this one when it is thrown to the user,
    /// after everything that judges a failure by its status.
    var declared: (any Error)?

    /// Creates an error.
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

    /// Whether the task was cancelled, which users rarely need to be told.
    public var isCancellation: Bool {
        if case .cancelled = reason { true } else { false }
    }
}

extension APIError {
    /// Whether there was no usable answer: no connection, a timeout, a status of 500 and above, 408 or 429, or a body
    /// that does not match what the operation returns. Also true if that is why a base URL or a token could not be
    /// fetched. A refusal is an answer.
    public var isUnavailability: Bool {
        switch reason {
        case .transport, .timeout, .decoding: true
        case .status(let failure): failure.status >= 500 || failure.status == 408 || failure.status == 429
        case .local(let error): error.isUnavailability
        default: false
        }
    }
}

extension Error {
    /// Whether an error thrown by a function of the program means that there was no answer.
    fileprivate var isUnavailability: Bool {
        (self as? APIError)?.isUnavailability
            ?? ![.cancelled, .other].contains((self as? TransportError ?? TransportError(self)).reason)
    }

    /// The error that the user gets: this one, or the one that the operation declares.
    package var asDeclared: any Error { (self as? APIError)?.declared ?? self }
}

extension APIError: CustomStringConvertible, LocalizedError {
    /// The request and what happened to it, in one line.
    public var description: String { "\(request): \(reason)" }

    /// The request and what happened to it, in one line.
    public var errorDescription: String? { description }
}

extension APIError.Reason: CustomStringConvertible {
    /// What happened, in one line.
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

/// Thrown where the request is not known: before it is sent, or when a redirect is not followed.
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
    /// The code in the body, if the API declares where it is.
    public let code: String?
    /// The message in the body, if the API declares where it is or the body conforms to RFC 9457.
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
    /// The body as JSON, or nil if it is not. If the API uses XML, the body is read as XML.
    public var json: JSON? { try? decoded(as: JSON.self) }

    /// Decodes the body as another type. As a string or as bytes, it is unchanged unless it is JSON.
    public func decoded<Value: JSONValue>(as type: Value.Type = Value.self) throws -> Value {
        if let plain = try Value.plain(body, headers) { return plain }
        return try format.decode(type, from: body, at: nil)
    }

    /// Status, code and message.
    public var description: String {
        ["\(status)", code.map { "code \($0)" }, message].compactMap { $0 }.joined(separator: ", ")
    }
}
