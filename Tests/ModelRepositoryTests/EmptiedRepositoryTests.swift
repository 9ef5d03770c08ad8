import Foundation
import ModelREST
import ModelRepository
import Testing

@Suite("A repository that is emptied, as at a logout")
struct EmptiedRepositoryTests {
    private static let policy = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))

    private static func store(
        _ keeping: Keeping, _ folder: TemporaryFolder, _ server: LoopbackServer
    ) async throws -> ResourceRepository<Item> {
        ResourceRepository(
            api: Operations(
                client: APIClient(APIDefaults(baseURL: server.url)), resource: Resource("items", at: "items")),
            cache: try await keeping.cache(in: folder.url))
    }

    private static func answer(_ asked: Asked) -> ModelRepositoryTests.Answer {
        let item = #"{"id":1,"kind":0,"version":5}"#
        return asked.path.hasSuffix("/1") || asked.method != "GET" ? .json(item) : .json("[\(item)]")
    }

    @Test("nothing that was stored is shown again, in any process", arguments: Keeping.allCases)
    func everything(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run({ Self.answer($0) }) { server in
            let stores = [
                try await Self.store(keeping, folder, server), try await Self.store(keeping, folder, server),
            ]
            for store in stores {
                _ = try await store.list(ItemsQuery(), policy: Self.policy).value
                _ = try await store.get(1, policy: Self.policy).value
                _ = try await store.update(Item(id: 1, kind: 0, version: 5))
            }
            try await stores[0].removeAll()
            let before = server.asked.value.count
            for store in stores {
                expectEqual(try await store.cache.answer(to: .list(ItemsQuery(), at: "items"))?.models, nil)
                expectEqual(try await store.cache.answer(to: .model(1))?.models, nil)
            }
            expectEqual(try await stores[1].list(ItemsQuery(), policy: Self.policy).value.count, 1)
            expectEqual(try await stores[1].get(1, policy: Self.policy).value.version, 5)
            // A model received in a list is found individually only in a table.
            expectEqual(server.asked.value.count - before, keeping == .database ? 1 : 2)
            expectEqual(try await stores[0].list(ItemsQuery(), policy: Self.policy).value.count, 1)
            expectEqual(server.asked.value.count - before, keeping == .database ? 1 : 2)
        }
    }

    @Test(
        "what is under way is returned and not stored, and nobody joins it",
        arguments: Keeping.allCases)
    func underWay(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let emptying = Box<(@Sendable () async throws -> Void)?>(nil)
        try await LoopbackServer.run { asked in
            let empty = emptying.change { stored in
                defer { stored = nil }
                return stored
            }
            do { try await empty?() } catch { return .json("{}", status: 500) }
            return Self.answer(asked)
        } _: { server in
            let store = try await Self.store(keeping, folder, server)
            let item = Item(id: 1, kind: 0, version: 5)
            let calls: [@Sendable () async throws -> Void] = [
                { expectEqual(try await store.list(ItemsQuery(), policy: .networkOnly).value, [item]) },
                { expectEqual(try await store.get(1, policy: .networkOnly).value, item) },
                { expectEqual(try await store.update(item), item) },
                { expectEqual(try await store.create(item), item) },
            ]
            for call in calls {
                emptying.change { $0 = { try await store.removeAll() } }
                try await call()
                expectEqual(try await store.cache.answer(to: .list(ItemsQuery(), at: "items"))?.models, nil)
                expectEqual(try await store.cache.answer(to: .model(1))?.models, nil)
            }
            // The next user's question is a request of its own, although the previous user's is under way.
            emptying.change {
                $0 = {
                    try await store.removeAll()
                    _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
                }
            }
            let before = server.asked.value.count
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            expectEqual(server.asked.value.count - before, 2)
        }
    }
}
