import Foundation
import HTTPTypes
import ModelAsyncHTTPClient
import ModelMiddleware
import ModelREST
import ModelRuntime
import ModelTransfers
import NIOCore
import NIOPosix
import Testing

@Suite("The transport over AsyncHTTPClient", .serialized)
struct AsyncHTTPClientTransportTests {
    static func client(_ url: String, timeout: Duration = .seconds(30)) -> APIClient {
        APIClient(APIDefaults(baseURL: url, timeout: timeout), transport: .asyncHTTPClient)
    }

    static func temporaryFile() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("transport-\(UUID().uuidString)")
    }

    @Test(
        "R17: misbehaviour ends in a typed error, soon; so does what URLSession on Linux does not survive",
        arguments: Misbehaviour.cases + Misbehaviour.fatalToFoundationForLinux
    )
    func misbehaviour(_ misbehaviour: Misbehaviour) async throws {
        try await MisbehavingServer.run({ _ in misbehaviour.steps }) { server in
            let start = ContinuousClock.now
            let mayTimeOut = misbehaviour.expected.contains(.timeout)
            let transport = AsyncHTTPClientTransport()
            let outcome = await Outcome.of(
                server.url,
                transport,
                timeout: mayTimeOut ? .milliseconds(300) : .seconds(10)
            )
            #expect(misbehaviour.expected.contains(outcome), "was \(outcome)")
            #expect(ContinuousClock.now - start < .seconds(8))
        }
    }

    @Test("R17: nothing listening, and no such host")
    func unreachable() async {
        #expect(
            await Outcome.of("http://127.0.0.1:1", .asyncHTTPClient, timeout: .seconds(10))
                == .transport(.cannotConnect)
        )
        let unknown = await Outcome.of("http://nobody.invalid", .asyncHTTPClient, timeout: .seconds(10))
        #expect([.transport(.hostNotFound), .transport(.cannotConnect)].contains(unknown), "was \(unknown)")
    }

    @Test("R17: an IPv6 address as a host works")
    func numericHost() async {
        let outcome = await Outcome.of("http://[::1]:1", .asyncHTTPClient, timeout: .seconds(10))
        #expect(outcome == .transport(.cannotConnect))
    }

    @Test("R12: a length without a body is not a limit: HEAD, and 304")
    func lengthWithoutBody() async throws {
        for (method, status) in [(ModelREST.HTTPMethod.head, "200 OK"), (.get, "304 Not Modified")] {
            let head = "HTTP/1.1 \(status)\r\nContent-Length: 999999999999\r\n\r\n"
            try await MisbehavingServer.run({ _ in [.text(head)] }) { server in
                let endpoint = Endpoint<Void>("x", method, "x", returns: .nothing).with { $0.expected = [200...399] }
                let response = try await Self.client(server.url).response(for: endpoint)
                #expect(status.hasPrefix("\(response.status)"))
            }
        }
    }

    @Test("R12: a response without a body is not decompressed: HEAD, 204, 304, and one that says so")
    func nothingCompressed() async throws {
        for (method, status, length) in [
            (ModelREST.HTTPMethod.head, 200, "20"), (.get, 204, nil), (.get, 304, "20"), (.get, 200, "0"),
        ] as [(ModelREST.HTTPMethod, Int, String?)] {
            let head =
                "HTTP/1.1 \(status) OK\r\nContent-Encoding: gzip\r\n"
                + (length.map { "Content-Length: \($0)\r\n" } ?? "") + "\r\n"
            try await MisbehavingServer.run({ _ in [.text(head)] }) { server in
                let endpoint = Endpoint<Data>("x", method, "x", returns: .data).with { $0.expected = [200...399] }
                let response = try await Self.client(server.url).response(for: endpoint)
                #expect(response.status == status && response.value.isEmpty)
            }
        }
    }

    @Test("R17: a port that does not exist is an error, in the base URL and in a redirect")
    func missingPort() async throws {
        for host in ["127.0.0.1", "[::1]", "localhost"] {
            let outcome = await Outcome.of("http://\(host):99999", .asyncHTTPClient, timeout: .seconds(10))
            #expect(outcome == .transport(.other))
            let redirect = "HTTP/1.1 302 Found\r\nLocation: http://\(host):65536/\r\nContent-Length: 0\r\n\r\n"
            try await MisbehavingServer.run({ _ in [.text(redirect)] }) { server in
                let outcome = await Outcome.of(server.url, .asyncHTTPClient, timeout: .seconds(10))
                #expect(outcome == .transport(.other))
            }
        }
    }

    @Test("R14: a file that becomes shorter than the form announced is an error, soon", arguments: [10, 0])
    func changingFile(_ size: Int) async throws {
        let file = Self.temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(count: 64 << 20).write(to: file)
        try await MisbehavingServer.run({ _ in
            // The length has been announced, and most of the file has not been read yet.
            truncate(file.path, size)
            return [.wait(milliseconds: 100), .read(bytes: 64 << 20), .text("HTTP/1.1 204 No Content\r\n\r\n")]
        }) { server in
            let client = Self.client(server.url, timeout: .seconds(10))
            var form = MultipartForm()
            form.add("file", .file(file))
            let endpoint = Endpoint<Void>("x", .post, "x", body: .multipart(form), returns: .nothing)
            let start = ContinuousClock.now
            let error = await #expect(throws: APIError.self) { try await client.upload(endpoint).value }
            guard case .local? = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(ContinuousClock.now - start < .seconds(5))
        }
    }

    @Test("R17: an untrusted certificate is refused, by both transports")
    func wrongCertificate() async throws {
        try await SecureServer.run { url in
            let overNIO = await Outcome.of(url, .asyncHTTPClient, timeout: .seconds(10))
            #expect(overNIO == .transport(.insecure))
            let overURLSession = await Outcome.of(url, URLSessionTransport.shared, timeout: .seconds(10))
            #expect(overURLSession == .transport(.insecure))
        }
    }

    static let gigabyte = 1 << 30

    /// Passes requests on.
    private struct Passing: Transport {
        let transport: any Transport
        var capabilities = TransportCapabilities.none

        func send(
            _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
        ) async throws -> TransportResponse {
            try await transport.send(request, body: body, options: options)
        }
    }

    enum Carrier: CaseIterable {
        case asyncHTTPClient, wrapped, forwarding

        var transport: any Transport {
            let client = AsyncHTTPClientTransport.shared
            return switch self {
            case .asyncHTTPClient: client
            case .wrapped: Passing(transport: client)
            case .forwarding: Passing(transport: client, capabilities: client.capabilities)
            }
        }
    }

    @Test(
        "R14: a gigabyte is downloaded to a file in constant memory, over a wrapper as well",
        arguments: Carrier.allCases)
    func download(over carrier: Carrier) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(Self.gigabyte)\r\n\r\n"
        try await MisbehavingServer.run({ _ in [.text(head), .flood(bytes: Self.gigabyte)] }) { server in
            let file = Self.temporaryFile()
            defer { try? FileManager.default.removeItem(at: file) }
            var last: TransferProgress?
            let growth = try await PeakMemory.growth {
                let endpoint = Endpoint<Void>("dump", .get, "dump", returns: .nothing)
                let client = APIClient(APIDefaults(baseURL: server.url), transport: carrier.transport)
                let transfer = client.download(endpoint, to: file)
                for await step in transfer.progress { last = step }
                _ = try await transfer.value
            }
            let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
            #expect(size?.intValue == Self.gigabyte)
            #expect(last == TransferProgress(.download, completed: Int64(Self.gigabyte), total: Int64(Self.gigabyte)))
            print("a download of 1 GiB, \(carrier): \(growth) MiB at its peak")
            #expect(growth < 128)
        }
    }

    enum Source: CaseIterable { case file, multipart, stream }

    @Test("R14: a gigabyte is uploaded from a file, a form or a stream in constant memory", arguments: Source.allCases)
    func upload(source: Source) async throws {
        let file = Self.temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(Self.gigabyte))
        try handle.close()
        let read = Box(0)
        try await MisbehavingServer.run({ head in
            let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") } ?? ""
            let length = Int(line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) ?? Self.gigabyte
            read.change { $0 = length }
            return [.read(bytes: length), .text("HTTP/1.1 204 No Content\r\n\r\n")]
        }) { server in
            let body: RequestContent
            switch source {
            case .file: body = .raw(.file(file))
            case .multipart:
                var form = MultipartForm()
                form.add("file", UploadSource.file(file))
                form.add("caption", "x")
                body = .multipart(form)
            case .stream:
                body = .stream(type: "application/octet-stream", length: Int64(Self.gigabyte)) {
                    let left = Box(Self.gigabyte)
                    return ByteChunks {
                        left.change { left in
                            guard left > 0 else { return nil }
                            left -= 1 << 20
                            return Data(count: 1 << 20)
                        }
                    }
                }
            }
            let steps = Box(0)
            let growth = try await PeakMemory.growth {
                let endpoint = Endpoint<Void>("dump", .post, "dump", body: body, returns: .nothing)
                let transfer = Self.client(server.url).upload(endpoint)
                for await step in transfer.progress where step.direction == .upload { steps.change { $0 += 1 } }
                try await transfer.value
            }
            #expect(read.value >= Self.gigabyte)
            #expect(steps.value > 10)
            print("an upload of 1 GiB, \(source): \(growth) MiB at its peak")
            #expect(growth < 128)
        }
    }

    @Test("R14: an upload waits for a busy event loop, instead of piling up chunks for it")
    func busyLoops() async throws {
        let length = 256 << 20
        let head = "HTTP/1.1 204 No Content\r\n\r\n"
        try await MisbehavingServer.run({ _ in [.read(bytes: length), .text(head)] }) { server in
            let opened = Box(0)
            let duringBlock = Box(0)
            let body = RequestContent.stream(type: "application/octet-stream", length: Int64(length)) {
                let left = Box(length)
                return ByteChunks {
                    let isFirst = left.value == length
                    guard left.value > 0 else { return nil }
                    left.change { $0 -= 1 << 20 }
                    opened.change { $0 += 1 << 20 }
                    if isFirst {
                        for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
                            loop.execute {
                                usleep(500_000)
                                duringBlock.change { $0 = max($0, opened.value) }
                            }
                        }
                    }
                    return Data(count: 1 << 20)
                }
            }
            try await Self.client(server.url)
                .send(Endpoint<Void>("dump", .post, "dump", body: body, returns: .nothing))
            #expect(opened.value == length)
            #expect(duringBlock.value < 8 << 20)
        }
    }

    @Test("R14: a slow reader slows the server down; memory stays constant")
    func backPressure() async throws {
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        try await MisbehavingServer.run({ _ in [.text(head), .flood(bytes: Self.gigabyte)] }) { server in
            let request = HTTPRequest(
                method: .get,
                scheme: "http",
                authority: String(server.url.dropFirst(7)),
                path: "/"
            )
            var options = TransportOptions()
            options.delivery = .streamed
            let growth = try await PeakMemory.growth { [options] in
                let response = try await AsyncHTTPClientTransport.shared.send(
                    request,
                    body: nil,
                    options: options
                )
                guard case .stream(let chunks) = response.body else {
                    Issue.record("no stream")
                    return
                }
                var reader = chunks.makeAsyncIterator()
                for _ in 0..<20 {
                    _ = try await reader.next()
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            #expect(growth < 128)
        }
    }

    @Test("R14: cancelling ends the connection: while waiting, downloading and uploading")
    func cancellation() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(Self.gigabyte)\r\n\r\n"
        let script: @Sendable (String) -> [MisbehavingServer.Step] = { asked in
            if asked.hasPrefix("POST") {
                return [.read(bytes: 1 << 16), .wait(milliseconds: 100), .trickle(head, milliseconds: 10)]
            }
            if asked.contains("/slow") { return [.trickle(head + head, milliseconds: 10)] }
            return [.text(head), .flood(bytes: Self.gigabyte)]
        }
        for kind in ["wait", "down", "up"] {
            try await MisbehavingServer.run(script) { server in
                let client = Self.client(server.url)
                let task = Task<Void, any Error> {
                    switch kind {
                    case "wait": try await client.send(Endpoint<Void>("a", .get, "slow", returns: .nothing))
                    case "down":
                        let file = Self.temporaryFile()
                        defer { try? FileManager.default.removeItem(at: file) }
                        let slow = Endpoint<Void>("a", .get, "dump", returns: .nothing)
                        _ = try await client.download(slow, to: file).value
                    default:
                        let body = RequestContent.stream(type: "a/b") {
                            ByteChunks {
                                try await Task.sleep(for: .milliseconds(1))
                                return Data(count: 1 << 14)
                            }
                        }
                        try await client.send(Endpoint<Void>("a", .post, "dump", body: body, returns: .nothing))
                    }
                }
                try await Task.sleep(for: .milliseconds(200))
                task.cancel()
                let error = await #expect(throws: APIError.self) { try await task.value }
                #expect(error?.isCancellation == true, "\(kind): \(String(describing: error))")
                for _ in 0..<200 where server.deserted.value == 0 { try await Task.sleep(for: .milliseconds(20)) }
                #expect(server.deserted.value == 1, "\(kind)")
            }
        }
    }

    @Test("R17: a redirect to another host is sent no credential")
    func redirect() async throws {
        let seen = Box("")
        try await MisbehavingServer.run({ head in
            seen.change { $0 = head }
            return [.text("HTTP/1.1 204 No Content\r\n\r\n")]
        }) { other in
            let answer = "HTTP/1.1 302 Found\r\nLocation: \(other.url)/moved\r\nContent-Length: 0\r\n\r\n"
            try await MisbehavingServer.run({ _ in [.text(answer)] }) { server in
                let client = APIClient(
                    APIDefaults(baseURL: server.url),
                    transport: .asyncHTTPClient,
                    middleware: [BearerAuth("s3cret")]
                )
                try await client.send(Endpoint<Void>("a", .get, "x", returns: .nothing))
                #expect(seen.value.hasPrefix("GET /moved"))
                #expect(!seen.value.contains("s3cret"))
            }
        }
    }

    @Test("R17: a generated API works with it, as in the README")
    func readme() async throws {
        let post = #"{"data": {"id": 1, "userId": 7, "title": "a", "body": "b"}}"#
        let answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(post.utf8.count)\r\n\r\n"
        try await MisbehavingServer.run({ _ in [.text(answer + post)] }) { server in
            let currentServer = server.url
            let api = BlogAPI(baseURL: { currentServer }, transport: .asyncHTTPClient)
            let answered = try await api.posts.get(1)
            #expect(answered.title == "a")
        }
    }
}
