import Foundation
import HTTPTypes
import ModelMiddleware
import ModelREST
import ModelRuntime
import ModelTransfers
import Testing

@Suite("Operations with a real server")
struct OperationTests {
    static let post = #"{"returnCode":"0000","data":{"id":12,"userId":7,"title":"Hello","body":""},"meta":{"total":1}}"#

    static func answering(
        _ answer: Answer,
        _ body: @Sendable (BlogAPI, LoopbackServer) async throws -> Void
    ) async throws {
        try await LoopbackServer.run({ _ in answer }) { server in
            try await body(BlogAPI(baseURL: { server.url }), server)
        }
    }

    @Test("R2, R5: list sends what is set, lists and dates included, and nothing for nil")
    func list() async throws {
        try await Self.answering(.json(#"{"objects":[{"id":1,"userId":7,"title":"a","body":""}]}"#)) { api, server in
            let posts = try await api.posts.list(
                .init(
                    userId: 7,
                    tags: ["a b", "c&d"],
                    visibility: .hidden,
                    since: Date(timeIntervalSince1970: 1.5),
                    limit: 20
                )
            )
            #expect(posts.map(\.id) == [1])
            let asked = try #require(server.asked.value.first)
            #expect(asked.method == "GET")
            #expect(asked.path == "/api/v1/posts")
            #expect(asked.query == "userId=7&tag=a%20b&tag=c%26d&visibility=hidden&since=1500&_limit=20")
            #expect(asked["Accept"] == "application/json")
            #expect(asked["Accept-Language"] == "en")
        }
    }

    @Test("R2, R9: get reads the object from the envelope")
    func get() async throws {
        try await Self.answering(.json(Self.post)) { api, server in
            let post = try await api.posts.get(12)
            #expect(post == Post(id: 12, userId: 7, title: "Hello"))
            #expect(server.asked.value.first?.target == "/api/v1/posts/12")
        }
    }

    @Test("R2, R3: create, update, save and delete use the schema's methods and send JSON")
    func changes() async throws {
        try await Self.answering(.json(Self.post)) { api, server in
            let draft = Post.Draft(userId: 7, title: "Hello")
            let post = try await api.posts.create(draft)
            _ = try await api.posts.save(draft)
            _ = try await api.posts.update(post)
            _ = try await api.posts.save(post)
            try await api.posts.delete(12)
            let asked = server.asked.value
            #expect(asked.map(\.method) == ["POST", "POST", "PUT", "PUT", "DELETE"])
            #expect(asked[0]["Content-Type"] == "application/json")
            try expectEqual(Post.Draft(json: asked[0].body), draft)
            try expectEqual(Post(json: asked[2].body), post)
            #expect(asked[4].target == "/api/v1/posts/12")
            #expect(asked[4].body.isEmpty)
        }
    }

    @Test("R2: a patch sends what was changed, null as null, and nothing else")
    func patch() async throws {
        try await Self.answering(.json(Self.post)) { api, server in
            var patch = Post.Patch()
            _ = try await api.posts.patch(12, patch)
            patch.body = .null
            _ = try await api.posts.patch(12, patch)
            patch.title = .value("New")
            _ = try await api.posts.patch(12, patch)
            let asked = server.asked.value
            #expect(asked.map(\.method) == ["PATCH", "PATCH", "PATCH"])
            #expect(asked.map(\.text) == ["{}", #"{"body":null}"#, #"{"title":"New","body":null}"#])
        }
    }

    @Test("R9: a body can have its own root")
    func bodyRoot() async throws {
        try await Self.answering(.json("{}")) { api, server in
            let body = RequestContent.json(Post.Draft(userId: 7, title: "a"), at: ["data", "post"])
            try await api.client.send(Endpoint("x", .post, "x", body: body, returns: .nothing))
            #expect(server.asked.value[0].text == #"{"data":{"post":{"userId":7,"title":"a","body":""}}}"#)
        }
    }

    @Test("R5, R7: an explicit parameter precedes the property, and that the global one, and no key is sent twice")
    func priority() async throws {
        try await LoopbackServer.run({ _ in .json(Self.post) }) { server in
            let extra = ExtraParameters { ["userId": "1", "locale": "de"] }
            let api = BlogAPI(baseURL: { server.url }, middleware: [extra])
            let post = Post(id: 12, userId: 7, title: "Hello")
            _ = try await api.posts.update(post)
            _ = try await api.send(Post.update(post, userId: 9))
            _ = try await api.posts.get(12)
            // Parameters of all requests go into an existing body, below its own members, and otherwise into the query.
            #expect(server.asked.value.map(\.query) == ["userId=7", "userId=9", "userId=1&locale=de"])
            for asked in server.asked.value.prefix(2) {
                let body = try JSON(json: asked.body, at: [])
                #expect((body["userId"], body["locale"]) == (7, "de"))
                #expect(asked.text.components(separatedBy: "userId").count == 2)
            }
        }
    }

    @Test("R7: parameters of all requests are in the query of GET, HEAD and DELETE, and in other bodies once")
    func globalParameters() async throws {
        try await LoopbackServer.run({ _ in .json(Self.post) }) { server in
            let extra = ExtraParameters {
                var parameters: Parameters = ["v": "2"]
                parameters.set("n", 7)
                parameters.set("title", "global")
                parameters.set("sign", "s", in: .query)
                return parameters
            }
            let client = APIClient(APIDefaults(baseURL: server.url), middleware: [extra])
            func send(_ method: HTTPMethod, _ body: RequestContent?) async throws -> Asked {
                try await client.send(Endpoint("x", method, "x", body: body, returns: .nothing))
                return try #require(server.asked.value.last)
            }
            for method in [HTTPMethod.get, .head, .delete] {
                let asked = try await send(method, nil)
                #expect((asked.query, asked.text) == ("v=2&n=7&title=global&sign=s", ""))
            }
            for method in [HTTPMethod.post, .put, .patch] {
                let object = try await send(method, .json(["title": "own", "note": "}"] as JSON))
                #expect(object.query == "sign=s")
                #expect(object.text == #"{"title":"own","note":"}","v":"2","n":7}"#)
                let form = try await send(method, .form(["title": "own"]))
                #expect((form.query, form.text) == ("sign=s", "title=own&v=2&n=7"))
                let nothing = try await send(method, nil)
                #expect((nothing.query, nothing.text) == ("sign=s", #"{"v":"2","n":7,"title":"global"}"#))
                #expect(nothing["Content-Type"] == "application/json")
                // These have no room for it.
                let list = try await send(method, .json(["a"] as JSON))
                #expect((list.query, list.text) == ("v=2&n=7&title=global&sign=s", #"["a"]"#))
                let bytes = try await send(method, .raw(.data(Data("%PDF".utf8))))
                #expect((bytes.query, bytes.text) == ("v=2&n=7&title=global&sign=s", "%PDF"))
            }
        }
    }

    @Test("R5, R7: a form is sent as a form, with the additional parameters")
    func form() async throws {
        try await LoopbackServer.run({ _ in .json(#"{"objects":[]}"#) }) { server in
            let extra = ExtraParameters { ["text": "no", "v": "2"] }
            let api = BlogAPI(baseURL: { server.url }, middleware: [extra])
            _ = try await api.send(Comment.search(text: "ä=&+ x", limit: 3))
            let asked = try #require(server.asked.value.first)
            #expect(asked["Content-Type"] == "application/x-www-form-urlencoded")
            #expect(asked.text == "text=%C3%A4%3D%26%2B%20x&limit=3&v=2")
            #expect(asked.query.isEmpty)
        }
    }

    @Test("R8, R12: an operation overrides path, headers and root, and returns the whole response")
    func overrides() async throws {
        let body = #"{"data":{"post":{"id":12,"userId":7,"title":"Hello","body":""}},"meta":{"total":3}}"#
        try await Self.answering(.json(body, headers: ["ETag": "\"x\""])) { api, server in
            let answer = try await api.response(for: Post.publish(12))
            #expect(answer.value.id == 12)
            #expect(answer.status == 200)
            #expect(answer.headers[.eTag] == "\"x\"")
            #expect(answer.body == Data(body.utf8))
            try expectEqual(answer.metadata(as: [String: Int].self), ["total": 3])
            #expect(answer.metadata != nil)
            let asked = try #require(server.asked.value.first)
            #expect(asked.path == "/api/v1/posts/12/publish")
            #expect(asked["X-Reason"] == "reviewed")
        }
    }

    @Test("R4, R9: a nested list has its own root")
    func nested() async throws {
        try await Self.answering(.json(#"[{"id":1,"postId":12,"text":"hi"}]"#)) { api, server in
            let comments = try await api.send(Post.comments(of: 12))
            #expect(comments.map(\.text) == ["hi"])
            #expect(server.asked.value.first?.path == "/api/v1/posts/12/comments")
        }
    }

    @Test("R1, R6: the base URL is read for each request, and joined with a single slash")
    func baseURL() async throws {
        try await LoopbackServer.run({ _ in .json(Self.post) }) { server in
            let suffixes = Box(["", "/", "/shop", "/shop/"])
            let api = BlogAPI(baseURL: { server.url + suffixes.change { $0.removeFirst() } })
            for _ in 0..<4 { _ = try await api.posts.get(1) }
            #expect(
                server.asked.value.map(\.target) == [
                    "/api/v1/posts/1", "/api/v1/posts/1", "/shop/api/v1/posts/1", "/shop/api/v1/posts/1",
                ]
            )
        }
    }

    @Test("R18: headers are added and removed for all later requests, including those of the schema")
    func sharedHeaders() async throws {
        try await Self.answering(.json(Self.post)) { api, server in
            try api.client.headers.set("X-Device", "phone")
            _ = try await api.posts.get(1)
            api.client.headers.remove("x-device")
            api.client.headers.remove("X-Client")
            _ = try await api.posts.get(1)
            let asked = server.asked.value
            #expect(asked[0]["X-Device"] == "phone")
            #expect(asked[1]["X-Device"] == nil)
            #expect(asked[0]["X-Client"] == "blog")
            #expect(asked[1]["X-Client"] == nil)
        }
    }

    @Test("R18: headers can be changed from many tasks at once")
    func headersWithoutRace() async throws {
        let client = APIClient(BlogAPI.defaults)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try client.headers.set("X-\(number)", number)
                    if number.isMultiple(of: 2) { client.headers.remove("X-\(number)") }
                }
            }
            try await group.waitForAll()
        }
        #expect(client.headers.current.fields.count == 102)
    }

