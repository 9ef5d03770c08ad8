import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server that handles each connection exactly as a script says, right or wrong.
final class MisbehavingServer: Sendable {
    enum Step: Sendable {
        case send(Data)
        case wait(milliseconds: Int)
        /// Sends the bytes one by one with a pause after each, until the client goes away.
        case trickle(String, milliseconds: Int)
        /// Sends zeros until the client goes away or this many bytes were sent.
        case flood(bytes: Int)
        /// Reads this many bytes after the head.
        case read(bytes: Int)
        /// Sends a reset instead of an orderly end.
        case reset

        static func text(_ text: String) -> Step { .send(Data(text.utf8)) }
    }

    let url: String
    /// The number of connections.
    let connections = Box(0)
    /// The number of connections that ended because the client went away while there was more to send.
    let deserted = Box(0)
    private let listener: Int32

    /// Runs `body` with a server that follows a script for each request; scripts get the request's head.
    static func run<Result: Sendable>(
        _ script: @escaping @Sendable (String) -> [Step],
        _ body: @Sendable (MisbehavingServer) async throws -> Result
    ) async throws -> Result {
        let server = try MisbehavingServer(script)
        defer { server.stop() }
        return try await body(server)
    }

    private init(_ script: @escaping @Sendable (String) -> [Step]) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    // Here and not in `stop`: the descriptor of a closed listener may be reused at once, and this
                    // thread would then take the connections of another one.
                    close(listener)
                    return
                }
                connections.change { $0 += 1 }
                Thread.detachNewThread { [self] in serve(connection, script) }
            }
        }
    }

    private func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ connection: Int32, _ script: (String) -> [Step]) {
        defer { close(connection) }
        var head = ""
        var byte: UInt8 = 0
        while !head.hasSuffix("\r\n\r\n"), recv(connection, &byte, 1, 0) == 1 {
            head.unicodeScalars.append(.init(byte))
        }
        for step in script(head) where !follow(step, connection) {
            deserted.change { $0 += 1 }
            return
        }
    }

    /// False if the client is gone.
    private func follow(_ step: Step, _ connection: Int32) -> Bool {
        switch step {
        case .send(let data): return send(data, connection)
        case .wait(let milliseconds):
            usleep(UInt32(milliseconds) * 1000)
        case .trickle(let text, let milliseconds):
            for byte in text.utf8 {
                guard send(Data([byte]), connection) else { return false }
                usleep(UInt32(milliseconds) * 1000)
            }
        case .flood(let bytes):
            let zeros = Data(count: 64 << 10)
            for _ in 0..<(bytes / zeros.count) {
                guard send(zeros, connection) else { return false }
            }
        case .read(let bytes):
            var left = bytes
            var buffer = [UInt8](repeating: 0, count: 4096)
            while left > 0 {
                let count = recv(connection, &buffer, min(left, buffer.count), 0)
                guard count > 0 else { return false }
                left -= count
            }
        case .reset:
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
        return true
    }

    private func send(_ data: Data, _ connection: Int32) -> Bool {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        return data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Self.write(connection, bytes[sent...], flags)
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    private static func write(_ connection: Int32, _ bytes: Slice<UnsafeRawBufferPointer>, _ flags: Int32) -> Int {
        let rest = UnsafeRawBufferPointer(rebasing: bytes)
        #if canImport(Glibc)
            return Glibc.send(connection, rest.baseAddress, rest.count, flags)
        #else
            return Darwin.send(connection, rest.baseAddress, rest.count, flags)
        #endif
    }
}
