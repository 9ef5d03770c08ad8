import Foundation
import HTTPTypes
import ModelCredentials
import ModelMiddleware
import ModelPagination
import ModelREST
import ModelRuntime
import ModelTesting
import ModelTransfers
import Testing

@Suite("Recording and replaying")
struct RecordingTests {
    @Test("R17: recordings are replayed, in order, for any host, and contain no secret")
    func roundTrip() async throws {
        let folder = try TemporaryFolder()
        let count = Box(0)
        try await LoopbackServer.run({ asked in
            let number = count.change { count -> Int in
                count += 1
                return count
            }
            let body = #"{"data":{"id":\#(number),"userId":7,"title":"ü","body":""},"meta":{"n":1}}"#
            return .json(body, headers: ["Set-Cookie": "s3cret", "ETag": "\"1\""])
        }) { server in
            let recording = try RecordingTransport(to: folder.url)
            let api = BlogAPI(
                baseURL: { server.url },
                transport: recording,
                middleware: [BearerAuth("s3cret"), Authentication(.query("key")) { "s3cret" }]
            )
            try await expectEqual(api.posts.get(12).id, 1)
            try await expectEqual(api.posts.get(12).id, 2)
            try await expectEqual(api.posts.get(13).id, 3)
        }
        #expect(folder.files.count == 3)
        for name in folder.files {
            let text = try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
            #expect(!text.contains("s3cret"))
        }
        let api = BlogAPI(transport: .replaying(folder.url), middleware: [Authentication(.query("key")) { "other" }])
        try await expectEqual(api.response(for: Post.get(13)).metadata(as: [String: Int].self), ["n": 1])
        try await expectEqual(api.posts.get(12).id, 1)
        let second = try await api.response(for: Post.get(12))
        #expect(second.value.id == 2)
        #expect(second.headers[.eTag] == "\"1\"")
        try await expectEqual(api.posts.get(12).id, 2)
        let error = await #expect(throws: APIError.self) { try await api.posts.get(99) }
        guard case .transport(let failure) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.reason == .notRecorded)
    }

    @Test(
        "events are passed on while they are recorded, and recorded as far as they were read", .timeLimit(.minutes(5)))
    func events() async throws {
        let folder = try TemporaryFolder()
        let follow = Endpoint<Void>("posts.follow", .get, "posts/events", returns: .nothing)
        @Sendable func read(_ api: BlogAPI) async throws -> [String] {
            var data: [String] = []
            for try await event in api.events(of: follow) {
                data.append(event.data)
                if data.count == 2 { break }
            }
            return data
        }
        let script: [MisbehavingServer.Step] = [
            .text("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n"),
            .wait(milliseconds: 100), .text("data: 2\n\n"),
            .trickle(String(repeating: ":\n", count: 90_000), milliseconds: 5),
        ]
        try await MisbehavingServer.run({ _ in script }) { server in
            let recording = BlogAPI(
                baseURL: { server.url }, transport: try RecordingTransport(to: folder.url))
            try await expectEqual(read(recording), ["1", "2"])
            while folder.files.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        }
        try await expectEqual(read(BlogAPI(transport: .replaying(folder.url))), ["1", "2"])
    }

    @Test("R17: pages, redirects, downloads and responses without a body are replayed; their headers contain no secret")
    func headers() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        let recordings = folder.url.appendingPathComponent("recordings")
        @Sendable func visit<Carrier: Transport>(_ url: String, _ transport: Carrier) async throws {
            let defaults = BlogAPI.defaults.paginating(.link)
            let key = Authentication(.query("api_key")) { "s3cret" }
            let api = BlogAPI(
                client: APIClient(defaults, baseURL: { url }, transport: transport, middleware: [key]))
            try await expectEqual(PaginationTests.ids(api.posts.all()), [1, 2])
            try await expectEqual(api.posts.get(5).id, 12)
            try await api.posts.delete(1)
            _ = try await api.download(Post.export(1), to: file).value
            try expectEqual(String(contentsOf: file, encoding: .utf8), "%PDF \n\n\u{0}")
            try FileManager.default.removeItem(at: file)
        }
        try await LoopbackServer.run({ asked in
            switch (asked.method, asked.path) {
            case ("DELETE", _): return Answer(status: 204, headers: ["X-Auth-Token": "s3cret"])
            case (_, "/api/v1/posts/5"):
                let moved = "/moved;v=1;jsessionid=s3cret?token=s3cret#access_token=s3cret&state=x"
                return Answer(status: 302, headers: ["Location": moved])
            case (_, "/moved;v=1;jsessionid=s3cret"): return .json(OperationTests.post)
            case (_, "/api/v1/posts/1.pdf"): return Answer(body: Data("%PDF \n\n\u{0}".utf8))
            default:
                let page = PaginationTests.number("page", in: asked) ?? 1
                var answer = PaginationTests.list(page..<page + 1)
                let next = "</api/v1/posts?api_key=s3cret&page=2>; rel=next, </?session=s3cret;x>; rel=\"last\""
                if page == 1 { answer.headers["Link"] = next }
                return answer
            }
        }) { server in
            try await visit(server.url, RecordingTransport(to: recordings))
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: recordings.path) {
            let text = try String(contentsOf: recordings.appendingPathComponent(name), encoding: .utf8)
            #expect(!text.contains("s3cret"), "\(text)")
        }
        try await visit("https://elsewhere.example", ReplayingTransport(recordings))
    }

    @Test("a recording can be written by hand; an unreadable one is an error that names the file")
    func handwritten() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("get.http")
        try Data("GET /api/v1/posts/1\n\n404\nX-A: b\n\n{\"returnCode\":\"E\"}".utf8).write(to: file)
        let api = BlogAPI(transport: .replaying(folder.url))
        let error = await #expect(throws: APIError.self) { try await api.posts.get(1) }
        #expect(error?.failure?.code == "E")
        for text in ["", "GET /x", "GET /x\n\n\n\n", "GET /x\n\nabc\n\n", "GET /x\n\n200\nno header\n\n"] {
            try Data(text.utf8).write(to: file)
            let broken = BlogAPI(transport: .replaying(folder.url))
            let error = await #expect(throws: APIError.self) { try await broken.posts.get(1) }
            guard case .local(let underlying) = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect("\(underlying)".contains("get.http"))
        }
    }

    @Test(
        "a recording has a request's text on one line, whatever is in it",
        arguments: ["x=1\n\ny", "a\n\nb=", "a=1&b\n\n200\n\nfake", "{\"a\":\n\n1}", "a\u{2028}b=\u{85}"])
    func lines(text: String) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run({ _ in Answer(status: 201, body: Data("new".utf8)) }) { server in
            let body = RequestContent.raw(.data(Data(text.utf8), type: "text/plain"))
            let endpoint = Endpoint<Data>("x", .post, "x", body: body, returns: .data)
            let defaults = APIDefaults(baseURL: server.url)
            let transport = try RecordingTransport(to: folder.url)
            #expect(try await APIClient(defaults, transport: transport).send(endpoint) == Data("new".utf8))
            let replaying = APIClient(defaults, transport: .replaying(folder.url))
            #expect(try await replaying.send(endpoint) == Data("new".utf8))
            let other = Endpoint<Data>("x", .post, "x", body: .raw(.data(Data("z=".utf8))), returns: .data)
            await #expect(throws: APIError.self) { try await replaying.send(other) }
        }
    }

    @Test("R15: a request with another body does not match; parts that vary can be ignored")
    func bodies() async throws {
        let folder = try TemporaryFolder()
        let bodies: [RequestContent] = [
            .json(["title": "a", "nonce": "1", "password": "s3cret"] as JSON), .form(["a": "1", "nonce": "1"]),
            .raw(.data(Data("{\"id\":1}\n{\"password\":\"s3cret\"}\n".utf8), type: "application/x-ndjson")),
            .multipart(MultipartForm()), .raw(.data(Data([0xFF, 0]))), .raw(.data(Data(count: 100_000))),
            .stream(type: "text/plain") { ByteChunks(Data("one line".utf8)) },
        ]
        @Sendable func send(_ body: RequestContent?, _ url: String, _ transport: some Transport) async -> String {
            let client = APIClient(APIDefaults(baseURL: url), transport: transport)
            return await TokenRefreshTests.reason {
                try await client.send(
                    Endpoint("x", .post, "x", query: ["nonce": "1"], body: body, returns: .nothing))
            }
        }
        try await LoopbackServer.run({ _ in Answer() }) { server in
            let recording = try RecordingTransport(to: folder.url)
            for body in bodies { #expect(await send(body, server.url, recording) == "value") }
            #expect(server.asked.value.allSatisfy { !$0.body.isEmpty })
        }
        for name in folder.files {
            let text = try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
            #expect(!text.contains("s3cret"))
        }
        let replaying = ReplayingTransport(folder.url)
        for body in bodies { #expect(await send(body, "http://other", replaying) == "value") }
        let again: [RequestContent] = [
            .json(["password": "another", "nonce": "1", "title": "a"] as JSON), .multipart(MultipartForm()),
            .raw(.data(Data("{\"id\":1}\n{\"password\":\"another\"}".utf8), type: "application/x-ndjson")),
        ]
        for body in again { #expect(await send(body, "http://other", replaying) == "value") }
        let wrong = await send(.json(["title": "b", "nonce": "1"] as JSON), "http://other", replaying)
        #expect(wrong.contains("\"title\":\"b\"") && wrong.contains("\"title\":\"a\""), "\(wrong)")
        #expect(await send(nil, "http://other", replaying) != "value")
        let ignoring = ReplayingTransport(folder.url, ignoring: ["nonce"])
        let new: [RequestContent] = [
            .json(["title": "a", "nonce": "2", "password": ""] as JSON), .form(["nonce": "2", "a": "1"]),
        ]
        for body in new {
            #expect(await send(body, "http://other", ReplayingTransport(folder.url)) != "value")
            #expect(await send(body, "http://other", ignoring) == "value")
        }
    }

    @Test("R17: a recording contains no value that the request marks as sensitive, and is found with another one")
    func sensitive() async throws {
        let folder = try TemporaryFolder()
        @Sendable func visit(_ secret: String, _ url: String, _ transport: some Transport) async throws {
            let key = Authentication(.query("appid")) { secret }
            let client = APIClient(APIDefaults(baseURL: url), transport: transport, middleware: [key])
            let search = Endpoint<Void>("x", .get, "of/\(secret: secret)/x", returns: .nothing).query {
                $0.set("page", 1)
                $0.set("pin", secret, privacy: .sensitive)
            }
            try await client.send(search)
            try await client.send(
                Endpoint<Void>("y", .post, "y", returns: .nothing).form { $0.set("pin", secret, privacy: .sensitive) })
            try await client.send(Endpoint<Void>("z", .get, "of/a,b;\(secret: secret)/z", returns: .nothing))
        }
        try await LoopbackServer.run({ asked in
            asked.path.hasSuffix("/x")
                ? Answer(status: 307, headers: ["Location": "/of/s3cret/?appid=s3cret&page=1"]) : Answer()
        }) { server in
            try await visit("s3cret", server.url, RecordingTransport(to: folder.url))
        }
        #expect(folder.files.count == 4)
        for name in folder.files {
            let text = try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
            #expect(!text.contains("s3cret") && !name.contains("s3cret"), "\(text)")
        }
        try await visit("another", "https://elsewhere.example", .replaying(folder.url))
        // One that was written by hand need not mask anything.
        try Data("GET /of/me/x?page=1&pin=me&appid=me\n\n200\n\n".utf8)
            .write(to: folder.url.appendingPathComponent("0.http"))
        try await visit("me", "https://elsewhere.example", .replaying(folder.url))
    }

    /// Answers `old` with a redirect to `new`, both with bodies that arrive in pieces.
    private struct Redirecting: Transport {
        func send(_ request: HTTPRequest, body: BodyStream?, options: TransportOptions) async throws
            -> TransportResponse
        {
            let isOld = request.path?.hasSuffix("/old") == true
            return TransportResponse(
                HTTPResponse(status: isOld ? .found : .ok, headerFields: isOld ? [.location: "/new"] : [:]),
                body: .stream(ByteChunks(Data((isOld ? "moved" : "file").utf8))))
        }
    }

    @Test("a redirect is recorded, although nobody reads its body")
    func redirectOfStream() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("file")
        let recordings = folder.url.appendingPathComponent("recordings")
        let old = Endpoint<Void>("old", .get, "old", returns: .nothing)
        for transport in [
            try RecordingTransport(to: recordings, over: Redirecting()), ReplayingTransport(recordings),
        ] as [any Transport] {
            let api = BlogAPI(
                client: APIClient(BlogAPI.defaults, baseURL: { "https://here.test" }, transport: transport))
            _ = try await api.download(old, to: file).value
            try expectEqual(String(contentsOf: file, encoding: .utf8), "file")
            try FileManager.default.removeItem(at: file)
        }
    }

    @Test("R17: a recording of XML contains no credential, and tells other bodies apart")
    func xml() async throws {
        let folder = try TemporaryFolder()
        @Sendable func login(_ text: String) -> Endpoint<Void> {
            let body = RequestContent.raw(.data(Data(text.utf8), type: "application/xml"))
            return Endpoint("login", .post, "login", body: body, returns: .nothing)
        }
        let secrets = [
            "<login><name>a</name><password>s3cret</password></login>",
            "<l:login xmlns:l='x'>\n<l:password a=\"b>c\"><![CDATA[s3cret]]></l:password><n>1</n></l:login>",
            #"<session id="1" token = 's3cret' name="a"/>"#, "<x><token>s3cret",
            "<session><sessionId>17</sessionId><ticket>s3cret</ticket></session>",
            "<token><tokenType>bearer</tokenType><value>s3cret</value></token><n>1</n>",
            "<token><![CDATA[</token>]]><!-- </token> -->s3cret</token>",
            "<token><token>a</token><token/><token x='/'>b</token\n><value>s3cret</value></token>",
        ]
        try await LoopbackServer.run({ _ in Answer() }) { server in
            let recording = try RecordingTransport(to: folder.url)
            let client = APIClient(APIDefaults(baseURL: server.url), transport: recording)
            for text in secrets { try await client.send(login(text)) }
        }
        for name in folder.files {
            let text = try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
            #expect(!text.contains("s3cret"))
        }
        @Sendable func replay(_ text: String) async throws {
            let client = APIClient(APIDefaults(baseURL: "https://other.test"), transport: .replaying(folder.url))
            try await client.send(login(text))
        }
        for text in secrets { try await replay(text.replacing("s3cret", with: "other")) }
        for text in [secrets[0].replacing(">a<", with: ">b<"), secrets[2].replacing(#""a""#, with: #""b""#)] {
            await #expect(throws: APIError.self) { try await replay(text) }
        }
    }
}
