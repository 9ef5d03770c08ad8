import Foundation
import HTTPTypes
import ModelMiddleware
import ModelOutcomes
import ModelREST
import ModelRetries
import ModelStreams
import ModelTesting
import ModelTransfers
import Testing

@Suite("Responses that are read while they arrive")
struct ArrivingResponseTests {
    private typealias Step = MisbehavingServer.Step

    private static let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n"
    private static let events = head + "Content-Type: text/event-stream; charset=utf-8\r\n\r\n"
    private static let whole = Endpoint<Void>("posts.export", .get, "posts", returns: .nothing)

    private static func post(_ id: Int) -> String { #"{"id":\#(id),"userId":7,"title":"ä","body":""}"# + "\n" }

    private static func text(_ chunks: ByteChunks) async throws -> String {
        var text = Data()
        for try await chunk in chunks { text += chunk }
        return String(decoding: text, as: UTF8.self)
    }

    @Test("models are read before the response is complete")
    func lines() async throws {
        let script: [Step] = [
            .text(Self.head + "\r\n" + Self.post(1) + Self.post(2).prefix(12)), .wait(milliseconds: 300),
            .text(String(Self.post(2).dropFirst(12))), .wait(milliseconds: 60_000),
        ]
        try await MisbehavingServer.run({ _ in script }) { server in
            let api = BlogAPI(baseURL: { server.url })
            let start = ContinuousClock.now
            var ids: [Int64] = []
            for try await post in Post.stream(json: api.chunks(of: Self.whole)) {
                ids.append(post.id)
                if ids.count == 2 { break }
            }
            #expect(ids == [1, 2])
            #expect(ContinuousClock.now - start < .seconds(30))
        }
    }

    /// Sends a request again after any error.
    private struct Stubborn: Middleware {
        func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
            do { return try await next(request) } catch { return try await next(request) }
        }
    }

