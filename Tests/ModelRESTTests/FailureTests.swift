import Foundation
import HTTPTypes
import ModelCredentials
import ModelMiddleware
import ModelOutcomes
import ModelREST
import ModelRuntime
import ModelTransformers
import Testing

@Suite("Failures reported by a server")
struct FailureTests {
    static func error(_ answer: Answer, _ query: Post.ListQuery = Post.ListQuery()) async throws -> APIError {
        try await LoopbackServer.run({ _ in answer }) { server in
            let api = BlogAPI(baseURL: { server.url })
            do {
                _ = try await api.posts.list(query)
            } catch let error as APIError {
                return error
            }
            throw CancellationError()
        }
    }

    @Test("R12: an unexpected status is an error with code, headers, raw body and parsed body")
    func status() async throws {
        let body = #"{"returnCode":"E42","returnMessage":"no such user"}"#
        let error = try await Self.error(.json(body, status: 404, headers: ["X-Id": "9"]))
        guard case .status(let failure) = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(failure.status == 404)
        #expect(failure.headers.first { $0.name.canonicalName == "x-id" }?.value == "9")
        #expect(failure.body == Data(body.utf8))
        #expect(failure.code == "E42")
        #expect(failure.message == "no such user")
        try expectEqual(failure.decoded(as: [String: String].self)["returnCode"], "E42")
        #expect(error.description.contains("posts.list (GET http://127.0.0.1:"))
        #expect(error.description.hasSuffix("the server answered 404, code E42, no such user"))
    }

    enum GetFailure: DeclaredFailure {
        case gone
        case notFound(String, status: Int)
    }