    @Test("R12: text and raw bytes are returned unchanged")
    func plainBodies() async throws {
        try await Self.answering(Answer(body: Data("grüß".utf8))) { api, _ in
            let shape = ResponseShape(accept: "text/plain") { String(decoding: $0, as: UTF8.self) }
            let text: String = try await api.client.send(Endpoint("t", .get, "t", returns: shape))
            let data: Data = try await api.client.send(Endpoint("d", .get, "d", returns: .data))
            #expect(text == "grüß")
            #expect(data == Data("grüß".utf8))
        }
    }

    @Test(
        "a text of several documents, or of a type whose parameters mention JSON, is the raw body",
        arguments: [
            "application/x-ndjson", "application/jsonl", "application/json-seq", "text/csv; name=json.csv",
            "text/plain; profile=a/json", "application/octet-stream; name=\"a+json\"",
        ])
    func textOfDocuments(type: String) async throws {
        let answer = Answer(headers: ["Content-Type": type], body: Data("\"a\"\n\"b\"\n".utf8))
        try await Self.answering(answer) { api, _ in
            let text: String = try await api.client.send(Endpoint("t", .get, "t", returns: .object))
            let data: Data = try await api.client.send(Endpoint("t", .get, "t", returns: .object))
            #expect(text == "\"a\"\n\"b\"\n" && data == answer.body)
        }
    }

