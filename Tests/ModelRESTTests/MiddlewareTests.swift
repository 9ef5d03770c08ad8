import Foundation
import HTTPTypes
import ModelCredentials
import ModelMiddleware
import ModelREST
import ModelRetries
import ModelRuntime
import Testing

@Suite("Middleware")
struct MiddlewareTests {
    @Test("R8: the schema's authentication uses the current credential")
    func schemaAuthentication() async throws {
        try await LoopbackServer.run({ _ in .json(OperationTests.post) }) { server in
            let tokens = Box<[String?]>(["a", "b", nil])
            let api = BlogAPI(baseURL: { server.url }, credential: { tokens.change { $0.removeFirst() } })
            for _ in 0..<3 { _ = try await api.posts.get(1) }
            #expect(server.asked.value.map { $0["Authorization"] } == ["Bearer a", "Bearer b", nil])
        }
    }

    @Test("basic, header and query authentication; an operation can do without")
    func otherAuthentication() async throws {
        try await LoopbackServer.run({ _ in .json(OperationTests.post) }) { server in
            let api = BlogAPI(
                baseURL: { server.url },
                middleware: [
                    Authentication(.basic) { "Aladdin:open sesame" }, Authentication(.header("X-Api-Key")) { "k1" },
                    Authentication(.query("key")) { "k2" },
                ]
            )
            _ = try await api.posts.get(1)
            _ = try await api.client.send(Post.get(1).with { $0.credentials = .withheld })
            let asked = server.asked.value
            #expect(asked[0]["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
            #expect(asked[0]["X-Api-Key"] == "k1")
            #expect(asked[0].query == "key=k2")
            #expect(asked[1]["Authorization"] == nil)
            #expect(asked[1]["X-Api-Key"] == nil)
            #expect(asked[1].query.isEmpty)
        }
    }

    static func answerTo(_ asked: Asked) -> Answer {
        asked["Authorization"] == "Bearer new" ? .json(OperationTests.post) : Answer(status: 401)
    }

