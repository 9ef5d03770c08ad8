import Foundation
import HTTPTypes

/// Sends requests, one exchange at a time.
///
/// A transport does not follow redirects, store cookies, retry, or check statuses: the client does all that, the same
/// way with every transport. It ends promptly when its task is cancelled, and throws `TransportError`.
public protocol Transport: Sendable {
    /// Sends a request and returns the head of the response with its body.
    func send(_ request: HTTPRequest, body: BodyStream?, options: TransportOptions) async throws -> TransportResponse

    /// What it does for the client besides that; nothing by default.
    ///
    /// A wrapper that passes on requests with their options, and returns responses without reading their bodies, has
    /// the capabilities of the transport that it wraps: `transport.capabilities`. Without them everything works, but
    /// its responses may be whole bodies in memory.
    var capabilities: TransportCapabilities { get }

    /// Whether it calls ``TransportOptions/onDeadline`` for each exchange as soon as it is asked for one, so that it ends in
    /// time without a task of its own; false by default. A wrapper does not have this from the transport that it wraps:
    /// it may begin an exchange late.
    var takesDeadline: Bool { get }
}

extension Transport {
    /// None.
    public var capabilities: TransportCapabilities { .none }
    /// The client cancels the task of an exchange instead.
    public var takesDeadline: Bool { false }
}

/// What a transport does for the client besides sending requests.
public struct TransportCapabilities: Sendable {
    /// Whether it gives bytes to ``TransportOptions/receive``.
    var receives = false
    /// What requests wait for before their timeouts start.
    package var slots: ConnectionSlots?

    /// None.
    public static let none = TransportCapabilities()
    /// It gives the bytes of a response to ``TransportOptions/receive`` as they arrive.
    public static let receiving = TransportCapabilities(receives: true)
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
    public var delivery = Delivery.collected
    /// The size of a body after which a transport may give up with `TransportError.Reason.tooLarge`.
    public var responseLimit = Int.max
    /// The maximum time without progress; the client also has its own timer.
    public var timeout = Duration.seconds(60)
    /// Called with the number of bytes of the request's body that have been sent.
    public var uploaded: (@Sendable (Int64) -> Void)?
    /// Called with what ends the exchange when its time is over, which happens at once if it is; nil if the client
    /// cancels the task instead. Only set for a transport that ``Transport/takesDeadline``.
    public var onDeadline: (@Sendable (_ end: @escaping @Sendable () -> Void) -> Void)?
    /// Called with the head of the response; returns what to call with its bytes as they arrive, or nil if they belong in
    /// the response. If either throws, the exchange ends with that error. Only set for a transport that is
    /// ``TransportCapabilities/receiving``.
    public var receive: Receive?

    /// Takes bytes of a response as they arrive.
    public typealias Write = @Sendable (Data) throws -> Void
    /// Takes the head of a response.
    public typealias Receive = @Sendable (HTTPResponse) throws -> Write?

    /// The usual options.
    public init() {}
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
