import Foundation
import HTTPTypes

/// Sends requests, one exchange at a time.
///
/// A transport does not follow redirects, store cookies, retry, or check statuses: the client does all of that in the
/// same way for every transport. A transport ends promptly when its task is cancelled, and throws `TransportError`.
public protocol Transport: Sendable {
    /// Sends a request and returns the head of the response with its body.
    func send(_ request: HTTPRequest, body: BodyStream?, options: TransportOptions) async throws -> TransportResponse

    /// What the transport does for the client beyond sending requests; nothing by default.
    ///
    /// A wrapper that passes requests on with their options, and returns responses without reading their bodies, can
    /// return the capabilities of the transport that it wraps: `transport.capabilities`. Otherwise everything still
    /// works, but responses may be held in memory as a whole.
    var capabilities: TransportCapabilities { get }

    /// Whether the transport calls ``TransportOptions/onDeadline`` for each exchange as soon as it is asked for one, so
    /// that the exchange ends in time without a task of its own. False by default. A wrapper must not adopt this value
    /// from the transport that it wraps, because it may begin an exchange late.
    var takesDeadline: Bool { get }
}

extension Transport {
    /// No capabilities.
    public var capabilities: TransportCapabilities { .none }
    /// False: the client cancels the task of an exchange instead.
    public var takesDeadline: Bool { false }
}

/// What a transport does for the client beyond sending requests.
public struct TransportCapabilities: Sendable {
    /// Whether it passes bytes to ``TransportOptions/receive``.
    var receives = false
    /// Limits the connections to each host. Requests wait for one before their timeouts start.
    package var slots: ConnectionSlots?

    /// No capabilities.
    public static let none = TransportCapabilities()
    /// The bytes of a response are passed to ``TransportOptions/receive`` as they arrive.
    public static let receiving = TransportCapabilities(receives: true)
}

/// How to transfer a request.
public struct TransportOptions: Sendable {
    /// How the body of the response is delivered.
    public enum Delivery: Hashable, Sendable {
        /// As a whole. A transport may then return `ResponseBody.data`, which is fastest.
        case collected
        /// In chunks, in constant memory if the transport supports it.
        case streamed
    }

    /// How the body of the response is delivered.
    public var delivery = Delivery.collected
    /// The size beyond which a transport may reject a body with `TransportError.Reason.tooLarge`.
    public var responseLimit = Int.max
    /// The maximum time without progress. The client has its own timer as well.
    public var timeout = Duration.seconds(60)
    /// Called with the number of bytes of the request's body that have been sent.
    public var uploaded: (@Sendable (Int64) -> Void)?
    /// Called with a closure that ends the exchange, which the client calls when the time is up, possibly right away.
    /// Nil if the client cancels the task instead. Only set for a transport that ``Transport/takesDeadline``.
    public var onDeadline: (@Sendable (_ end: @escaping @Sendable () -> Void) -> Void)?
    /// Called with the head of the response. Returns a closure that is called with the bytes as they arrive, or nil if
    /// they belong in the response. If either throws, the exchange ends with that error. Only set for a transport that
    /// is ``TransportCapabilities/receiving``.
    public var receive: Receive?
    /// The names of sensitive parameters and the secret segments of the path, for recordings.
    package var secrets: [String] = []

    /// Takes bytes of a response as they arrive.
    public typealias Write = @Sendable (Data) throws -> Void
    /// Takes the head of a response.
    public typealias Receive = @Sendable (HTTPResponse) throws -> Write?

    /// Creates the default options.
    public init() {}
}

/// The head of a response with its body.
public struct TransportResponse: Sendable {
    /// The status and the headers.
    public var head: HTTPResponse
    /// The body.
    public var body: ResponseBody

    /// Creates a response.
    public init(_ head: HTTPResponse, body: ResponseBody) {
        self.head = head
        self.body = body
    }
}

/// The body of a response.
public enum ResponseBody: Sendable {
    /// The body as a whole.
    case data(Data)
    /// The body in chunks.
    case stream(ByteChunks)
}

/// Why a transport did not receive a complete response.
public struct TransportError: Error, Sendable, CustomStringConvertible {
    /// The causes of failures, in terms that all transports share.
    public enum Reason: String, Sendable {
        /// The host's name cannot be resolved.
        case hostNotFound = "the host was not found"
        /// The host does not accept connections on this port.
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
        /// The body is larger than the limit.
        case tooLarge = "the response is too large"
        /// No recording answers the request.
        case notRecorded = "no recording of this request"
        /// Anything else: see `underlying`.
        case other = "the transport failed"
    }

    /// What went wrong.
    public let reason: Reason
    /// For `insecure`, why the connection is not secure, if the transport reports it.
    public let handshake: HandshakeFailure?
    /// The transport's own error, without the URL.
    public let underlying: (any Error)?

    /// Creates an error.
    public init(_ reason: Reason, handshake: HandshakeFailure? = nil, underlying: (any Error)? = nil) {
        self.reason = reason
        self.handshake = handshake
        self.underlying = underlying
    }

    /// What went wrong, in one line.
    public var description: String {
        let reason = handshake.map { "\(self.reason.rawValue): \($0.rawValue)" } ?? self.reason.rawValue
        return underlying.map { "\(reason) (\($0))" } ?? reason
    }
}
