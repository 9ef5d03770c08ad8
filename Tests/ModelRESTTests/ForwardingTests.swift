import Foundation
import HTTPTypes
import ModelREST
import ModelTransfers
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("What transports say that they do")
struct ForwardingTests {
    /// Counts the bytes of the bodies that it sees.
    private struct Counting: Transport {
        var transport: any Transport = URLSessionTransport.shared
        var capabilities = TransportCapabilities.none
        var attempts = 1
        var delay = Duration.zero
        let seen = Box(0)

        func send(
            _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
        ) async throws -> TransportResponse {
            try await Task.sleep(for: delay)
            for _ in 1..<attempts { _ = try? await transport.send(request, body: body, options: options) }
            let response = try await transport.send(request, body: body, options: options)
            if case .data(let data) = response.body { seen.change { $0 += data.count } }
            return response
        }
    }

    /// A transport of a user's own, without a network: answers with chunks from another thread, and after the first of
    /// them waits for the end if it stalls.
    private struct Own: Transport {
        var capabilities: TransportCapabilities { .receiving }
        var takesDeadline: Bool { true }
        var isStalled = false
        /// How many exchanges were ended by their deadline.
        let ended = Box(0)

        func send(
            _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
        ) async throws -> TransportResponse {
            let head = HTTPResponse(status: .ok)
            let write = try options.receive?(head)
            let (chunks, source) = AsyncThrowingStream.makeStream(of: Data.self)
            Thread.detachNewThread {
                source.yield(bytes.prefix(1 << 20))
                guard !isStalled else { return }
                source.yield(bytes.dropFirst(1 << 20))
                source.finish()
            }
            options.onDeadline? {
                ended.change { $0 += 1 }
                source.finish(throwing: TransportError(.timedOut))
            }
            var whole = Data()
            for try await chunk in chunks {
                if let write { try write(chunk) } else { whole.append(chunk) }
            }
            try Task.checkCancellation()
            return TransportResponse(head, body: .data(whole))
        }
    }

