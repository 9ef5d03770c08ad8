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

    @Test("a response that is lost is an error after what has arrived, and is not requested again")
    func lost() async throws {
        let script: [Step] = [.text(Self.head + "Content-Length: 1000\r\n\r\n" + Self.post(1))]
        try await MisbehavingServer.run({ _ in script }) { server in
            let api = BlogAPI(baseURL: { server.url }, middleware: [Retry(first: .zero)])
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
        try await expectEqual(Self.text(BlogAPI.answering(.to(Self.whole) {}).chunks(of: Self.whole)), "")
    }

    /// Passes on bytes until they are refused.
    private struct Flood: Transport {
        let isOver = Box(false)
        var capabilities: TransportCapabilities { .receiving }

        func send(_ request: HTTPRequest, body: BodyStream?, options: TransportOptions) throws -> TransportResponse {
            defer { isOver.change { $0 = true } }
            let write = try options.receive?(HTTPResponse(status: .ok))
            while true { try write?(Data(count: 4096)) }
        }
    }

    @Test("what is not read does not fill the memory")
    func limit() async throws {
        let flood = Flood()
        let client = APIClient(
            APIDefaults(baseURL: "http://flood.test", responseLimit: 1 << 20), transport: flood)
        let error = await #expect(throws: APIError.self) {
            var chunks = client.chunks(of: Self.whole)
            _ = try await chunks.next()
            while !flood.isOver.value { try await Task.sleep(for: .milliseconds(5)) }
            while try await chunks.next() != nil {}
        }
        guard case .tooLarge(1 << 20)? = error?.reason else { throw try #require(error) }
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

    @Test(
        "events are read as in a browser, wherever the bytes are cut",
        arguments: [
            ("data: a\n\n", ["message|a|"]), ("data:a\ndata\ndata:  b\n\ndata: lost", ["message|a\n\n b|"]),
            ("\u{FEFF}event: add\r\ndata: ä:😀\r\nid: 7\r\n\r\nid\rdata: x\r\r", ["add|ä:😀|7", "message|x|"]),
            (
                ": comment\nid: 1\n\ndata: y\n\nevent: e\n\ndata: z\nother: 1\nid: a\0b\n\n",
                ["message|y|1", "message|z|1"]
            ),
            ("data\n\ndata\ndata\n\n:\u{308}x\ndata:\u{308}\n\n", ["message||", "message|\n|", "message|\u{308}|"]),
        ])
    func format(_ text: String, _ expected: [String]) async throws {
        for length in [1, 2, 3, 1000] {
            let bytes = Data(text.utf8)
            let parts = stride(from: 0, to: bytes.count, by: length).map { bytes[$0..<min($0 + length, bytes.count)] }
            let steps: [Step] = [.text(Self.events)] + parts.flatMap { [.send($0), .wait(milliseconds: 1)] }
            try await MisbehavingServer.run({ _ in steps }) { server in
                var events: [String] = []
                for try await event in BlogAPI(baseURL: { server.url }).events(of: Self.whole) {
                    events.append("\(event.name)|\(event.data)|\(event.id)")
                }
                #expect(events == expected)
            }
        }
    }

    @Test("lost events are continued after the last one, until the server says that there are no more")
    func reconnection() async throws {
        let heads = Box<[String]>([])
        try await MisbehavingServer.run({ head in
            let number = heads.change { heads in
                heads.append(head)
                return heads.count
            }
            return switch number {
            case 1: [.text(Self.events + "retry: 20\nid: 1\ndata: a\n\nid: 2\ndata: half\n")]
            case 2: [.text("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
            case 3: []
            case 4: [.text(Self.events + "data: b\n\n")]
            default: [.text("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")]
            }
        }) { server in
            var data: [String] = []
            for try await event in BlogAPI(baseURL: { server.url }).events(of: Self.whole, reconnecting: .always) {
                data.append(event.data)
            }
            #expect(data == ["a", "b"])
        }
        let ids = heads.value.map { head in
            head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("last-event-id") }.map {
                $0.suffix(1)
            }
        }
        #expect(ids == [nil, "1", "1", "1", "1"])
        #expect(heads.value.allSatisfy { $0.lowercased().contains("accept: text/event-stream\r\n") })
    }

    @Test(
        "what is not events is an error, also with reconnection: a page of a portal, a refusal, a failure in the body")
    func otherAnswers() async throws {
        let answers: [(Answer, String)] = [
            (Answer(headers: ["Content-Type": "text/html"], body: Data("<html>".utf8)), "the type `text/html`, not"),
            (Answer(body: Data("data: 1\n\n".utf8)), "the type `none`, not `text/event-stream`"),
            (.json(#"{"ok":false,"error":"not_authed"}"#), "rejected the request: 200, code false, not_authed"),
            (.json("{}", status: 403), "403"),
        ]
        for (answer, message) in answers {
            try await LoopbackServer.run({ _ in answer }) { server in
                let rule = FailureRule(code: "ok", success: "true", message: "error")
                let client = APIClient(APIDefaults(baseURL: server.url).reporting(rule))
                let error = await #expect(throws: APIError.self) {
                    for try await _ in client.events(of: Self.whole, reconnecting: .always) {}
                }
                #expect(error?.description.contains(message) == true, "\(String(describing: error))")
                #expect(server.asked.value.count == 1)
            }
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
        }
    }
}
