import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transport over Foundation's `URLSession`, on every platform.
///
/// What it does everywhere: collects or streams responses under a size limit, uploads from memory and from files, tells
/// how far an upload is, ends the connection when the task is cancelled.
///
/// What it cannot do:
/// - A body that comes as a stream (`RequestContent.stream`) is first written to a temporary file, since Foundation for
///   Linux asks for bytes on the queue of all its connections; memory stays constant, the disk does not.
/// - On Linux what a slow reader has not read of a streamed response goes to a temporary file after the first mebibyte:
///   tasks of Foundation for Linux cannot be paused. Foundation may also read on for a while after a cancellation where
///   the server is very fast; what it reads is dropped.
/// - On Linux header values arrive joined by commas where a name comes twice, `Set-Cookie` as well.
/// - On Linux, up to Swift 6.3.1, hosts that are written as IPv6 addresses are bad URLs to Foundation
///   (swift-corelibs-foundation issue 5496); names that have only such addresses are fine.
/// - On Linux, up to Swift 6.3.1, two things that a server can do end the process: to close the connection in an orderly
///   way within the head of its response, and to send trailer fields after a chunked body (RFC 9112 section 7.1.2).
///   Foundation traps there in `_NativeProtocol.transferCompleted(withError:)` ("Transfer completed, but there's no
///   response", swift-corelibs-foundation issue 5285; an error from Swift 6.4 on), between libcurl's last word and the first
///   callback that anything above Foundation gets, so nothing above can prevent it. A server, and whoever talks to
///   servers that are not trusted, should use `AsyncHTTPClientTransport`, over which both are answered as they should be.
public final class URLSessionTransport: InterruptibleTransport, LimitedTransport {
    /// One transport for all clients that ask for no other.
    public static let shared = URLSessionTransport()

    package let slots: ConnectionSlots
    private let session: URLSession
    private let exchanges = URLSessionExchanges()

    /// A transport with a session of its own. The default keeps no cookie, cache or credential.
    ///
    /// As many requests to one host run at once as the configuration's `httpMaximumConnectionsPerHost` says, 6 by default.
    /// The others wait, and their time does not run.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        slots = ConnectionSlots(perHost: configuration.httpMaximumConnectionsPerHost)
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends a request; throws `TransportError`, or what kept a body's file from being read.
    public func send(
        _ request: HTTPRequest,
        body: TransportBody,
        options: TransportOptions
    ) async throws -> TransportResponse {
        let urlRequest = try URLRequest(request, timeout: options.timeout)
        let (task, upload) = try await prepare(urlRequest, body)
        let exchange = URLSessionExchange(request.method, options, upload)
        return try await exchange.start(task, among: exchanges)
    }

    #if canImport(FoundationNetworking)
        private func prepare(
            _ request: URLRequest,
            _ body: TransportBody
        ) async throws -> (task: URLSessionTask, upload: Upload?) {
            let upload: Upload
            switch body {
            case .empty: return (session.dataTask(with: request), nil)
            case .data(let data): upload = try Upload([.data(data)])
            case .file(let url): upload = try Upload([.file(url)])
            case .stream(let stream):
                switch stream.source {
                case .pieces(let pieces): upload = try Upload(pieces)
                case .opened:
                    let spool = try await SpoolFile(stream)
                    upload = try Upload([.file(spool.url)], keeping: spool)
                }
            }
            var request = request
            try upload.add(to: &request)
            return (session.dataTask(with: request), upload)
        }
    #else
        private func prepare(
            _ request: URLRequest,
            _ body: TransportBody
        ) async throws -> (task: URLSessionTask, upload: Upload?) {
            switch body {
            case .empty: return (session.dataTask(with: request), nil)
            case .data(let data):
                var request = request
                request.httpBody = data
                return (session.dataTask(with: request), nil)
            case .file(let url):
                // Throws where the file cannot be read.
                _ = try PieceReader([.file(url)])
                return (session.uploadTask(with: request, fromFile: url), nil)
            case .stream(let stream):
                let spool = try await SpoolFile(stream)
                return (session.uploadTask(with: request, fromFile: spool.url), Upload(spool: spool))
            }
        }
    #endif
}

extension Transport where Self == URLSessionTransport {
    /// The transport over Foundation's `URLSession` that all clients share.
    public static var urlSession: URLSessionTransport { .shared }
}

extension URLRequest {
    fileprivate init(_ request: HTTPRequest, timeout: Duration) throws {
        let text = "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")"
        guard let url = URL(string: text) else {
            throw TransportError(.other, underlying: URLError(.badURL))
        }
        self.init(url: url, timeoutInterval: timeout / .seconds(1))
        httpMethod = request.method.rawValue
        for field in request.headerFields {
            addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        httpShouldHandleCookies = false
    }
}
