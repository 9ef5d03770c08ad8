import Foundation
import ModelFiles
import ModelREST
import ModelRepository
import Testing

@Suite("Several APIs in one storage")
struct SharedStorageTests {
    /// The item 7, of a kind for each server.
    private static func answer(_ path: String) -> String {
        let kind = path.contains("staging") ? 2 : path.contains("v2") ? 3 : 1
        let item = #"{"id":7,"kind":\#(kind),"version":1}"#
        return path.hasSuffix("items") ? "[\(item)]" : item
    }

    @Test("each has its own models, lists and deletions, whatever differs: server, base path or place")
    func apart() async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            asked.method == "DELETE" ? .json("", status: 204) : .json(Self.answer(asked.path))
        } _: { server in
            let storage = ModelStorage(directory: folder.url)
            let stores = [("", "v1"), ("/staging", "v1"), ("", "v2")].map { base, path in
                let client = APIClient(APIDefaults(baseURL: server.url + base, basePath: path))
                return ResourceRepository(api: Operations<Item>(client: client), storage: storage)
            }
            let policy = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))
            for _ in 1...2 {
                for (kind, store) in zip([1, 2, 3] as [Int64], stores) {
                    expectEqual(try await store.get(7, policy: policy).value.kind, kind)
                    expectEqual(try await store.list(ItemsQuery(), policy: policy).value.map(\.kind), [kind])
                }
            }
            // Each question once: the others were answered from the storage.
            expectEqual(server.asked.value.count, 6)
            try await stores[0].delete(7)
            expectEqual(try await stores[0].list(ItemsQuery(), policy: policy).value.map(\.kind), [])
            expectEqual(try await stores[1].list(ItemsQuery(), policy: policy).value.map(\.kind), [2])
        }
    }

    private static let policy = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))

    private static func store(
        _ storage: ModelStorage, _ baseURL: @escaping @Sendable () async throws -> String
    ) -> ResourceRepository<Item> {
        let client = APIClient(APIDefaults(baseURL: "https://items.example.com"), baseURL: baseURL)
        return ResourceRepository(api: Operations<Item>(client: client), storage: storage)
    }

    @Test("so has each base URL that the program gives one API at run time")
    func baseURLs() async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run {
            .json(Self.answer($0.path))
        } _: { server in
            let storage = ModelStorage(directory: folder.url)
            let current = Box(server.url)
            let stores = [
                (1, Self.store(storage) { server.url }), (2, Self.store(storage) { server.url + "/staging" }),
                (1, Self.store(storage) { current.value }),
            ]
            for (kind, store) in stores + stores {
                expectEqual(try await store.get(7, policy: Self.policy).value.kind, Int64(kind))
                expectEqual(try await store.list(ItemsQuery(), policy: Self.policy).value.map(\.kind), [Int64(kind)])
            }
            // Nor does a client keep them when its own base URL changes.
            current.change { $0 = server.url + "/staging" }
            expectEqual(try await stores[2].1.get(7, policy: Self.policy).value.kind, 2)
            expectEqual(server.asked.value.count, 4)
        }
    }

    @Test(
        "what is stored can be read while the base URL cannot be found, and requests report why",
        arguments: [
            URLError(.notConnectedToInternet), TransportError(.hostNotFound),
            APIError(.timeout(.seconds(1)), RequestSummary(operation: "directory", method: "GET", url: "/")),
        ] as [any Error])
    func unknown(_ error: any Error) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run {
            .json(Self.answer($0.path))
        } _: { server in
            let isOffline = Box(false)
            let store = Self.store(ModelStorage(directory: folder.url)) {
                if isOffline.value { throw error }
                return server.url
            }
            expectEqual(try await store.get(7, policy: Self.policy).value.kind, 1)
            isOffline.change { $0 = true }
            for policy in [Self.policy, .networkElseCache, .cacheThenNetwork] {
                expectEqual(try await store.get(7, policy: policy).value.kind, 1)
                await #expect(throws: APIError.self) { try await store.get(8, policy: policy).value }
            }
            await #expect(throws: APIError.self) { try await store.delete(7) }
            expectEqual(server.asked.value.count, 1)
        }
    }

    @Test("a model that is created on one server makes no list of another server old")
    func created() async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            asked.method == "POST"
                ? .json(#"{"id":8,"kind":1,"version":1}"#, status: 201) : .json(Self.answer(asked.path))
        } _: { server in
            let storage = ModelStorage(directory: folder.url)
            let stores = ["", "/staging"].map { path in Self.store(storage) { server.url + path } }
            for store in stores { _ = try await store.list(ItemsQuery(), policy: .networkOnly).value }
            _ = try await stores[0].create(Item(id: 0, kind: 1, version: 1))
            for store in stores { _ = try await store.list(ItemsQuery(), policy: Self.policy).value }
            expectEqual(server.asked.value.dropFirst(3).map(\.path), ["/items"])
        }
    }

    @Test(
        "after a write during which the base URL changes, nothing of either server is fresh",
        arguments: [200, 503, 404])
    func movedWrite(_ status: Int) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            .json(Self.answer(asked.path), status: asked.method == "GET" ? 200 : status)
        } _: { server in
            let next = Box([server.url])
            let store = Self.store(ModelStorage(directory: folder.url)) {
                next.change { $0.count > 1 ? $0.removeFirst() : $0[0] }
            }
            for url in [server.url + "/staging", server.url] {
                next.change { $0 = [url] }
                _ = try await store.list(ItemsQuery(), policy: Self.policy).value
            }
            // The repository has determined the server when the client is told to ask the next one.
            next.change { $0 = [server.url, server.url + "/staging"] }
            _ = try? await store.update(Item(id: 7, kind: 1, version: 1))
            expectEqual(server.asked.value.last?.path, "/staging/items/7")
            for url in [server.url + "/staging", server.url] {
                next.change { $0 = [url] }
                _ = try await store.list(ItemsQuery(), policy: Self.policy).value
            }
            expectEqual(server.asked.value.count, 5)
        }
    }

    /// A cache that counts the questions of each server by itself, and stores nothing.
    private struct CountingCache: ModelCache {
        var server = ""
        /// The open questions of each server, and those that were closed although they are not its own.
        let open = Box<[String: Set<Int64>]>([:])
        let foreign = Box<[Int64]>([])

        func of(server: String) -> CountingCache {
            var cache = self
            cache.server = server
            return cache
        }

        func answer(to question: ItemQuestion) -> ModelRepository.Answer<Item>? { nil }

        func ask(_ question: ItemQuestion?) -> OpenQuestion {
            let number = open.change { open in
                let number = (open[server]?.max() ?? 0) + 1
                open[server, default: []].insert(number)
                return number
            }
            return OpenQuestion(number: number, date: Date())
        }

        func keep(
            _ reply: Reply<Item>, to question: ItemQuestion, _ open: OpenQuestion
        ) -> ModelRepository.Answer<Item>? {
            close(open, .nothingDone)
            return reply.answer(open.date)
        }

        func keep(_ reply: WriteReply<Item>, _ open: OpenQuestion) -> Item? {
            close(open, .nothingDone)
            return reply.model
        }

        func close(_ question: OpenQuestion, _ failure: Failure) {
            let isOwn = open.change { $0[server]?.remove(question.number) != nil }
            if !isOwn { foreign.change { $0.append(question.number) } }
        }

        func removeAll() {}
    }

    @Test("a write during which the base URL changes closes no question in the other server's cache")
    func movedNumbers() async throws {
        try await LoopbackServer.run {
            .json(Self.answer($0.path))
        } _: { server in
            let next = Box([server.url, server.url + "/staging"])
            let client = APIClient(
                APIDefaults(baseURL: "https://items.example.com"),
                baseURL: { next.change { $0.count > 1 ? $0.removeFirst() : $0[0] } })
            let cache = CountingCache()
            let store = ResourceRepository(api: Operations<Item>(client: client), cache: cache)
            _ = try? await store.update(Item(id: 7, kind: 1, version: 1))
            expectEqual(cache.foreign.value, [])
            expectEqual(cache.open.value.count, 2)
            expectEqual(Set(cache.open.value.values), [[]])
        }
    }

    @Test("an answer that arrives after the base URL has changed is returned, and not stored for either server")
    func changing() async throws {
        let folder = try TemporaryFolder()
        let current = Box("")
        try await LoopbackServer.run { asked in
            current.change { $0 = $0.replacing("/staging", with: "") }
            return .json(Self.answer(asked.path))
        } _: { server in
            let store = Self.store(ModelStorage(directory: folder.url)) { current.value }
            current.change { $0 = server.url + "/staging" }
            expectEqual(try await store.list(ItemsQuery(), policy: Self.policy).value.map(\.kind), [2])
            expectEqual(try await store.list(ItemsQuery(), policy: Self.policy).value.map(\.kind), [1])
            current.change { $0 = server.url + "/staging" }
            expectEqual(try await store.list(ItemsQuery(), policy: Self.policy).value.map(\.kind), [2])
            expectEqual(server.asked.value.count, 3)
        }
    }
}
