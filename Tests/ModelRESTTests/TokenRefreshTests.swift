import Foundation
import ModelMiddleware
import ModelREST
import Testing

@Suite("Renewing a token")
struct TokenRefreshTests {
    static func reason(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "value"
        } catch let error as APIError {
            switch error.reason {
            case .cancelled: return "cancelled"
            case .status(let failure): return "\(failure.status)"
            case .local(let error): return "\(type(of: error))"
            default: return "\(error.reason)"
            }
        } catch {
            return "\(error)"
        }
    }

    @Test("one refresh serves two hundred requests, a third of which are cancelled while they wait")
    func cancelledWaiters() async throws {
        try await LoopbackServer.run({ MiddlewareTests.answerTo($0) }) { server in
            let refreshes = Box(0)
            let tokens = RefreshingTokens(token: "old") { _ in
                refreshes.change { $0 += 1 }
                try await Task.sleep(for: .milliseconds(400))
                return "new"
            }
            let api = BlogAPI(baseURL: { server.url }, middleware: [BearerAuth(tokens)])
            let outcomes = await withTaskGroup(of: String.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let task = Task { await Self.reason { _ = try await api.posts.get(1) } }
                        guard number % 3 == 0 else { return await task.value }
                        try? await Task.sleep(for: .milliseconds(number))
                        task.cancel()
                        return await task.value == "value" ? "late" : "cancelled"
                    }
                }
                return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 } as [String: Int]
            }
            #expect(outcomes["value"] == 133)
            #expect(outcomes["cancelled", default: 0] + outcomes["late", default: 0] == 67)
            #expect(refreshes.value == 1)
        }
    }

    @Test("a token that is replaced during a refresh stays replaced: a refresh logs nobody in again")
    func replaced() async throws {
        try await LoopbackServer.run({ MiddlewareTests.answerTo($0) }) { server in
            let begun = Box(false)
            let tokens = RefreshingTokens(token: "old") { _ in
                begun.change { $0 = true }
                try await Task.sleep(for: .milliseconds(300))
                return "new"
            }
            let api = BlogAPI(baseURL: { server.url }, middleware: [BearerAuth(tokens)])
            for token in [nil, "other"] {
                begun.change { $0 = false }
                await tokens.replace(with: "old")
                let waiting = Task { await Self.reason { _ = try await api.posts.get(1) } }
                while !begun.value { try await Task.sleep(for: .milliseconds(5)) }
                await tokens.replace(with: token)
                #expect(await waiting.value == "MissingToken")
                try await Task.sleep(for: .milliseconds(400))
                #expect(Set(server.asked.value.map { $0["Authorization"] }) == ["Bearer old"])
            }
        }
    }

    @Test(
        "a refresh through the same authentication ends, instead of waiting for itself",
        .timeLimit(.minutes(20)))
    func itself() async throws {
        try await LoopbackServer.run({ MiddlewareTests.answerTo($0) }) { server in
            let api = Box<BlogAPI?>(nil)
            for first in ["old", nil] {
                let tokens = RefreshingTokens(token: first) { _ in
                    try #require(try await api.value?.posts.get(1)).title
                }
                let own = BlogAPI(baseURL: { server.url }, middleware: [BearerAuth(tokens)])
                api.change { $0 = own }
                let outcomes = await withTaskGroup(of: String.self) { group in
                    for _ in 0..<5 { group.addTask { await Self.reason { _ = try await own.posts.get(1) } } }
                    return await group.reduce(into: Set()) { $0.insert($1) } as Set<String>
                }
                // The refresh failed, and its error is the cause of theirs: its 401 is about another request.
                #expect(outcomes == [first == nil ? "MissingToken" : "APIError"])
            }
        }
    }

    @Test("a request of one session is never sent with the token of the next")
    func sessions() async throws {
        let tokens = RefreshingTokens(token: "a") { _ in "renewed" }
        try await LoopbackServer.run { asked in
            // The user logs out, and another one logs in, while the request is under way.
            await tokens.replace(with: nil)
            await tokens.replace(with: "b")
            return Answer(status: 401)
        } _: { server in
            let api = BlogAPI(baseURL: { server.url }, middleware: [BearerAuth(tokens)])
            #expect(await Self.reason { _ = try await api.posts.get(1) } == "401")
            #expect(server.asked.value.map { $0["Authorization"] } == ["Bearer a"])
        }
    }

    @Test("a new token of the same user serves the requests that wait for one")
    func sameSession() async throws {
        try await LoopbackServer.run({ MiddlewareTests.answerTo($0) }) { server in
            let begun = Box(false)
            let tokens = RefreshingTokens(token: "old") { _ in
                begun.change { $0 = true }
                try await Task.sleep(for: .seconds(60))
                return "late"
            }
            let api = BlogAPI(baseURL: { server.url }, middleware: [BearerAuth(tokens)])
            let waiting = Task { await Self.reason { _ = try await api.posts.get(1) } }
            while !begun.value { try await Task.sleep(for: .milliseconds(5)) }
            await tokens.renew(with: "new")
            #expect(await waiting.value == "value")
        }
    }

    @Test("a task that a refresh starts renews tokens like any other once the refresh is over")
    func startedByRefresh() async throws {
        let isExpired = Box(false)
        try await LoopbackServer.run { asked in
            asked["Authorization"] == (isExpired.value ? "Bearer 2" : "Bearer 1")
                ? .json(OperationTests.post) : Answer(status: 401)
        } _: { server in
            let api = Box<BlogAPI?>(nil)
            let sync = Box<Task<String, Never>?>(nil)
            let count = Box(0)
            let tokens = RefreshingTokens(token: "0") { _ in
                let number = count.change { count in
                    count += 1
                    return count
                }
                guard number == 1 else { return "2" }
                let task = Task {
                    while !isExpired.value { try? await Task.sleep(for: .milliseconds(5)) }
                    return await Self.reason { _ = try await api.value?.posts.get(1) }
                }
                sync.change { $0 = task }
                return "1"
            }
            let own = BlogAPI(baseURL: { server.url }, middleware: [BearerAuth(tokens)])
            api.change { $0 = own }
            #expect(await Self.reason { _ = try await own.posts.get(1) } == "value")
            isExpired.change { $0 = true }
            #expect(await sync.value?.value == "value")
        }
    }
}
