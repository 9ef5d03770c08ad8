import Foundation
import ModelREST
import ModelRepository
import ModelRuntime
import Testing

extension Item: Patchable {
    typealias Patch = JSON
}

@Suite("Patches that are answered without a body")
struct EmptyAnswerTests {
    private static let cached = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))

    @Test("the model is requested", arguments: Keeping.allCases)
    func requested(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            asked.method == "PATCH" ? Answer(status: 204) : .json(#"{"id":1,"kind":0,"version":6}"#)
        } _: { server in
            let store = try await keeping.store(of: server, in: folder)
            let headers: RequestHeaders = ["If-Match": "\"5\"", "X-Tenant": "b"]
            expectEqual(try await store.patch(1, ["version": 6], headers: headers).version, 6)
            expectEqual(try await store.get(1, policy: Self.cached).value.version, 6)
            expectEqual(server.asked.value.map(\.method), ["PATCH", "GET"])
            expectEqual(server.asked.value.map { $0["If-Match"] }, ["\"5\"", nil])
            expectEqual(server.asked.value.map { $0["X-Tenant"] }, ["b", "b"])
        }
    }

    @Test(
        "nothing stored is fresh if it cannot be requested, and it is gone if the server says so",
        arguments: Keeping.allCases)
    func failed(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let status = Box(200)
        try await LoopbackServer.run { asked in
            if asked.method == "PATCH" { return Answer(status: 204) }
            return .json(#"{"id":1,"kind":0,"version":5}"#, status: status.value)
        } _: { server in
            let store = try await keeping.store(of: server, in: folder)
            _ = try await store.get(1, policy: .networkOnly).value
            status.change { $0 = 403 }
            await #expect(throws: APIError.self) { try await store.patch(1, ["version": 6]) }
            let answer = try #require(await store.cache.answer(to: .model(1)))
            expectEqual(answer.date, nil)
            status.change { $0 = 404 }
            await #expect(throws: APIError.self) { try await store.patch(1, ["version": 6]) }
            #expect(try await store.cache.answer(to: .model(1)) == nil)
        }
    }
}
