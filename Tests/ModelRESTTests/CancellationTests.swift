import Foundation
import ModelPagination
import ModelREST
import ModelTransfers
import Testing

@Suite("Cancellation")
struct CancellationTests {
    enum Phase: CaseIterable { case get, list, download, upload, stream }

    static func run(_ phase: Phase, _ api: BlogAPI, _ file: URL) async throws {
        switch phase {
        case .get: _ = try await api.posts.get(1)
        case .list: _ = try await api.posts.all(.init(limit: 1)).collected()
        case .download: _ = try await api.download(Post.export(1), to: file).value
        case .upload: _ = try await api.upload(Post.attach(1, file: .data(Data(count: 1 << 20)))).value
        case .stream:
            let body = RequestContent.stream(type: "text/plain") { ByteChunks(Data("abc".utf8)) }
            try await api.client.send(Endpoint<Void>("x", .post, "x", body: body, returns: .nothing))
        }
    }

    @Test(
        "a task that is cancelled before it sends ends at once, and says so", .timeLimit(.minutes(20)),
        arguments: Phase.allCases)
    func before(_ phase: Phase) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("post.pdf")
        try await LoopbackServer.run({ _ in .json(OperationTests.post) }) { server in
            let api = BlogAPI(baseURL: { server.url })
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                try await Self.run(phase, api, file)
            }
            task.cancel()
            let error = await #expect(throws: APIError.self) { try await task.value }
            #expect(error?.isCancellation == true)
        }
        #expect(folder.files.isEmpty)
    }

    @Test("a request whose time ends between two redirects times out", .timeLimit(.minutes(20)))
    func betweenRedirects() async throws {
        let hop = "HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        for milliseconds in [90, 95, 98, 99, 100, 101, 105] {
            try await MisbehavingServer.run({ _ in [.wait(milliseconds: milliseconds), .text(hop)] }) { server in
                let outcome = await MisbehavingServerTests.outcome(server.url, timeout: .milliseconds(200))
                #expect(outcome == .timeout)
            }
        }
    }

    @Test("requests that are cancelled at any moment in a chain of redirects end", .timeLimit(.minutes(20)))
    func withinRedirects() async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run({ asked in
            let hop = PaginationTests.number("hop", in: asked) ?? 0
            guard hop == 4 else { return Answer(status: 302, headers: ["Location": "?hop=\(hop + 1)"]) }
            return .json(OperationTests.post)
        }) { server in
            let api = BlogAPI(baseURL: { server.url })
            let outcomes = await withTaskGroup(of: String.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        let file = folder.url.appendingPathComponent("\(number)")
                        let task = Task {
                            await TokenRefreshTests.reason {
                                try await Self.run(number.isMultiple(of: 2) ? .get : .download, api, file)
                            }
                        }
                        try? await Task.sleep(for: .microseconds(number * 300))
                        task.cancel()
                        return await task.value
                    }
                }
                return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 } as [String: Int]
            }
            #expect(outcomes["cancelled", default: 0] + outcomes["value", default: 0] == 400, "\(outcomes)")
        }
        #expect(!folder.files.contains { $0.hasPrefix(".") })
    }

    @Test(
        "timeouts longer than a lifetime never occur, and shorter than an instant have passed", .timeLimit(.minutes(20))
    )
    func oddTimeouts() async throws {
        @Sendable func outcome(_ url: String, _ timeout: Duration) async -> String {
            let endpoint = Post.get(1).with { $0.timeout = timeout }
            return await TokenRefreshTests.reason {
                _ = try await BlogAPI(baseURL: { url }).client.send(endpoint)
            }
        }
        try await LoopbackServer.run({ _ in .json(OperationTests.post) }) { server in
            for timeout in [Duration.seconds(Int64.max), .seconds(1 << 40)] {
                #expect(await outcome(server.url, timeout) == "value", "\(timeout)")
            }
        }
        // One that never answers: nothing but the timeout ends the request.
        try await MisbehavingServer.run({ _ in [.wait(milliseconds: 60_000)] }) { server in
            for timeout in [Duration.zero, .seconds(-5), .seconds(Int64.min), .nanoseconds(1)] {
                #expect(await outcome(server.url, timeout).hasPrefix("no response, or no progress"), "\(timeout)")
            }
        }
    }
}