    @Test(
        "a text in a JSON document is decoded",
        arguments: ["application/json", "Text/JSON; charset=utf-8", "application/hal+json ; a=b", "application/x-json"])
    func textAsDocument(type: String) async throws {
        let answer = Answer(headers: ["Content-Type": type], body: Data("\"YWJj\"".utf8))
        try await Self.answering(answer) { api, _ in
            let text: String = try await api.client.send(Endpoint("t", .get, "t", returns: .object(at: [])))
            let data: Data = try await api.client.send(Endpoint("t", .get, "t", returns: .object(at: [])))
            #expect(text == "YWJj" && data == Data("abc".utf8))
        }
    }

    @Test(
        "a text inside of a document is read at its own root, whatever the media type",
        arguments: ["text/plain", "text/html"])
    func textInDocument(type: String) async throws {
        let answer = Answer(headers: ["Content-Type": type], body: Data(#"{"data":{"token":"YWJj"}}"#.utf8))
        try await Self.answering(answer) { api, _ in
            let text: String = try await api.client.send(
                Endpoint("t", .get, "t", returns: .object(at: ["data", "token"])))
            let data: Data = try await api.client.send(
                Endpoint("t", .get, "t", returns: .object(at: ["data", "token"])))
            #expect(text == "YWJj" && data == Data("abc".utf8))
            let whole: String = try await api.client.send(Endpoint("t", .get, "t", returns: .object(at: [])))
            #expect(whole == String(decoding: answer.body, as: UTF8.self))
        }
    }
}
