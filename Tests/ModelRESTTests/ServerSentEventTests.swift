import Foundation
import ModelOutcomes
import ModelREST
import ModelTransfers
import Testing

@Suite("Server-sent events")
struct ServerSentEventTests {
    private typealias Step = MisbehavingServer.Step

    private static let events =
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n"
    private static let end: [Step] = [.text("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")]
    private static let whole = Endpoint<Void>("posts.export", .get, "posts", returns: .nothing)

    private static func busy(_ header: String = "") -> [Step] {
        [.text("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\(header)Connection: close\r\n\r\n")]
    }

    /// Runs scripts one after another, and then the end. Returns the data of the events, the heads of the requests, and
    /// the time that it took.
    private static func run(
        _ scripts: [[Step]], _ endpoint: Endpoint<Void> = whole
    ) async throws -> (data: [String], heads: [String], time: Duration) {
        let heads = Box<[String]>([])
        return try await MisbehavingServer.run({ head in
            let number = heads.change { heads in
                heads.append(head)
                return heads.count
            }
            return number <= scripts.count ? scripts[number - 1] : end
        }) { server in
            let start = ContinuousClock.now
            var data: [String] = []
            for try await event in BlogAPI(baseURL: { server.url }).events(of: endpoint, reconnecting: .always) {
                data.append(event.data)
            }
            return (data, heads.value, ContinuousClock.now - start)
        }
    }

    private struct Busy: Error {}

    @Test("a declared failure does not end them, an id may be any text, and `Retry-After` is respected")
    func declaredFailure() async throws {
        let run = try await Self.run(
            [[.text(Self.events + "retry: 1\nid:  Zürich\ndata: a\n\n")], Self.busy("Retry-After: 1\r\n")],
            Self.whole.failing(503) { _ in Busy() })
        #expect(run.data == ["a"])
        // The server's characters are the bytes.
        let id = String(String.UnicodeScalarView("Zürich\r\n".utf8.map { Unicode.Scalar($0) }))
        #expect(run.heads.count == 3 && run.heads.dropFirst().allSatisfy { $0.contains(id) }, "\(run.heads)")
        #expect(run.time > .seconds(1))
    }

    @Test("a server that sets no pause is not asked without one")
    func noPause() async throws {
        let run = try await Self.run(
            [[.text(Self.events + "retry: 0\ndata: a\n\n")], Self.busy(), Self.busy(), Self.busy()])
        #expect(run.data == ["a"] && run.heads.count == 5 && run.time > .seconds(1))
    }

    @Test("a server that sends only comments is asked again without longer pauses")
    func quiet() async throws {
        let quiet: [Step] = [.text(Self.events + ":\n\n")]
        let run = try await Self.run(
            [[.text(Self.events + "retry: 20\n\n")]] + Array(repeating: quiet, count: 10))
        #expect(run.heads.count == 12 && run.time < .seconds(60))
    }

    @Test("the program's own id is sent until the server sends or removes one")
    func ownID() async throws {
        let run = try await Self.run(
            [
                [.text(Self.events + "retry: 1\ndata: a\n\n")], [.text(Self.events + "id\ndata: b\n\n")],
            ], Self.whole.with { $0.headers.set("Last-Event-ID", "own") })
        #expect(run.data == ["a", "b"])
        #expect(run.heads.map { $0.contains("own\r\n") } == [true, true, false])
    }

    /// Limits responses to a thousand bytes.
    private struct Limit: Middleware {
        func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
            var request = request
            request.responseLimit = 1000
            return try await next(request)
        }
    }

    @Test("an event that is larger than the limit, which a middleware may set, is an error after those before it")
    func tooLarge() async throws {
        let text = Self.events + "data: a\n\ndata: b\n\ndata: \(String(repeating: "x", count: 2000))\n\ndata: c\n\n"
        try await MisbehavingServer.run({ _ in [.text(text)] }) { server in
            let api = BlogAPI(baseURL: { server.url }, middleware: [Limit()])
            let data = Box<[String]>([])
            let error = await #expect(throws: APIError.self) {
                for try await event in api.events(of: Self.whole, reconnecting: .always) {
                    data.change { $0.append(event.data) }
                }
            }
            guard case .tooLarge(1000)? = error?.reason else { throw try #require(error) }
            #expect(data.value == ["a", "b"])
            #expect(server.connections.value == 1)
        }
    }

    @Test("comments do not count for the limit")
    func comments() async throws {
        let comment: [Step] = [.text(":" + String(repeating: "x", count: 99) + "\n"), .wait(milliseconds: 20)]
        let script = [.text(Self.events)] + Array(repeating: comment, count: 30).joined() + [.text("data: a\n\n")]
        try await MisbehavingServer.run({ _ in script }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url, responseLimit: 2000))
            var data: [String] = []
            for try await event in client.events(of: Self.whole) { data.append(event.data) }
            #expect(data == ["a"])
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
            (Answer(headers: ["Content-Type": "text/html"]), "the type `text/html`, not"),
            (Answer(status: 202), "the type `none`, not `text/event-stream`"),
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
}
