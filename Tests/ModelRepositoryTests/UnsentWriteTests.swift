import Foundation
import ModelREST
import ModelRepository
import Testing

@Suite("Writes that are not sent, or may not have been")
struct UnsentWriteTests {
    private struct LoggedOut: Error {}

    /// Sends each write a second time, as `Retry` does.
    private struct Twice: Middleware {
        /// Whether the first attempt does not wait for an answer.
        var isQuick = false

        func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
            guard request.method != .get else { return try await next(request) }
            var first = request
            if isQuick {
                first.timeout = .seconds(1)
                _ = try? await next(first)
            } else {
                _ = try await next(first)
            }
            return try await next(request)
        }
    }

    enum Obstacle: CaseIterable {
        case baseURL, middleware, refusedConnection, cancellation
    }

    private static func store(
        _ keeping: Keeping, _ folder: TemporaryFolder, _ middleware: [any Middleware] = [],
        _ baseURL: @escaping @Sendable () async throws -> String
    ) async throws -> ResourceRepository<Item> {
        let client = APIClient(APIDefaults(baseURL: ""), baseURL: baseURL, middleware: middleware)
        return try await keeping.store(of: client, in: folder)
    }

    private static func requests(_ store: ResourceRepository<Item>, _ server: LoopbackServer) async throws -> Int {
        let before = server.asked.value.count
        _ = try await store.list(ItemsQuery(), policy: .cacheElseNetwork(maxAge: .seconds(60))).value
        return server.asked.value.count - before
    }

    private static func serve(_ body: @Sendable (LoopbackServer) async throws -> Void) async throws {
        try await LoopbackServer.run(
            { asked in
                asked.method == "GET" ? .json(#"[{"id":1,"kind":0,"version":5}]"#) : .json("{}", status: 503)
            }, body)
    }

    @Test(
        "a write that certainly was not sent leaves what is stored as fresh as it was",
        arguments: Keeping.allCases, Obstacle.allCases)
    func unsent(_ keeping: Keeping, _ obstacle: Obstacle) async throws {
        let folder = try TemporaryFolder()
        try await Self.serve { server in
            let isWriting = Box(false)
            let middleware = Before {
                if isWriting.value, obstacle == .middleware { throw LoggedOut() }
                if isWriting.value, obstacle == .cancellation { withUnsafeCurrentTask { $0?.cancel() } }
            }
            let store = try await Self.store(keeping, folder, [middleware]) {
                // A repository looks it up once before the write, to find the server's answers.
                guard isWriting.value, obstacle == .baseURL else { return server.url }
                throw URLError(.notConnectedToInternet)
            }
            let unreachable = try await Self.store(keeping, folder) { "http://127.0.0.1:1" }
            let writing = obstacle == .refusedConnection ? unreachable : store
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            isWriting.change { $0 = true }
            let item = Item(id: 1, kind: 0, version: 5)
            await #expect(throws: (any Error).self) {
                try await Task { _ = try await writing.update(item) }.value
            }
            isWriting.change { $0 = false }
            expectEqual(server.asked.value.count, 1)
            expectEqual(try await Self.requests(store, server), 0)
        }
    }

    @Test(
        "a write of which an attempt was sent makes it old, even if a later attempt was not",
        arguments: Keeping.allCases)
    func sent(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await Self.serve { server in
            let attempts = Box(0)
            let middleware = Before {
                // The list, then the attempts of the write.
                if attempts.change({
                    $0 += 1
                    return $0
                }) == 3 {
                    throw LoggedOut()
                }
            }
            let store = try await Self.store(keeping, folder, [Twice(), middleware]) { server.url }
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            await #expect(throws: APIError.self) { try await store.update(Item(id: 1, kind: 0, version: 5)) }
            expectEqual(server.asked.value.count, 2)
            expectEqual(try await Self.requests(store, server), 1)
        }
    }

    @Test(
        "a write that was rejected in the end may have taken effect in an earlier attempt",
        arguments: Keeping.allCases, [200, 401, 408, 503, nil])
    func rejectedLater(_ keeping: Keeping, _ first: Int?) async throws {
        let folder = try TemporaryFolder()
        let number = Box(0)
        try await LoopbackServer.run { asked in
            guard asked.method != "GET" else { return .json(#"[{"id":1,"kind":0,"version":5}]"#) }
            let isFirst = number.change { number in
                number += 1
                return number == 1
            }
            if isFirst, first == nil { try? await Task.sleep(for: .seconds(10)) }
            return .json("{}", status: isFirst ? first ?? 200 : 422)
        } _: { server in
            let store = try await Self.store(keeping, folder, [Twice(isQuick: first == nil)]) { server.url }
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            await #expect(throws: APIError.self) { try await store.update(Item(id: 1, kind: 0, version: 5)) }
            expectEqual(number.value, 2)
            expectEqual(try await Self.requests(store, server), first == 401 ? 0 : 1)
        }
    }

    @Test("one value of the default policy is the stored one if the server cannot answer, but not if it refuses")
    func oneValue() async throws {
        let folder = try TemporaryFolder()
        let status = Box(200)
        try await LoopbackServer.run { _ in
            .json(#"[{"id":1,"kind":0,"version":5}]"#, status: status.value)
        } _: { server in
            let store = try await Self.store(.files, folder) { server.url }
            expectEqual(try await store.list(ItemsQuery()).value.map(\.version), [5])
            status.change { $0 = 503 }
            expectEqual(try await store.list(ItemsQuery()).value.map(\.version), [5])
            expectEqual(server.asked.value.count, 2)
            status.change { $0 = 403 }
            await #expect(throws: APIError.self) { try await store.list(ItemsQuery()).value }
        }
    }

    @Test(
        "a write whose answer leads to a server that cannot be reached may have taken effect",
        arguments: Keeping.allCases)
    func leadingOn(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            asked.method == "GET"
                ? .json(#"[{"id":1,"kind":0,"version":5}]"#)
                : Answer(status: 303, headers: ["Location": "http://127.0.0.1:1/items/1"])
        } _: { server in
            let defaults = APIDefaults(baseURL: server.url, redirects: .changingMethod)
            let store = try await keeping.store(of: APIClient(defaults), in: folder)
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            let error = await #expect(throws: APIError.self) {
                try await store.update(Item(id: 1, kind: 0, version: 5))
            }
            expectEqual(error?.request.redirects.count, 1)
            expectEqual(try await Self.requests(store, server), 1)
        }
    }
}
