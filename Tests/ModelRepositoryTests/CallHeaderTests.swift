import Foundation
import ModelREST
import ModelRepository
import Testing

@Suite("Headers of a repository's calls")
struct CallHeaderTests {
    private static let item = #"{"id":1,"kind":0,"version":5}"#

    private func store(
        _ server: LoopbackServer, _ keeping: Keeping, _ folder: TemporaryFolder
    ) async throws -> ResourceRepository<Item> {
        let client = APIClient(APIDefaults(baseURL: server.url, headers: ["Accept-Language": "en", "X-Kind": "all"]))
        return try await keeping.store(of: client, in: folder)
    }

    @Test(
        "an answer that varies with a header of all requests is asked for again when that changes",
        arguments: Keeping.allCases)
    func shared(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            asked["If-None-Match"] == nil
                ? .json(
                    "[\(Self.item)]",
                    headers: ["Vary": "Accept-Language", "ETag": "\"1\"", "Cache-Control": "max-age=60"])
                : Answer(status: 304)
        } _: { server in
            let store = try await store(server, keeping, folder)
            func ask() async throws { _ = try await store.list(ItemsQuery(), policy: .cacheControl).value }
            try await ask()
            try await ask()
            expectEqual(server.asked.value.count, 1)
            try store.api.client.headers.set("Accept-Language", "de")
            try await ask()
            expectEqual(server.asked.value.map { $0["Accept-Language"] }, ["en", "de"])
            expectEqual(server.asked.value.last?["If-None-Match"], nil)
            try await ask()
            expectEqual(server.asked.value.count, 2)
        }
    }

    @Test("a header that cannot be sent makes the call fail, and one that is removed is not sent")
    func unsendable() async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { _ in
            .json(Self.item)
        } _: { server in
            let store = try await store(server, .files, folder)
            let item = Item(id: 1, kind: 0, version: 5)
            let calls: [@Sendable (RequestHeaders) async throws -> Void] = [
                { _ = try await store.update(item, headers: $0) }, { try await store.delete(1, headers: $0) },
                { _ = try await store.get(1, headers: $0, policy: .networkOnly).value },
                { _ = try await store.list(ItemsQuery(), headers: $0, policy: .networkOnly).value },
            ]
            for call in calls {
                await #expect(throws: APIError.self) { try await call(["If-Match": "\"ü\""]) }
            }
            expectEqual(server.asked.value.count, 0)
            var headers = RequestHeaders()
            headers.remove("X-Kind")
            _ = try await store.update(item, headers: headers)
            expectEqual(server.asked.value.map { $0["X-Kind"] }, [nil])
        }
    }
}
