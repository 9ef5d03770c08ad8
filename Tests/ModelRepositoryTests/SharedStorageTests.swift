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
                return ResourceRepository(
                    api: Operations<Item>(client: client, resource: Resource("items", at: "items")), storage: storage)
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
}
