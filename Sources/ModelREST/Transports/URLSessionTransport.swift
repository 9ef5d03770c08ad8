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
/// - On Linux a download's reader that is slower than the server does not slow the server down reliably: suspending a
///   task of Foundation for Linux is not a flow control. What is on its way is kept in memory until it is read.
/// - On Linux header values arrive joined by commas where a name comes twice, `Set-Cookie` as well.
/// - It cannot tell a body of the wrong length from one that was cut; the client compares lengths itself.
public final class URLSessionTransport: Transport {
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
        _ request: HTTPRequest, body: TransportBody, options: TransportOptions
    ) async throws -> TransportResponse {
        let urlRequest = try URLRequest(request, timeout: options.timeout)
        let prepared = try await prepare(urlRequest, body)
        let exchange = URLSessionExchange(options, spool: prepared.spool)
        exchanges.add(exchange, for: prepared.task)
        return try await exchange.start(prepared.task)
    }

    private func prepare(
        _ request: URLRequest, _ body: TransportBody
    ) async throws -> (task: URLSessionTask, spool: SpoolFile?) {
        var request = request
        switch body {
        case .empty:
            return (session.dataTask(with: request), nil)
        case .data(let data):
            request.httpBody = data
            return (session.dataTask(with: request), nil)
        case .file(let url):
            guard FileManager.default.isReadableFile(atPath: url.path) else {
                throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: url.path])
            }
            return (session.uploadTask(with: request, fromFile: url), nil)
        case .stream(let stream):
            let spool = try await SpoolFile(stream)
            return (session.uploadTask(with: request, fromFile: spool.url), spool)
        }
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

/// A streamed body in a temporary file, which goes away with this object.
final class SpoolFile: Sendable {
    let url: URL

    init(_ stream: BodyStream) async throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("modelrest-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        for try await chunk in try stream.open() {
            try handle.write(contentsOf: chunk)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
