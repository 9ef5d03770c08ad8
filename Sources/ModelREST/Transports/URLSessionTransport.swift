import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transport based on Foundation's `URLSession`, on every platform.
///
/// On all platforms, it collects or streams responses with a size limit, uploads from memory and from files, reports
/// the progress of uploads, and closes the connection when the task is cancelled.
///
/// Its limitations:
/// - A streamed body (`RequestContent.stream`) is first written to a temporary file, because Foundation on Linux
///   requests bytes on the queue that all its connections share. Memory stays constant, but disk usage does not. On
///   Apple's platforms, this also applies to a multipart form with files.
/// - On Linux, Foundation may keep reading for a while after a cancellation if the server is very fast. What it reads
///   is discarded.
/// - On Linux, a request without a body is sent again, even a POST, if the server closes a kept connection instead of
///   answering. With a body, only a request that may be repeated is.
/// - On Linux, repeated headers arrive as one value separated by commas, even `Set-Cookie`.
/// - On Linux, Foundation rejects responses with unusual header lines: no space after the colon (allowed by RFC 9112
///   section 5.1), an empty value followed by spaces, bytes beyond ASCII, lines that end without CR. The error is a
///   `TransportError`; `AsyncHTTPClientTransport` has its own parser.
/// - On Linux, up to Swift 6.3.1, Foundation treats IPv6 addresses as hosts as bad URLs (swift-corelibs-foundation
///   issue 5496); names that only have such addresses work.
/// - On Linux, up to Swift 6.3.1, a server can end the process in two ways: by closing the connection in an orderly way
///   within the head of its response, and by sending trailer fields after a chunked body (RFC 9112 section 7.1.2).
///   Foundation traps in `_NativeProtocol.transferCompleted(withError:)` ("Transfer completed, but there's no
///   response", swift-corelibs-foundation issue 5285; an error since Swift 6.4), before any callback, so code above
///   Foundation cannot prevent it. Servers, and clients of untrusted servers, should use `AsyncHTTPClientTransport`,
///   which handles both correctly.
public final class URLSessionTransport: Transport {
    /// The transport of all clients that don't specify another.
    public static let shared = URLSessionTransport()

    /// The session delivers bytes as they arrive, and requests wait for one of its connections.
    public let capabilities: TransportCapabilities
    /// The session ends exchanges in time.
    public var takesDeadline: Bool { true }
    private let session: URLSession
    private let exchanges = URLSessionExchanges()

    /// Creates a transport with its own session. By default, it stores no cookies, cache or credentials.
    ///
    /// The number of concurrent requests to one host is the configuration's `httpMaximumConnectionsPerHost`, 6 by
    /// default. Other requests wait, and their timeouts do not run meanwhile.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        capabilities = TransportCapabilities(
            receives: true, slots: ConnectionSlots(perHost: configuration.httpMaximumConnectionsPerHost))
        let own = configuration.copy() as? URLSessionConfiguration ?? configuration
        own.httpShouldSetCookies = false
        own.httpCookieStorage = nil
        own.urlCache = nil
        own.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: own, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends a request.
    ///
    /// - Throws: `TransportError`, or an error that occurred while reading the body's file.
    public func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        let urlRequest = try URLRequest(request, timeout: options.timeout)
        let (task, upload) = try await prepare(urlRequest, body, options.uploaded)
        return try await URLSessionExchange(task, request.method, options, upload).start(among: exchanges)
    }

    private func prepare(
        _ request: URLRequest, _ body: BodyStream?, _ progressed: ((Int64) -> Void)?
    ) async throws -> (task: URLSessionTask, upload: Upload?) {
        guard let body else { return (session.dataTask(with: request), nil) }
        var request = request
        #if canImport(FoundationNetworking)
            let spool = body.pieces == nil ? try await SpoolFile(body, progressed) : nil
            let upload = try Upload(body.pieces ?? spool.map { [.file($0.url)] } ?? [], keeping: spool)
            upload.add(to: &request)
            return (session.dataTask(with: request), upload)
        #else
            if let data = body.data {
                request.httpBody = data
                return (session.dataTask(with: request), nil)
            }
            if let pieces = body.pieces, pieces.count == 1, case .file(let url) = pieces[0] {
                // Throws if the file cannot be read.
                _ = try PieceReader(pieces)
                return (session.uploadTask(with: request, fromFile: url), nil)
            }
            let spool = try await SpoolFile(body, progressed)
            return (session.uploadTask(with: request, fromFile: spool.url), Upload(spool: spool))
        #endif
    }
}

extension URLRequest {
    fileprivate init(_ request: HTTPRequest, timeout: Duration) throws {
        let text = "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")"
        guard let url = URL(string: text) else {
            throw TransportError(.other, underlying: URLError(.badURL))
        }
        // The client's own timer ends it in time. Foundation on Linux truncates fractions, and at least one second must
        // remain.
        self.init(url: url, timeoutInterval: timeout / .seconds(1) + 2)
        httpMethod = request.method.rawValue
        for field in request.headerFields {
            addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        httpShouldHandleCookies = false
    }
}
