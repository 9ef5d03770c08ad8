import Foundation
import HTTPTypes

/// Sends requests, one exchange at a time.
///
/// A transport does not follow redirects, store cookies, retry, or check statuses: the client does all that, the same
/// way with every transport. It ends promptly when its task is cancelled, and throws `TransportError`.
public protocol Transport: Sendable {
    /// Sends a request and returns the head of the response with its body.
    func send(_ request: HTTPRequest, body: TransportBody, options: TransportOptions) async throws -> TransportResponse

    /// The transport that this one wraps, if it passes on every request with its options and returns the response
    /// without reading its body; nil by default.
    ///
    /// With it, a wrapper is as good as the transport itself: the bytes of a download go directly to its file, and
    /// requests wait for a connection before their timeouts start. Without it, everything works, but the wrapper's
    /// responses may be whole bodies in memory.
    var forwardsTo: (any Transport)? { get }
}

extension Transport {
    /// Nil: it answers requests itself, or reads the bodies of responses.
    public var forwardsTo: (any Transport)? { nil }

    /// The transport at the end of those that forward.
    var innermost: any Transport { forwardsTo?.innermost ?? self }
}

/// A transport that takes `TransportOptions.deadline` and `TransportOptions.receive`.
protocol DirectTransport: Transport {}

/// The body of a request.
public enum TransportBody: Sendable {
    /// None.
    case empty
    /// Bytes in memory.
    case data(Data)
    /// The bytes of a file, read while they are sent.
    case file(URL)
    /// Chunks of bytes, requested while they are sent.
    case stream(BodyStream)
}

/// How to transfer a request.
public struct TransportOptions: Sendable {
    /// How the body of the response is delivered.
    public enum Delivery: Hashable, Sendable {
        /// As a whole: a transport may then return `ResponseBody.data`, which is fastest.
        case collected
        /// In chunks, in constant memory if the transport supports it.
        case streamed
    }

    /// How the body of the response is delivered.
    public var delivery: Delivery
    /// The size of a body after which a transport may give up with `TransportError.Reason.tooLarge`.
    public var responseLimit: Int
    /// The maximum time without progress; the client also has its own timer.
    public var timeout: Duration
    /// Called with the number of bytes of the request's body that have been sent.
    public var uploaded: (@Sendable (Int64) -> Void)?
    /// How the client's timer ends the exchange, unless it cancels the task.
    var deadline: Deadline?
    /// Called with the head of the response: what to do with its bytes as they arrive, if the response is not to have
    /// them.
    var receive: Receive?

    typealias Write = @Sendable (Data) throws -> Void
    typealias Receive = @Sendable (HTTPResponse) throws -> Write?

    /// Options.
    public init(
        delivery: Delivery = .collected,
        responseLimit: Int = .max,
        timeout: Duration = .seconds(60),
        uploaded: (@Sendable (Int64) -> Void)? = nil
    ) {
        self.delivery = delivery
        self.responseLimit = responseLimit
        self.timeout = timeout
        self.uploaded = uploaded
    }
}

/// The head of a response with its body.
public struct TransportResponse: Sendable {
    /// The status and the headers.
    public var head: HTTPResponse
    /// The body.
    public var body: ResponseBody

    /// A response.
    public init(_ head: HTTPResponse, body: ResponseBody) {
        self.head = head
        self.body = body
    }
}

/// The body of a response.
public enum ResponseBody: Sendable {
    /// As a whole.
    case data(Data)
    /// In chunks.
    case stream(ByteChunks)
}

/// Why a transport did not receive a complete response.
public struct TransportError: Error, Sendable, CustomStringConvertible {
    /// An error, in terms that all transports share.
    public enum Reason: String, Sendable {
        /// The host's name cannot be resolved.
        case hostNotFound = "the host was not found"
        /// Nobody accepts connections there.
        case cannotConnect = "the connection could not be established"
        /// The connection was lost before the response was complete.
        case connectionLost = "the connection was lost before the response was complete"
        /// The TLS handshake failed, for example because of the server's certificate.
        case insecure = "a secure connection could not be established"
        /// The response is not HTTP.
        case malformedResponse = "the response is not valid HTTP"
        /// There was no progress for too long.
        case timedOut = "the connection timed out"
        /// The task was cancelled.
        case cancelled = "cancelled"
        /// The body is larger than was allowed.
        case tooLarge = "the response is too large"
        /// No recording answers the request.
        case notRecorded = "no recording of this request"
        /// Anything else: see `underlying`.
        case other = "the transport failed"
    }

    /// What went wrong.
    public let reason: Reason
    /// Why the connection is not secure, for `insecure`, if the transport reports it.
    public let handshake: HandshakeFailure?
    /// The transport's own error, without the URL.
    public let underlying: (any Error)?

    /// An error.
    public init(_ reason: Reason, handshake: HandshakeFailure? = nil, underlying: (any Error)? = nil) {
        self.reason = reason
        self.handshake = handshake
        self.underlying = underlying
    }

    /// What went wrong.
    public var description: String {
        let reason = handshake.map { "\(self.reason.rawValue): \($0.rawValue)" } ?? self.reason.rawValue
        return underlying.map { "\(reason) (\($0))" } ?? reason
    }
}
