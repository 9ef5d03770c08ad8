import Foundation
import ModelCredentials
import ModelMiddleware
import ModelREST
import ModelRuntime
import Testing

@Suite("Redirects")
struct RedirectTests {
    static func redirecting(
        _ status: Int,
        to location: @escaping @Sendable (_ own: String, _ other: String) -> String,
        _ body: @Sendable (BlogAPI, _ own: LoopbackServer, _ other: LoopbackServer) async throws -> Void
    ) async throws {
        try await LoopbackServer.run({ _ in .json(OperationTests.post) }) { other in
            let own = Box("")
            try await LoopbackServer.run({ asked in
                guard !asked.target.hasPrefix("/moved") else { return .json(OperationTests.post) }
                return Answer(status: status, headers: ["Location": location(own.value, other.url)])
            }) { server in
                own.change { $0 = server.url }
                let api = BlogAPI(
                    baseURL: { server.url },
                    middleware: [
                        BearerAuth("s3cret"), Authentication(.header("X-Api-Key")) { "s3cret" },
                        Authentication(.query("key")) { "s3cret" },
                    ]
                )
                try await body(api, server, other)
            }
        }
    }

    @Test("within a host, a redirect is followed with everything", arguments: [301, 302, 303, 307, 308])
    func sameHost(status: Int) async throws {
        try await Self.redirecting(status, to: { own, _ in own + "/moved?x=1" }) { api, own, _ in
            try await expectEqual(api.posts.get(12).id, 12)
            let second = try #require(own.asked.value.last)
            #expect(second.target == "/moved?x=1")
            #expect(second["Authorization"] == "Bearer s3cret")
        }
    }

    @Test("a relative location is within the host")
    func relative() async throws {
        try await Self.redirecting(302, to: { _, _ in "/moved/../moved/é" }) { api, own, _ in
            try await expectEqual(api.posts.get(12).id, 12)
            #expect(own.asked.value.last?.path == "/moved/%C3%A9")
        }
    }

    @Test(
        "a location keeps its escapes, and what is not allowed in it is escaped",
        arguments: [
            ("/moved/é%20ü", "/moved/%C3%A9%20%C3%BC"), ("/moved?x=a b%20c|d", "/moved?x=a%20b%20c%7Cd"),
            ("/moved?a=[%5B]&{b}#top", "/moved?a=%5B%5B%5D&%7Bb%7D"), ("/moved/a%2Fb%2f", "/moved/a%2Fb%2f"),
            ("//HOST/moved?%", "/moved?%25"), ("http://HOST/moved%zz", "/moved%25zz"), ("../../../moved", "/moved"),
        ])
    func escapes(location: String, path: String) async throws {
        let own: @Sendable (String, String) -> String = { own, _ in
            location.replacingOccurrences(of: "HOST", with: own.dropFirst("http://".count))
        }
        try await Self.redirecting(302, to: own) { api, own, _ in
            try await expectEqual(api.posts.get(12).id, 12)
            #expect(own.asked.value.last?.target == path)
        }
    }

    @Test(
        "to another host, no credential is sent, whatever header or parameter contains it",
        arguments: [301, 302, 303, 307, 308]
    )
    func otherHost(status: Int) async throws {
        try await Self.redirecting(status, to: { _, other in other + "/moved" }) { api, own, other in
            try api.client.headers.set("Cookie", "s3cret")
            try api.client.headers.set("X-Session", "s3cret")
            try api.client.headers.set("Last-Event-ID", "7")
            try await expectEqual(api.posts.get(12).id, 12)
            #expect(own.asked.value.first?["X-Api-Key"] == "s3cret")
            let followed = try #require(other.asked.value.first)
            #expect(!"\(followed)".contains("s3cret"))
            #expect(followed["Accept"] == "application/json")
            #expect(followed["Last-Event-ID"] == "7")
        }
    }

    @Test("to another host, no body is sent", arguments: [307, 308])
    func bodies(status: Int) async throws {
        try await Self.redirecting(status, to: { _, other in other + "/moved" }) { api, _, other in
            let error = await #expect(throws: APIError.self) {
                try await api.posts.create(Post.Draft(userId: 1, title: "x"))
            }
            guard case .redirect = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(other.asked.value.isEmpty)
        }
    }

    @Test(
        "a redirect that would turn a POST into a GET is an error that names both places", arguments: [301, 302, 303])
    func lostBodies(status: Int) async throws {
        try await Self.redirecting(status, to: { own, _ in own + "/moved?token=s3cret" }) { api, own, _ in
            let error = await #expect(throws: APIError.self) {
                try await api.posts.create(Post.Draft(userId: 1, title: "x"))
            }
            guard case .redirect(let message)? = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(message.contains("redirects POST to \(own.url)/moved with \(status)"))
            #expect(!"\(String(describing: error))".contains("s3cret"))
            #expect(own.asked.value.count == 1)
        }
    }

    @Test("R13: an error after redirects names the request that was sent and each redirect, and no secret")
    func trail() async throws {
        try await LoopbackServer.run({ asked in
            switch asked.path {
            case "/api/v1/posts/12": Answer(status: 302, headers: ["Location": "/one?session=s3cret"])
            case "/one": Answer(status: 307, headers: ["Location": "/two"])
            default: Answer(status: 404)
            }
        }) { server in
            let api = BlogAPI(baseURL: { server.url }, middleware: [Authentication(.query("key")) { "s3cret" }])
            let error = await #expect(throws: APIError.self) { try await api.posts.get(12) }
            #expect(error?.failure?.status == 404)
            #expect(error?.request.url == "\(server.url)/api/v1/posts/12?key=***")
            #expect(error?.request.redirects == ["GET \(server.url)/one", "GET \(server.url)/two"])
            #expect(!"\(String(describing: error))".contains("s3cret"))
        }
    }

    @Test(
        "if the API allows it, a POST becomes a GET without a body after 302 and 303, and stays a POST after 307",
        arguments: [302, 303, 307]
    )
    func methods(status: Int) async throws {
        try await Self.redirecting(status, to: { own, _ in own + "/moved" }) { api, own, _ in
            let create = Post.create(Post.Draft(userId: 1, title: "x")).with { $0.redirects = .changingMethod }
            _ = try await api.send(create)
            let second = try #require(own.asked.value.last)
            #expect(second.method == (status == 307 ? "POST" : "GET"))
            #expect(second.body.isEmpty == (status != 307))
        }
    }

    @Test(
        "a redirect to nowhere, in a loop, or to another scheme is an error",
        arguments: ["/api/v1/posts/12", "ftp://127.0.0.1/moved", "file:///etc/passwd", "http://", "http://[::1", ""]
    )
    func nowhere(location: String) async throws {
        try await Self.redirecting(302, to: { _, _ in location }) { api, own, _ in
            let error = await #expect(throws: APIError.self) { try await api.posts.get(12) }
            switch error?.reason {
            case .redirect, .status, .transport: break
            default: Issue.record("\(String(describing: error))")
            }
            #expect(own.asked.value.count <= 12)
        }
    }
}
