import Foundation
import ModelFiles
import ModelREST
import ModelRepository
import Testing

@Suite("What is stored of a question")
struct StoredQuestionTests {
    private let item = Item(id: 1, kind: 7, version: 5)

    /// Whether a text is in the name of a file or in one.
    private static func holds(_ text: String, _ folder: TemporaryFolder) throws -> Bool {
        try folder.files.contains { file in
            try file.path.contains(text) || Data(contentsOf: file).range(of: Data(text.utf8)) != nil
        }
    }

    @Test("neither its path nor its query, which may contain secrets", arguments: Keeping.allCases)
    func secrets(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let cache = try await keeping.cache(in: folder.url)
        let questions: [ItemQuestion] = [
            .list(ItemsQuery(limit: 73_313), at: "users/s3cret/items"), .all(ItemsQuery(), at: "users/s3cret/items"),
            .path("sessions/s3cret"),
        ]
        for question in questions {
            let reply: Reply<Item> =
                if case .path = question { .model(item, AnswerFacts()) } else { .list([item], .page, AnswerFacts()) }
            _ = try await cache.keep(reply, to: question, cache.ask(question))
            #expect(try await cache.answer(to: question)?.models == [item])
        }
        #expect(try await cache.answer(to: .list(ItemsQuery(limit: 73_314), at: "users/s3cret/items")) == nil)
        #expect(try await cache.answer(to: .list(ItemsQuery(), at: "users/s3cret/items")) == nil)
        #expect(try !Self.holds("s3cret", folder))
        #expect(try !Self.holds("73313", folder))
    }

    @Test("nor the path of a place")
    func place() async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { _ in
            .json(#"{"id":1,"kind":0,"version":5}"#)
        } _: { server in
            let client = APIClient(APIDefaults(baseURL: server.url))
            let resource = Resource<Item>("items", at: "users/\(secret: "s3cret")/items").filling(\.kind, 7)
            let store = ResourceRepository<Item>(
                api: Operations(client: client, resource: resource), storage: ModelStorage(directory: folder.url))
            expectEqual(try await store.get(1, policy: .networkOnly).value, item)
            expectEqual(try await store.get(1, policy: .cacheElseNetwork(maxAge: .seconds(60))).value, item)
            expectEqual(server.asked.value.count, 1)
        }
        #expect(try !Self.holds("s3cret", folder))
    }

    @Test("its length does not matter", arguments: Keeping.allCases, [10, 100, 1000, 10_000])
    func long(_ keeping: Keeping, _ count: Int64) async throws {
        let folder = try TemporaryFolder()
        let cache = try await keeping.cache(in: folder.url)
        let question = ItemQuestion.list(ItemsQuery(ids: Array(12_345_678..<12_345_678 + count)))
        _ = try await cache.keep(.list([item], .page, AnswerFacts()), to: question, cache.ask(question))
        #expect(try await cache.answer(to: question)?.models == [item])
    }
}