    @Test("the text of a declared failure names the operation and what failed")
    func declared() {
        let texts = [GetFailure.gone, .notFound("no such user", status: 404)].map(\.localizedDescription)
        #expect(
            texts == [
                "FailureTests.GetFailure.gone",
                #"FailureTests.GetFailure.notFound("no such user", status: 404)"#,
            ])
    }

    @Test(
        "R11: a business failure in a 200 is an error, whether its code is a string or a number",
        arguments: [#""1001""#, "1001"]
    )
    func business(code: String) async throws {
        let error = try await Self.error(.json(#"{"returnCode":\#(code),"returnMessage":"expired","objects":[]}"#))
        guard case .business(let failure) = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(failure.code == "1001")
        #expect(failure.message == "expired")
        #expect(failure.json != nil)
    }

    @Test(
        "a body that does not match the operation is a decoding error",
        arguments: ["{", "[]", " ", "{}", "\u{FEFF}x"]
    )
    func decoding(body: String) async throws {
        let error = try await Self.error(.json(body))
        guard case .decoding(let underlying) = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(underlying is JSONError)
    }

    /// The error of an operation without a result.
    static func ignoring(_ body: Data, status: Int = 200, type: String = "text/html") async throws -> APIError? {
        let answer = Answer(status: status, headers: ["Content-Type": type], body: body)
        return try await LoopbackServer.run({ _ in answer }) { server in
            let rule = FailureRule(code: ["code"], success: "0", message: ["text"])
            let client = APIClient(APIDefaults(baseURL: server.url).reporting(rule))
            do {
                try await client.send(Endpoint<Void>("x", .post, "x", returns: .nothing))
                return nil
            } catch let error as APIError {
                return error
            }
        }
    }

    @Test("a byte order mark before a document changes nothing: a failure is one, and so is a success")
    func byteOrderMark() async throws {
        let mark = "\u{FEFF}"
        let failure = try await Self.ignoring(Data((mark + #"{"code":7,"text":"expired"}"#).utf8))
        #expect(failure?.failure?.code == "7")
        #expect(failure?.failure?.message == "expired")
        #expect(failure?.failure?.json != nil)
        #expect(try await Self.ignoring(Data((mark + #" {"code":0}"#).utf8)) == nil)
        let problem = try await Self.ignoring(
            Data((mark + #"{"title":"full"}"#).utf8), status: 507, type: "application/problem+json")
        #expect(problem?.failure?.problem?.title == "full")
        let post = mark + #"{"returnCode":"0000","data":{"id":1,"userId":7,"title":"a","body":"b"}}"#
        try await LoopbackServer.run({ _ in .json(post) }) { server in
            try await expectEqual(BlogAPI(baseURL: { server.url }).posts.get(1).title, "a")
        }
    }

    @Test("a document that may contain a failure but cannot be read is not a success; other bodies are ignored")
    func unreadable() async throws {
        let latin1 = Data(#"{"code":7,"text":"Schl"#.utf8) + [0xFC] + Data(#"ssel"}"#.utf8)
        for body in [latin1, Data(#"{"code":7"#.utf8), Data("[".utf8)] {
            guard case .decoding? = try await Self.ignoring(body)?.reason else {
                Issue.record("\(String(decoding: body, as: UTF8.self)) is a success")
                continue
            }
        }
        for body in ["", "OK", "<html>", "[]", #"{"text":"x"}"#] {
            #expect(try await Self.ignoring(Data(body.utf8)) == nil, "\(body)")
        }
    }

    @Test(
        "a code is compared by its value, and anything else than the success is a failure",
        arguments: [
            ("0", false), ("0.0", false), ("-0", false), ("0e5", false), (#""0""#, false), ("null", false),
            ("1001.0", true), ("1e3", true), ("9007199254740993000000", true), ("0.5", true), ("true", true),
            (#"{"number":0}"#, true), ("[0]", true), (#""""#, true),
        ])
    func codes(_ code: String, isFailure: Bool) async throws {
        let error = try await Self.ignoring(Data(#"{"code":\#(code),"text":"denied"}"#.utf8))
        #expect((error?.failure?.message == "denied") == isFailure)
        #expect((error == nil) == !isFailure)
    }

    @Test("an HTML error page is a status error, and nothing is parsed")
    func html() async throws {
        let error = try await Self.error(Answer(status: 502, body: Data("<html>".utf8)))
        #expect(error.failure?.status == 502)
        #expect(error.failure?.code == nil)
        #expect(error.failure?.json == nil)
    }

    @Test("errors show no sensitive query value and no credential")
    func redaction() async throws {
        try await LoopbackServer.run({ _ in Answer(status: 403) }) { server in
            let auth = Authentication(.query("key")) { "s3cret" }
            let bearer = BearerAuth("s3cret")
            let api = BlogAPI(baseURL: { server.url }, middleware: [auth, bearer])
            var query = Parameters()
            query.set("pin", "s3cret", privacy: .sensitive)
            query.set("access_token", "s3cret")
            query.set("open", "shown")
            let endpoint = Endpoint("x", .get, "x", query: query, returns: .nothing)
            let error = await #expect(throws: APIError.self) { try await api.client.send(endpoint) }
            let asked = try #require(server.asked.value.first)
            #expect(asked.query == "pin=s3cret&access_token=s3cret&open=shown&key=s3cret")
            #expect(asked["Authorization"] == "Bearer s3cret")
            let shown = String(describing: error) + String(reflecting: error)
            #expect(!shown.contains("s3cret"))
            #expect(shown.contains("pin=***"))
            #expect(shown.contains("open=shown"))
        }
    }

    @Test("errors show no secret in a path, however the server sends a request on")
    func paths() async throws {
        try await LoopbackServer.run({ request in
            request.path.hasPrefix("/api/v1/old/")
                ? Answer(status: 307, headers: ["Location": "/api/v1/new/s3cret/key"]) : Answer(status: 403)
        }) { server in
            let api = BlogAPI(baseURL: { server.url })
            let day = Date(timeIntervalSince1970: 77)
            let endpoint = Endpoint(
                "x", .get, "old/\(secret: "s3cret")/of-\(secret: day, using: UnixSeconds())/key", returns: .nothing)
            let error = try #require(await #expect(throws: APIError.self) { try await api.client.send(endpoint) })
            #expect(error.request.url == "\(server.url)/api/v1/old/***/***/key")
            #expect(error.request.redirects == ["GET \(server.url)/api/v1/new/***/key"])
            #expect(server.asked.value.first?.path == "/api/v1/old/s3cret/of-77/key")
            let climbing = Endpoint("x", .get, "old/\(secret: "s3cret")/\(secret: "..")", returns: .nothing)
            let refused = await #expect(throws: APIError.self) { try await api.client.send(climbing) }
            #expect(!String(reflecting: refused).contains("s3cret"))
        }
    }

    @Test("errors show no secret in a path, even if the server escapes it differently")
    func escapedPaths() async throws {
        try await LoopbackServer.run({ request in
            request.path.hasSuffix("/")
                ? Answer(status: 403) : Answer(status: 307, headers: ["Location": "/sessions/s3cret:Pg==/"])
        }) { server in
            let endpoint = Endpoint("x", .get, "sessions/\(secret: "s3cret:Pg==")", returns: .nothing)
            let error = await #expect(throws: APIError.self) {
                try await APIClient(APIDefaults(baseURL: server.url)).send(endpoint)
            }
            #expect(error?.request.redirects == ["GET \(server.url)/sessions/***/"])
        }
    }

    @Test("a missing connection is a transport error that names neither query nor credential")
    func refused() async throws {
        let api = BlogAPI(baseURL: { "http://127.0.0.1:1" })
        var query = Parameters()
        query.set("token", "s3cret")
        let endpoint = Endpoint("x", .get, "x/\(secret: "s3cret")", query: query, returns: .nothing)
        let error = await #expect(throws: APIError.self) { try await api.client.send(endpoint) }
        guard case .transport(let failure) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.reason == .cannotConnect)
        #expect(!"\(String(reflecting: error)) \(String(describing: failure.underlying))".contains("s3cret"))
    }
}
