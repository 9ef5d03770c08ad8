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
/// - A body that comes as a stream (`RequestContent.stream`, a multipart form with files) is first written to a
///   temporary file, since Foundation for Linux has no streamed request bodies; memory stays constant, the disk does not.
/// - On Linux a streamed response is written to a temporary file before its first byte is handed on: tasks of Foundation
///   for Linux cannot be paused, so anything else would keep what is not read yet in memory. Foundation leaves that file
///   behind when the download fails, and may read on for a while after a cancellation where the server is very fast.
/// - On Linux header values arrive joined by commas where a name comes twice, `Set-Cookie` as well.
/// - On Linux, up to Swift 6.3.1, hosts that are written as IPv6 addresses are bad URLs to Foundation
///   (swift-corelibs-foundation issue 5496); names that have only such addresses are fine.
/// - On Linux, up to Swift 6.3.1, two things that a server can do end the process: to close the connection in an orderly
///   way within the head of its response, and to send trailer fields after a chunked body (RFC 9112 section 7.1.2).
///   Foundation traps there in `_NativeProtocol.transferCompleted(withError:)` ("Transfer completed, but there's no
///   response", swift-corelibs-foundation issue 5285; an error from Swift 6.4 on), between libcurl's last word and the first
///   callback that anything above Foundation gets, so nothing above can prevent it. A server, and whoever talks to
///   servers that are not trusted, should use `AsyncHTTPClientTransport`, over which both are answered as they should be.
public final class URLSessionTransport: InterruptibleTransport {
    /// One transport for all clients that ask for no other.
    public static let shared = URLSessionTransport()

    private let session: URLSession
    private let exchanges = URLSessionExchanges()

    /// A transport with a session of its own. The default keeps no cookie, cache or credential.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
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
        let prepared = try await prepare(urlRequest, body, options.delivery)
        let exchange = URLSessionExchange(request.method, options, spool: prepared.spool)
        return try await exchange.start(prepared.task, among: exchanges)
    }

    private func prepare(
        _ request: URLRequest,
        _ body: TransportBody,
        _ delivery: TransportOptions.Delivery
    ) async throws -> (task: URLSessionTask, spool: SpoolFile?) {
        var request = request
        switch body {
        case .empty:
            return (task(request, delivery), nil)
        case .data(let data):
            request.httpBody = data
            return (task(request, delivery), nil)
        case .file(let url):
            guard FileManager.default.isReadableFile(atPath: url.path) else {
                throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: url.path])
            }
            // Foundation for Linux would try to read a folder until the request's time is over.
            guard try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory != true else {
                throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: url.path])
            }
            return (session.uploadTask(with: request, fromFile: url), nil)
        case .stream(let stream):
            let spool = try await SpoolFile(stream)
            return (session.uploadTask(with: request, fromFile: spool.url), spool)
        }
    }

    private func task(_ request: URLRequest, _ delivery: TransportOptions.Delivery) -> URLSessionTask {
        #if canImport(FoundationNetworking)
            if delivery == .streamed { return session.downloadTask(with: request) }
        #endif
        return session.dataTask(with: request)
    }
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
