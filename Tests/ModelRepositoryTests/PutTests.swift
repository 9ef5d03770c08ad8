import ModelREST
import ModelRepository
import Testing

@Suite("PUT, and models that get another key")
struct PutTests {
    private static func serve(
        _ answer: @escaping @Sendable (Asked) -> Answer, _ body: @Sendable (LoopbackServer) async throws -> Void
    ) async throws {
        try await LoopbackServer.run(
            { asked in
                if asked.method != "GET" { return answer(asked) }
                let isList = asked.path.hasSuffix("items")
                let item = #"{"id":1,"kind":0,"version":5}"#
                return .json(isList ? "[\(item)]" : item, headers: ["Cache-Control": "max-age=60"])
            }, body)
    }

    @Test(
        "a list does not count as fresh if the server has created the model (201), or given it another key",
        arguments: Keeping.allCases, [(200, Int64(1), 0), (201, 2, 1), (200, 2, 1)])
    func lists(_ keeping: Keeping, _ expected: (status: Int, id: Int64, requests: Int)) async throws {
        let folder = try TemporaryFolder()
        let answer = Answer.json(
            #"{"id":\#(expected.id),"kind":0,"version":6}"#, status: expected.status, headers: ["ETag": "\"6\""])
        try await Self.serve { _ in
            answer
        } _: { server in
            let store = try await keeping.store(of: server, in: folder)
            for _ in 1...2 { _ = try await store.list(ItemsQuery(), policy: .cacheControl).value }
            expectEqual(server.asked.value.count, 1)
            let sent = Item(id: expected.status == 201 ? 2 : 1, kind: 0, version: 6)
            expectEqual(try await store.update(sent).version, 6)
            let isTagOfModel = expected.status == 201 || expected.id == sent.id
            expectEqual(try await store.eTag(of: expected.id), isTagOfModel ? "\"6\"" : nil)
            let before = server.asked.value.count
            _ = try await store.list(ItemsQuery(), policy: .cacheControl).value
            expectEqual(server.asked.value.count, before + expected.requests)
        }
    }

    @Test("a created model has the tag of the answer", arguments: Keeping.allCases)
    func tag(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await Self.serve { _ in
            .json(#"{"id":2,"kind":0,"version":1}"#, status: 201, headers: ["ETag": "\"1\""])
        } _: { server in
            let store = try await keeping.store(of: server, in: folder)
            _ = try await store.create(Item(id: 0, kind: 0, version: 1))
            expectEqual(try await store.eTag(of: 2), "\"1\"")
        }
    }
}