    @Test(
        "a response that is lost is an error after what has arrived, and is not requested again",
        arguments: [Retry(first: .zero), Stubborn()] as [any Middleware])
    func lost(_ middleware: any Middleware) async throws {
        let script: [Step] = [.text(Self.head + "Content-Length: 1000\r\n\r\n" + Self.post(1))]
        try await MisbehavingServer.run({ _ in script }) { server in
            let api = BlogAPI(baseURL: { server.url }, middleware: [middleware])
            let chunks = api.chunks(of: Self.whole)
            func next() async throws -> Data? {
                var chunks = chunks
                return try await chunks.next()
            }
            try await expectEqual(next(), Data(Self.post(1).utf8))
            let error = await #expect(throws: APIError.self) { try await next() }
            guard case .transport(let cause)? = error?.reason else { throw try #require(error) }
            #expect(cause.reason == .connectionLost)
            #expect(error?.request.operation == "posts.export")
            try await expectEqual(next(), nil)
            #expect(server.connections.value == 1)
        }
    }

    @Test("a request is repeated until the first byte, and renews its token")
    func repeated() async throws {
        let count = Box(0)
        try await MisbehavingServer.run({ head in
            let number = count.change { count in
                count += 1
                return count
            }
            if number == 1 { return [] }
            if !head.contains("Bearer new") { return [.text("HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\n{}")] }
            return [.text(Self.head + "Content-Length: 2\r\n\r\nok")]
        }) { server in
            let tokens = RefreshingTokens(token: "old") { _ in "new" }
            let api = BlogAPI(baseURL: { server.url }, middleware: [Retry(first: .zero), BearerAuth(tokens)])
            try await expectEqual(Self.text(api.chunks(of: Self.whole)), "ok")
            #expect(count.value == 3)
        }
    }

    /// Sends a request again itself.
    private struct Again: Transport {
        var capabilities: TransportCapabilities { .receiving }

        func send(_ request: HTTPRequest, body: BodyStream?, options: TransportOptions) throws -> TransportResponse {
            let head = HTTPResponse(status: .ok)
            for _ in 1...2 { try options.receive?(head)?(Data("x".utf8)) }
            return TransportResponse(head, body: .data(Data()))
        }
    }

    @Test("what a transport receives again is not passed on twice")
    func forwarded() async throws {
        let client = APIClient(APIDefaults(baseURL: "http://again.test"), transport: Again())
        let error = await #expect(throws: APIError.self) { try await Self.text(client.chunks(of: Self.whole)) }
        guard case .transport? = error?.reason else { throw try #require(error) }
    }

    @Test("a failure has its body, and a fake has no bytes")
    func failures() async throws {
        try await LoopbackServer.run({ _ in .json(#"{"message":"no such feed"}"#, status: 404) }) { server in
            let api = BlogAPI(baseURL: { server.url })
            let error = await #expect(throws: APIError.self) { try await Self.text(api.chunks(of: Self.whole)) }
            #expect(error?.failure?.json?["message"] == "no such feed")
        }
        let fake = BlogAPI.answering(.to(Self.whole) {})
        try await expectEqual(Self.text(fake.chunks(of: Self.whole)), "")
        for try await _ in fake.events(of: Self.whole, reconnecting: .always) {}
    }

    @Test("several tasks can read one response")
    func readers() async throws {
        let script: [Step] = [
            .text(Self.head + "\r\n"), .wait(milliseconds: 300),
            .trickle(String(repeating: "x", count: 9000), milliseconds: 50),
        ]
        try await MisbehavingServer.run({ _ in script }) { server in
            let chunks = BlogAPI(baseURL: { server.url }).chunks(of: Self.whole)
            let read: @Sendable () async throws -> Data? = {
                var chunks = chunks
                return try await chunks.next()
            }
            async let (one, two) = (read(), read())
            try await expectEqual([one?.first, two?.first], [UInt8(ascii: "x"), UInt8(ascii: "x")])
        }
    }

    /// Passes on bytes until they are refused, or until there were enough.
    private struct Flood: Transport {
        let isOver = Box(false)
        var size = Int.max
        var capabilities: TransportCapabilities { .receiving }

        func send(_ request: HTTPRequest, body: BodyStream?, options: TransportOptions) throws -> TransportResponse {
            defer { isOver.change { $0 = true } }
            let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"])
            let write = try options.receive?(head)
            for number in 0..<size { try write?(Data(repeating: UInt8(truncatingIfNeeded: number), count: 4001)) }
            return TransportResponse(head, body: .data(Data()))
        }
    }

    @Test("a reader that is slower than the server gets everything, in pieces that fit into memory")
    func slowReader() async throws {
        let flood = Flood(size: 3000)
        let client = APIClient(
            APIDefaults(baseURL: "http://flood.test", responseLimit: 1 << 20), transport: flood)
        var (number, rest) = (0, Data())
        for try await chunk in client.chunks(of: Self.whole) {
            while !flood.isOver.value { try await Task.sleep(for: .milliseconds(5)) }
            #expect(chunk.count <= 1 << 20)
            rest += chunk
            while rest.count >= 4001 {
                let isExpected = rest.prefix(4001).allSatisfy { $0 == UInt8(truncatingIfNeeded: number) }
                try #require(isExpected, "\(number)")
                rest = Data(rest.dropFirst(4001))
                number += 1
            }
        }
        #expect(number == 3000 && rest.isEmpty)
    }

    @Test("events that are not read do not fill the memory")
    func limit() async throws {
        let flood = Flood()
        let client = APIClient(
            APIDefaults(baseURL: "http://flood.test", responseLimit: 2 << 20), transport: flood)
        let error = await #expect(throws: APIError.self) {
            for try await _ in client.events(of: Self.whole) {}
        }
        guard case .tooLarge(2 << 20)? = error?.reason else { throw try #require(error) }
    }

    @Test("a reader that is cancelled, or stops, ends the request")
    func cancelled() async throws {
        let script: [Step] = [
            .text(Self.events + "data: 1\n\n"), .trickle(String(repeating: ":\n", count: 9000), milliseconds: 5),
        ]
        try await MisbehavingServer.run({ _ in script }) { server in
            let api = BlogAPI(baseURL: { server.url })
            let hasRead = Box(false)
            let reading = Task {
                for try await _ in api.events(of: Self.whole) { hasRead.change { $0 = true } }
            }
            while !hasRead.value { try await Task.sleep(for: .milliseconds(20)) }
            reading.cancel()
            let error = await #expect(throws: APIError.self) { try await reading.value }
            #expect(error?.isCancellation == true)
            for try await event in api.events(of: Self.whole, reconnecting: .always) where event.data == "1" { break }
            while server.deserted.value < 2 { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    @Test("what a middleware decodes, and what was recorded, is read like a response")
    func middleware() async throws {
        let answer = Answer(headers: ["Content-Type": "text/event-stream"], body: Data("\n\n1 :atad".utf8))
        let folder = try TemporaryFolder()
        try await LoopbackServer.run({ _ in answer }) { server in
            let decoding = ResponseDecoding { Data($0.reversed()) }
            let recording = try RecordingTransport(to: folder.url)
            let api = BlogAPI(baseURL: { server.url }, transport: recording, middleware: [decoding])
            for replayed in [api, BlogAPI(transport: .replaying(folder.url), middleware: [decoding])] {
                var data: [String] = []
                for try await event in replayed.events(of: Self.whole) { data.append(event.data) }
                #expect(data == ["1"])
            }
            let other = Endpoint<Void>("posts.other", .get, "other", returns: .nothing)
            await #expect(throws: APIError.self) {
                for try await _ in BlogAPI(transport: .replaying(folder.url))
                    .events(of: other, reconnecting: .always)
                {}
            }
        }
    }

    @Test("what a middleware decodes is in memory, and needs no file")
    func decodedInMemory() async throws {
        let size = 3 << 20
        try await LoopbackServer.run({ _ in Answer(body: Data("x".utf8)) }) { server in
            let decoding = ResponseDecoding { _ in Data(count: size) }
            var chunks = BlogAPI(baseURL: { server.url }, middleware: [decoding]).chunks(of: Self.whole)
            try await expectEqual(chunks.next()?.count, size)
            try await expectEqual(chunks.next(), nil)
        }
    }
}