    private static let bytes = Data((0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    private static func download(over transport: some Transport, from url: String) async throws -> TransferProgress? {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        let transfer = BlogAPI(baseURL: { url }, transport: transport).download(Post.export(12), to: file)
        var last: TransferProgress?
        for await step in transfer.progress { last = step }
        _ = try await transfer.value
        try expectEqual(Data(contentsOf: file), bytes)
        #expect(folder.files == ["post.pdf"])
        return last
    }

    @Test("R14: a download goes to its file past the transports that forward; the others see its bytes")
    func downloads() async throws {
        let plain = Counting()
        let forwarding = Counting(capabilities: URLSessionTransport.shared.capabilities)
        let twice = Counting(transport: forwarding, capabilities: forwarding.capabilities)
        let around = Counting(transport: plain, capabilities: plain.capabilities)
        try await LoopbackServer.run({ _ in Answer(body: Self.bytes) }) { server in
            for (transport, seen) in [(plain, 3 << 20), (forwarding, 0), (twice, 0), (around, 3 << 20)] {
                let last = try await Self.download(over: transport, from: server.url)
                #expect(transport.seen.value == seen)
                #expect(last == TransferProgress(.download, completed: 3 << 20, total: 3 << 20))
            }
        }
        #expect(forwarding.seen.value == 0)
    }

    @Test("R14: a transport of a user's own writes a download where it goes, wrapped or not; other bodies it returns")
    func own() async throws {
        let own = Own()
        let forwarding = Counting(transport: own, capabilities: own.capabilities)
        let twice = Counting(transport: forwarding, capabilities: forwarding.capabilities)
        let plain = Counting(transport: own)
        for transport in [own, forwarding, twice, plain] as [any Transport] {
            let last = try await Self.download(over: transport, from: "http://127.0.0.1:1")
            #expect(last?.completed == 3 << 20)
            let endpoint = Endpoint<Data>("x", .get, "x", returns: .data)
            let client = APIClient(APIDefaults(baseURL: "http://127.0.0.1:1"), transport: transport)
            try await expectEqual(client.send(endpoint), Self.bytes)
        }
        // Twice for the body that was requested as a value.
        #expect(forwarding.seen.value == 2 * (3 << 20) && twice.seen.value == 3 << 20)
        #expect(plain.seen.value == 2 * (3 << 20))
    }

    @Test("a transport of a user's own ends an exchange in time, wrapped or not", .timeLimit(.minutes(20)))
    func ownTimeout() async throws {
        let folder = try TemporaryFolder()
        let own = Own(isStalled: true)
        let forwarding = Counting(transport: own, capabilities: own.capabilities)
        let late = Counting(transport: own, capabilities: own.capabilities, delay: .seconds(3600))
        for transport in [own, forwarding, late, Counting(transport: own)] as [any Transport] {
            let client = APIClient(
                APIDefaults(baseURL: "http://127.0.0.1:1", timeout: .milliseconds(50)), transport: transport)
            let endpoint = Endpoint<Void>("x", .get, "x", returns: .nothing)
            for isDownload in [false, true] {
                let error = await #expect(throws: APIError.self) {
                    guard isDownload else { return try await client.send(endpoint) }
                    _ = try await client.download(endpoint, to: folder.url.appendingPathComponent("x")).value
                }
                guard case .timeout? = error?.reason else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
        }
        // Only without a wrapper, which may begin an exchange late: the client cancels the others.
        #expect(own.ended.value == 2)
        #expect(folder.files.isEmpty)
    }

    @Test("an error of the file that a download goes to is the one that a transport of a user's own throws")
    func ownFailure() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("missing/post.pdf")
        let own = Own()
        for transport in [own, Counting(transport: own, capabilities: own.capabilities)] as [any Transport] {
            let api = BlogAPI(baseURL: { "http://127.0.0.1:1" }, transport: transport)
            let error = await #expect(throws: APIError.self) {
                _ = try await api.download(Post.export(12), to: file).value
            }
            guard case .local? = error?.reason else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("R14: if a transport that forwards sends a request again, the file only has the last response")
    func repeated() async throws {
        for isFailing in [false, true] {
            let count = Box(0)
            let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(Self.bytes.count)\r\n\r\n"
            try await MisbehavingServer.run({ _ in
                let number = count.change { count in
                    count += 1
                    return count
                }
                if number == 1 { return [.text(head), .flood(bytes: 1 << 20)] }
                if isFailing { return [.text("HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy")] }
                return [.text(head), .send(Self.bytes)]
            }) { server in
                let transport = Counting(capabilities: URLSessionTransport.shared.capabilities, attempts: 2)
                if isFailing {
                    let error = await #expect(throws: APIError.self) {
                        try await Self.download(over: transport, from: server.url)
                    }
                    #expect(error?.failure?.status == 503)
                    #expect(error?.failure?.body == Data("busy".utf8))
                } else {
                    _ = try await Self.download(over: transport, from: server.url)
                }
            }
        }
    }

    @Test("a request times out in a transport that forwards it late", .timeLimit(.minutes(20)))
    func timeout() async throws {
        let transport = Counting(capabilities: URLSessionTransport.shared.capabilities, delay: .seconds(3600))
        let defaults = APIDefaults(baseURL: "http://127.0.0.1:1", timeout: .milliseconds(50))
        let client = APIClient(defaults, transport: transport)
        let error = await #expect(throws: APIError.self) {
            try await client.send(Endpoint<Void>("x", .get, "x", returns: .nothing))
        }
        guard case .timeout? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("requests wait for the connections of the transport that they are forwarded to, and do not time out")
    func connections() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 1
        let session = URLSessionTransport(configuration: configuration)
        try await LoopbackServer.run({ _ in
            try? await Task.sleep(for: .milliseconds(400))
            return Answer()
        }) { server in
            // Far longer than one request takes on a busy machine, and shorter than all of them.
            let defaults = APIDefaults(baseURL: server.url, timeout: .seconds(5))
            let forwarding = Counting(transport: session, capabilities: session.capabilities)
            let client = APIClient(defaults, transport: forwarding)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    group.addTask { try await client.send(Endpoint<Void>("x", .get, "x", returns: .nothing)) }
                }
                try await group.waitForAll()
            }
        }
    }
}
