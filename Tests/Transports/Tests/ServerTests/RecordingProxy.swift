import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A proxy between a client and a server that records every byte from the client.
final class RecordingProxy: Sendable {
    let url: String
    private let listener: Int32
    private let upstream: UInt16
    private let connections = Box(0)
    /// The received data, in order.
    private let recorded = Box<[(connection: Int, data: Data)]>([])
    /// The number of bytes after which the next responses are cut.
    let cuts: Box<[Int]>

    /// Runs `body` with a proxy for the server whose URL is in this environment variable.
    static func run(
        _ server: Server, cutting cuts: [Int] = [],
        _ body: @Sendable (RecordingProxy) async throws -> Void
    ) async throws {
        let proxy = try RecordingProxy(server, cuts)
        defer { shutdown(proxy.listener, Int32(SHUT_RDWR)) }
        try await body(proxy)
    }

    /// A request as it was on the wire.
    struct Recorded: Equatable {
        let line: String
        let headers: [String: String]
        let body: String
    }

    /// The requests in the order in which they began, each with its head and body as they were sent.
    var requests: [Recorded] {
        let chunks = recorded.value
        var requests: [(first: Int, request: Recorded)] = []
        for connection in Set(chunks.map(\.connection)) {
            let own = chunks.enumerated().filter { $0.element.connection == connection }
            var rest = own.reduce(into: Data()) { $0.append($1.element.data) }[...]
            var starts: [(offset: Int, index: Int)] = []
            var offset = 0
            for (index, chunk) in own {
                starts.append((offset, index))
                offset += chunk.data.count
            }
            while let end = rest.firstRange(of: Data("\r\n\r\n".utf8)) {
                let first = starts.last { $0.offset <= rest.startIndex }?.index ?? 0
                let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                let headers = lines.dropFirst().map { line -> (String, String) in
                    let parts = line.split(separator: ":", maxSplits: 1)
                    return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
                }
                let fields = Dictionary(headers, uniquingKeysWith: { $0 + ", " + $1 })
                let length = Int(fields["content-length"] ?? "") ?? 0
                let body = rest[end.upperBound...].prefix(length)
                requests.append(
                    (first, Recorded(line: lines[0], headers: fields, body: String(decoding: body, as: UTF8.self))))
                rest = rest[body.endIndex...]
            }
        }
        return requests.sorted { $0.first < $1.first }.map(\.request)
    }

    /// The first lines of the requests, without the version: `GET /api/pages/?page=1`.
    var lines: [String] { requests.map { String($0.line.dropLast(" HTTP/1.1".count)) } }

    private init(_ server: Server, _ cuts: [Int]) throws {
        self.cuts = Box(cuts)
        upstream = try server.port
        listener = try Self.socket(listening: true, port: 0)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
        }
        url = "\(server.isSecure ? "https" : "http")://localhost:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { break }
                Thread.detachNewThread { [self] in relay(client) }
            }
            close(listener)
        }
    }

    private func relay(_ client: Int32) {
        guard let server = try? Self.socket(listening: false, port: upstream) else {
            close(client)
            return
        }
        let number = connections.change { number in
            number += 1
            return number
        }
        let limit = cuts.change { $0.isEmpty ? nil : $0.removeFirst() }
        let answers = Thread { [self] in
            pump(server, client, limit) { _ in }
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
        }
        answers.start()
        pump(client, server, nil) { data in recorded.change { $0.append((number, data)) } }
        shutdown(server, Int32(SHUT_WR))
        while !answers.isFinished { usleep(1000) }
        close(client)
        close(server)
    }

    private func pump(_ source: Int32, _ target: Int32, _ limit: Int?, _ keep: (Data) -> Void) {
        var left = limit ?? .max
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while left > 0 {
            let count = recv(source, &buffer, min(buffer.count, left), 0)
            guard count > 0 else { return }
            keep(Data(buffer[..<count]))
            left -= count
            var sent = 0
            while sent < count {
                let step = buffer.withUnsafeBytes { bytes in
                    let rest = UnsafeRawBufferPointer(rebasing: bytes[sent..<count])
                    #if canImport(Glibc)
                        return send(target, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                    #else
                        return send(target, rest.baseAddress, rest.count, 0)
                    #endif
                }
                guard step > 0 else { return }
                sent += step
            }
        }
    }

    private static func socket(listening: Bool, port: UInt16) throws -> Int32 {
        #if canImport(Glibc)
            let handle = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let handle = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = port.bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                listening ? bind(handle, $0, size) == 0 && listen(handle, 16) == 0 : connect(handle, $0, size) == 0
            }
        }
        guard isReady else {
            close(handle)
            throw POSIXError(.ECONNREFUSED)
        }
        return handle
    }
}

/// The servers started by `Tests/Servers/run`, each with the environment variable for its port.
enum Server: String {
    case django = "DJANGO"
    case fastAPI = "FASTAPI"
    case httpbin = "HTTPBIN"
    /// nginx with a certificate from its own authority.
    case nginx = "NGINX"
    /// nginx with a certificate that has expired.
    case expired = "NGINX_EXPIRED"
    /// nginx with a certificate that is valid from tomorrow.
    case later = "NGINX_LATER"
    /// TLS that requires a client certificate.
    case mutual = "MUTUAL"
    /// nginx with a certificate of an untrusted authority.
    case stranger = "NGINX_STRANGER"
    /// nginx without TLS.
    case plain = "NGINX_PLAIN"

    var isSecure: Bool { [.nginx, .expired, .later, .mutual, .stranger].contains(self) }

    /// Whether it is running: outside of `make servers`, none is.
    var isRunning: Bool { (try? port) != nil }

    var port: UInt16 {
        get throws {
            guard let port = ProcessInfo.processInfo.environment["\(rawValue)_PORT"].flatMap({ UInt16($0) }) else {
                throw POSIXError(.ENOTCONN)
            }
            return port
        }
    }
}
