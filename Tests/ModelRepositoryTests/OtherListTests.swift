import Foundation
import ModelREST
import ModelRepository
import ModelRuntime
import Testing

@Suite("Lists of other operations")
struct OtherListTests {
    private static let cached = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))

    private struct Never: Transformer {
        struct Refusal: Error {}

        func decode(_ source: Int) -> Int { source }
        func encode(_ value: Int) throws -> Int { throw Refusal() }
    }

    private static func changed(since version: Int) -> Endpoint<[Item]> {
        Endpoint("items.changed", .get, "items/changed", returns: .list).query("since", version)
    }

    private static func store(
        _ keeping: Keeping, _ folder: TemporaryFolder, _ server: LoopbackServer
    ) async throws -> ResourceRepository<Item> {
        ResourceRepository(
            api: Operations(
                client: APIClient(APIDefaults(baseURL: server.url)), resource: Resource("items", at: "items")),
            cache: try await keeping.cache(in: folder.url))
    }

    @Test("they are stored by their path and query, confirmed by 304, and delete nothing", arguments: Keeping.allCases)
    func stored(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            let (new, old) = (#"{"id":1,"kind":0,"version":6}"#, #"{"id":2,"kind":0,"version":5}"#)
            if asked["If-None-Match"] == "\"c\"" { return Answer(status: 304) }
            if asked.path.hasSuffix("changed") { return .json("[\(new)]", headers: ["ETag": "\"c\""]) }
            return .json(asked.path.hasSuffix("2") ? old : #"{"id":1,"kind":0,"version":5}"#)
        } _: { server in
            let store = try await Self.store(keeping, folder, server)
            for id: Int64 in [1, 2] { _ = try await store.get(id, policy: .networkOnly).value }
            let changed = Self.changed(since: 5)
            expectEqual(try await store.list(by: changed).value.map(\.version), [6])
            expectEqual(try await store.list(by: changed, policy: Self.cached).value.map(\.version), [6])
            expectEqual(server.asked.value.count, 3)
            expectEqual(try await store.list(by: changed, policy: .networkOnly).value.map(\.version), [6])
            expectEqual(server.asked.value.last?["If-None-Match"], "\"c\"")
            expectEqual(try await store.get(2, policy: Self.cached).value.version, 5)
            _ = try await store.list(by: Self.changed(since: 6), policy: Self.cached).value
            expectEqual(server.asked.value.count, 5)
        }
    }

    @Test("in a database, they change the rows that other answers contain")
    func rows() async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            .json(#"[{"id":1,"kind":0,"version":\#(asked.path.hasSuffix("changed") ? 6 : 5)}]"#)
        } _: { server in
            let store = try await Self.store(.database, folder, server)
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            _ = try await store.list(by: Self.changed(since: 5), policy: .networkOnly).value
            expectEqual(try await store.list(ItemsQuery(), policy: Self.cached).value.map(\.version), [6])
        }
    }

    @Test("one that is not a GET, or has a body, is not sent, and has no answer of a GET", arguments: Keeping.allCases)
    func notStored(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run({ _ in .json("[]") }) { server in
            let store = try await Self.store(keeping, folder, server)
            let changed = Self.changed(since: 5)
            _ = try await store.list(by: changed, policy: Self.cached).value
            let refresh = changed.with { $0.method = .post }
            let search = refresh.with { $0.body = .json(Item(id: 1, kind: 0, version: 5)) }
            for endpoint in [refresh, search] {
                let error = await #expect(throws: APIError.self) {
                    try await store.list(by: endpoint, policy: Self.cached).value
                }
                #expect(error?.description.contains("requested by GET, without a body") == true)
            }
            #expect(server.asked.value.count == 1)
        }
    }

    @Test("one with a value that cannot be sent has no answer of the one without it", arguments: Keeping.allCases)
    func unsendable(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run({ _ in .json("[]") }) { server in
            let store = try await Self.store(keeping, folder, server)
            let all = Endpoint<[Item]>("items.changed", .get, "items/changed", returns: .list)
            _ = try await store.list(by: all, policy: Self.cached).value
            await #expect(throws: APIError.self) {
                try await store.list(by: all.query { $0.set("since", 1, using: Never()) }, policy: Self.cached).value
            }
        }
    }
}