    @Test("one refresh serves many waiting requests, including POST")
    func refresh() async throws {
        try await LoopbackServer.run({ Self.answerTo($0) }) { server in
            let refreshes = Box(0)
            let tokens = RefreshingTokens(token: "old") { old in
                #expect(old == "old")
                refreshes.change { $0 += 1 }
                try await Task.sleep(for: .milliseconds(100))
                return "new"
            }
            let api = BlogAPI(baseURL: { server.url }, middleware: [BearerAuth(tokens)])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 { group.addTask { _ = try await api.send(Post.publish(1)) } }
                while let result = await group.nextResult() {
                    if case .failure(let error as APIError) = result, case .decoding = error.reason { continue }
                    try result.get()
                }
            }
            #expect(refreshes.value == 1)
            #expect(server.asked.value.filter { $0["Authorization"] == "Bearer new" }.count == 10)
        }
    }

    @Test(
        "a failed refresh fails all waiting requests, and the next one tries again; a cancelled one stops waiting",
        .timeLimit(.minutes(20))
    )
    func failedRefresh() async throws {
        struct Refused: Error {}
        try await LoopbackServer.run({ Self.answerTo($0) }) { server in
            let attempts = Box(0)
            let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
            let (answer, answering) = AsyncStream.makeStream(of: Void.self)
            let tokens = RefreshingTokens(token: nil) { _ in
                let attempt = attempts.change { count -> Int in
                    count += 1
                    return count
                }
                guard attempt == 1 else { return "new" }
                beginning.finish()
                for await _ in answer {}
                throw Refused()
            }
            let api = BlogAPI(baseURL: { server.url }, middleware: [BearerAuth(tokens)])
            let impatient = Task { try await api.posts.get(1) }
            let patient = Task { try await api.posts.get(1) }
            for await _ in begun {}
            impatient.cancel()
            let cancelled = await #expect(throws: APIError.self) { try await impatient.value }
            #expect(cancelled?.isCancellation == true)
            answering.finish()
            let error = await #expect(throws: APIError.self) { try await patient.value }
            guard case .local(let underlying) = error?.reason else { throw CancellationError() }
            #expect(underlying is Refused)
            try await expectEqual(api.posts.get(1).id, 12)
            #expect(attempts.value == 2)
        }
    }

    static func retried(
        _ answers: [Answer],
        method: HTTPMethod,
        _ retry: Retry,
        repeatability: Repeatability = .byMethod
    ) async throws -> (asked: Int, status: Int, time: Duration) {
        let left = Box(answers)
        return try await LoopbackServer.run({ _ in left.change { $0.count > 1 ? $0.removeFirst() : $0[0] } }) {
            server in
            let api = BlogAPI(baseURL: { server.url }, middleware: [retry])
            let endpoint = Endpoint("x", method, "x", returns: .data).with {
                $0.expected = [100...599]
                $0.repeatability = repeatability
            }
            let start = ContinuousClock.now
            let response = try await api.client.response(for: endpoint)
            return (server.asked.value.count, response.status, ContinuousClock.now - start)
        }
    }

    @Test("only requests that are safe to repeat are repeated")
    func retry() async throws {
        let retry = Retry(first: .milliseconds(10))
        let busy = [Answer(status: 503), Answer(status: 429), Answer(status: 200)]
        try await expectEqual(Self.retried(busy, method: .get, retry).asked, 3)
        try await expectEqual(Self.retried(busy, method: .put, retry).status, 200)
        try await expectEqual(Self.retried(busy, method: .post, retry).asked, 1)
        try await expectEqual(Self.retried(busy, method: .post, retry, repeatability: .safe).asked, 3)
        try await expectEqual(Self.retried(busy, method: .get, retry, repeatability: .never).asked, 1)
        try await expectEqual(Self.retried([Answer(status: 503)], method: .get, retry).asked, 3)
        try await expectEqual(Self.retried([Answer(status: 500)], method: .get, retry).asked, 1)
    }

    @Test("Retry-After is respected, in seconds or until a date, but not longer than the limit")
    func retryAfter() async throws {
        let retry = Retry(first: .milliseconds(10), patience: .seconds(2))
        let one = [Answer(status: 429, headers: ["Retry-After": "1"]), Answer()]
        let waited = try await Self.retried(one, method: .get, retry)
        #expect(waited.status == 200 && waited.time >= .seconds(1))
        let past = [Answer(status: 503, headers: ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"]), Answer()]
        try await expectEqual(Self.retried(past, method: .get, retry).status, 200)
        for value in ["3600", "Sun, 06 Nov 2094 08:49:37 GMT", "99999999999999999", "999999999999999999999999"] {
            let long = [Answer(status: 503, headers: ["Retry-After": value]), Answer()]
            try await expectEqual(Self.retried(long, method: .get, retry).asked, 1)
        }
        for value in ["soon", "", "-1", "9999999999999999999999x"] {
            let nonsense = [Answer(status: 503, headers: ["Retry-After": value]), Answer()]
            try await expectEqual(Self.retried(nonsense, method: .get, retry).status, 200)
        }
    }

    @Test(
        "Retry-After is a date in any form, on the server's clock",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:38 GMT", 1),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:38 GMT", 1),
            ("Sun Nov  6 08:49:37 1994", "Sun, 6 Nov 1994 08:49:38 GMT", 1),
            ("Sat, 06 Nov 2094 08:49:37 GMT", "Sat Nov  6 08:49:38 2094", 1),
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 09:49:37 GMT", nil),
            (nil, "Sunday, 06-Nov-94 08:49:37 GMT", 0), (nil, "Sun Nov  6 08:49:37 1994", 0),
            (nil, "Sat Nov  6 08:49:37 2094", nil), ("yesterday", "Sun, 06 Nov 1994 08:49:37 GMT", 0),
        ] as [(String?, String, Int?)])
    func serverClock(_ date: String?, _ after: String, _ wait: Int?) async throws {
        let clock = ContinuousClock()
        let asked = Box(0)
        let retry = Retry(first: .seconds(30), patience: .seconds(2))
        let request = try await APIClient(APIDefaults(baseURL: "http://localhost"))
            .request(for: Endpoint<Void>("x", .get, "x", returns: .nothing))
        let start = clock.now
        let response = try await retry.intercept(request) { _ in
            asked.change { $0 += 1 }
            guard asked.value == 1 else { return APIRawResponse(status: 200) }
            var headers: HTTPFields = [.retryAfter: after]
            headers[.date] = date
            return APIRawResponse(status: 503, headers: headers)
        }
        #expect(response.status == (wait == nil ? 503 : 200))
        #expect(clock.now - start >= .seconds(wait ?? 0))
    }

    @Test(
        "a delay that cannot be represented is none, or ends with the task",
        arguments: [Double.nan, -.infinity, -1, 0, .infinity, 1e300, 1e-300])
    func hostileDelays(_ jitter: Double) async throws {
        for (first, longest) in [
            (Duration.seconds(Int64.max), Duration.seconds(Int64.max)), (.seconds(Int64.min), .zero),
        ] {
            let task = Task {
                let busy = [Answer(status: 503), Answer()]
                return try await Self.retried(
                    busy, method: .get, Retry(first: first, longest: longest, jitter: { jitter }))
            }
            try await Task.sleep(for: .milliseconds(50))
            task.cancel()
            _ = await task.result
        }
    }

    @Test("an operation with a Retry of its own is not repeated by the schema as well; the others are")
    func onlyOneRetry() async throws {
        try await LoopbackServer.run({ _ in Answer(status: 503) }) { server in
            let defaults = APIDefaults(baseURL: server.url).retrying(2)
            let retry = Retry(attempts: 5, first: .milliseconds(1)).only(for: "a", "b").only(for: "a")
            let client = APIClient(defaults, middleware: [retry])
            for (operation, asked) in [("a", 5), ("b", 7)] {
                let endpoint = Endpoint<Void>(operation, .get, "x", returns: .nothing)
                _ = try? await client.send(endpoint)
                #expect(server.asked.value.count == asked)
            }
            // The operation's own number is the most specific.
            _ = try? await client.send(Endpoint<Void>("a", .get, "x", returns: .nothing).attempts(4))
            #expect(server.asked.value.count == 11)
        }
    }

    @Test("of several Retry, the innermost that is for an operation repeats it")
    func innermostRetry() async throws {
        try await LoopbackServer.run({ _ in Answer(status: 503) }) { server in
            func retry(_ attempts: Int) -> Retry { Retry(attempts: attempts, first: .milliseconds(1)) }
            let middleware: [any Middleware] = [Hooks(), retry(3), Hooks().only(for: "a"), retry(2).only(for: "c")]
            let client = APIClient(APIDefaults(baseURL: server.url).retrying(4), middleware: middleware)
                .adding(retry(6).only(for: "a"), Hooks())
            for (operation, count) in [("a", 6), ("b", 3), ("c", 2)] {
                server.asked.change { $0 = [] }
                _ = try? await client.send(Endpoint<Void>(operation, .get, "x", returns: .nothing))
                #expect(server.asked.value.count == count)
            }
        }
    }

    @Test("that a request of middleware failed for good does not keep the request from being repeated")
    func retryOfMiddleware() async throws {
        try await MisbehavingServer.run({ _ in [] }) { server in
            func client(_ middleware: any Middleware...) -> APIClient {
                APIClient(APIDefaults(baseURL: server.url), middleware: middleware)
            }
            let renewal = client(Retry(attempts: 4, first: .milliseconds(1)))
            let api = client(
                Retry(attempts: 3, first: .milliseconds(1)),
                Authentication(.bearer) {
                    _ = try await renewal.send(Endpoint<Void>("renew", .post, "token", returns: .nothing))
                    return "token"
                })
            await #expect(throws: APIError.self) {
                try await api.send(Endpoint<Void>("read", .get, "x", returns: .nothing))
            }
            #expect(server.connections.value == 3)
        }
    }

    @Test("the delay grows, up to a limit, and jitter shortens it")
    func backoff() async throws {
        let busy = [Answer(status: 503)]
        let growing = Retry(attempts: 4, first: .milliseconds(40), longest: .milliseconds(80), jitter: { 1 })
        let time = try await Self.retried(busy, method: .get, growing).time
        #expect(time >= .milliseconds(200))
        let endless = Retry(attempts: 40, first: .seconds(Int64.max), longest: .zero)
        try await expectEqual(Self.retried(busy, method: .get, endless).asked, 40)
    }

    @Test("a lost connection is retried, a cancelled wait ends at once")
    func retryConnection() async throws {
        try await MisbehavingServer.run({ _ in [] }) { server in
            let api = BlogAPI(baseURL: { server.url }, middleware: [Retry(attempts: 2, first: .milliseconds(10))])
            await #expect(throws: APIError.self) { try await api.posts.delete(1) }
            #expect(server.connections.value == 2)
            let patient = BlogAPI(
                baseURL: { server.url },
                middleware: [Retry(first: .seconds(Int64.max), longest: .seconds(Int64.max), jitter: { 1 })]
            )
            let task = Task { try await patient.posts.delete(1) }
            for _ in 0..<100 where server.connections.value < 3 { try await Task.sleep(for: .milliseconds(20)) }
            task.cancel()
            let error = await #expect(throws: APIError.self) { try await task.value }
            #expect(error?.isCancellation == true)
        }
    }

    @Test("R8, R13: hooks run before and after, on failure as well, and can change everything")
    func hooks() async throws {
        try await LoopbackServer.run({ _ in Answer(status: 500) }) { server in
            let log = Box<[String]>([])
            let hooks = Hooks(
                before: { request in
                    request.path += "/changed"
                    request.headers[.userAgent] = "Blog/2"
                },
                after: { request, result in
                    log.change { $0.append("\(request.operation) \((try? result.get().status) ?? -1)") }
                }
            )
            let api = BlogAPI(baseURL: { server.url }, middleware: [hooks])
            await #expect(throws: APIError.self) { try await api.posts.get(1) }
            let asked = try #require(server.asked.value.first)
            #expect(asked.path == "/api/v1/posts/1/changed")
            #expect(asked["User-Agent"] == "Blog/2")
            let dead = BlogAPI(baseURL: { "http://127.0.0.1:1" }, middleware: [hooks])
            await #expect(throws: APIError.self) { try await dead.posts.get(1) }
            #expect(log.value == ["posts.get 500", "posts.get -1"])
        }
    }

    @Test("R10: parameters can be signed together, in the query and in a form")
    func signing() async throws {
        try await LoopbackServer.run({ _ in .json(#"{"objects":[]}"#) }) { server in
            let signing = ParameterEncoding { parameters in
                parameters.set("sign", parameters.entries.map(\.key).joined(separator: "+"), privacy: .sensitive)
            }
            let api = BlogAPI(baseURL: { server.url }, middleware: [signing])
            _ = try await api.posts.list(.init(userId: 7, limit: 2))
            _ = try await api.send(Comment.search(text: "a", limit: 1))
            #expect(server.asked.value[0].query == "userId=7&_limit=2&sign=userId%2B_limit")
            #expect(server.asked.value[1].text == "text=a&limit=1&sign=text%2Blimit")
        }
    }

    @Test("R10: the response's text can be decoded before anything else reads it")
    func responseDecoding() async throws {
        let secret = Data(OperationTests.post.utf8).base64EncodedString()
        try await LoopbackServer.run({ asked in
            asked.path.hasSuffix("1") ? Answer(body: Data(secret.utf8)) : Answer(body: Data([0xFF]))
        }) { server in
            let decoding = ResponseDecoding(text: { text in
                String(decoding: Data(base64Encoded: text) ?? Data(), as: UTF8.self)
            })
            let api = BlogAPI(baseURL: { server.url }, middleware: [decoding])
            try await expectEqual(api.posts.get(1).id, 12)
            let error = await #expect(throws: APIError.self) { try await api.posts.get(2) }
            if case .decoding = error?.reason {} else { Issue.record("\(String(describing: error))") }
        }
    }

    @Test("R8: a step can be for some operations only, or for one part of an API")
    func selection() async throws {
        try await LoopbackServer.run({ _ in .json(OperationTests.post) }) { server in
            let api = BlogAPI(
                baseURL: { server.url },
                middleware: [ExtraParameters { ["a": "1"] }.only(for: "posts.get")]
            )
            _ = try await api.posts.get(1)
            try await api.posts.delete(1)
            _ = try await api.adding(ExtraParameters { ["b": "2"] }).posts.get(1)
            #expect(server.asked.value.map(\.query) == ["a=1", "", "a=1&b=2"])
        }
    }
}
