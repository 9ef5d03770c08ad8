import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A minimal server: a thread for each connection, which is kept open, and prepared responses.
final class LoopbackServer: Sendable {
    let url: String
    private let listener: Int32

    /// Sets the JSON response for a path, until the end of the process.
    init(_ answers: [String: Data]) throws {
        #if canImport(Glibc)
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        let responses = answers.mapValues { body in
            Data(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n".utf8
            ) + body
        }
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                var isOn: Int32 = 1
                setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
                Thread.detachNewThread { Self.serve(connection, responses) }
            }
        }
    }

    private static func serve(_ connection: Int32, _ responses: [String: Data]) {
        defer { close(connection) }
        let end = Data("\r\n\r\n".utf8)
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        var head = Data()
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            head.append(contentsOf: buffer[..<count])
            while let range = head.firstRange(of: end) {
                let line = String(decoding: head.prefix { $0 != 0x0D }, as: UTF8.self).split(separator: " ")
                head = Data(head[range.upperBound...])
                guard line.count > 1, let response = responses[String(line[1])] else { return }
                let isSent = response.withUnsafeBytes { bytes in
                    var sent = 0
                    while sent < bytes.count {
                        let part = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                        let count = send(connection, part.baseAddress, part.count, 0)
                        guard count > 0 else { return false }
                        sent += count
                    }
                    return true
                }
                guard isSent else { return }
            }
        }
    }
}
