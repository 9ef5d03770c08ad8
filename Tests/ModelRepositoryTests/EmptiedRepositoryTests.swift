import Foundation
import ModelFiles
import ModelPagination
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelRuntime
import ModelSQLite
import Testing

@Suite("A repository that is emptied, as at a logout")
struct EmptiedRepositoryTests {
    private static let policy = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))

    private static func answer(_ asked: Asked) -> ModelRepositoryTests.Answer {
        let item = #"{"id":1,"kind":0,"version":5}"#
        return asked.path.hasSuffix("/1") || asked.method != "GET" ? .json(item) : .json("[\(item)]")
    }

    @Test("nothing that was stored is shown again, in any process", arguments: Keeping.allCases)
    func everything(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run({ Self.answer($0) }) { server in
            let stores = [
                try await keeping.store(of: server, in: folder), try await keeping.store(of: server, in: folder),
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
            let store = try await keeping.store(of: server, in: folder)
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
            for emptied in [store, try await keeping.store(of: server, in: folder)] {
                emptying.change {
                    $0 = {
                        try await emptied.removeAll()
                        _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
                    }
                }
                let before = server.asked.value.count
                _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
                expectEqual(server.asked.value.count - before, 2)
            }
        }
    }

    @Test("304 while it is emptied is asked again, and that is not stored either", arguments: Keeping.allCases)
    func unchanged(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let emptying = Box<(@Sendable () async throws -> Void)?>(nil)
        try await LoopbackServer.run { asked in
            guard asked["If-None-Match"] != nil else {
                var answer = Self.answer(asked)
                answer.headers["ETag"] = "\"5\""
                return answer
            }
            do { try await emptying.value?() } catch { return .json("{}", status: 500) }
            return ModelRepositoryTests.Answer(status: 304)
        } _: { server in
            let store = try await keeping.store(of: server, in: folder)
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            emptying.change { $0 = { try await store.removeAll() } }
            expectEqual(try await store.list(ItemsQuery(), policy: .networkOnly).value.map(\.version), [5])
            expectEqual(server.asked.value.map { $0["If-None-Match"] }, [nil, "\"5\"", nil])
            expectEqual(try await store.cache.answer(to: .list(ItemsQuery(), at: "items"))?.models, nil)
            expectEqual(try await store.cache.answer(to: .model(1))?.models, nil)
        }
    }

    /// Another model in the same place.
    private struct Label: KeyedRecord, Identifiable, Hashable, JSONModel {
        var id: Int64

        static let jsonFields = JSONFields(Label.self, ["id"])
        static let table = Table<Label>("labels", jsonFields, primaryKey: ["id"])

        struct Columns: TableColumns {}

        init(fields source: inout some JSONFieldSource & ~Copyable) throws { id = try source.field() }
        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws { sink.field(id) }
        init(fields columns: inout RowReader) throws { id = try columns.field() }
        func write(fields statement: inout RecordStatement) { statement.field(id) }

        static func cache(_ keeping: Keeping, in folder: URL) async throws -> any ModelCache<Label, WholeList> {
            guard keeping == .database else { return StorageCache<Label, WholeList>(ModelStorage(directory: folder)) }
            let pool = try DatabasePool(.file(folder.appending(path: "items.sqlite")), DatabaseConfiguration())
            try await pool.write { db in _ = try db.run("CREATE TABLE labels (id INTEGER PRIMARY KEY)") }
            return DatabaseCache<Label, WholeList>(pool)
        }
    }

    @Test("a deletion under way while everything is removed deletes nothing newer", arguments: Keeping.allCases)
    func deletionBefore(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let cache = try await keeping.cache(in: folder.url)
        let (list, single) = (ItemQuestion.list(ItemsQuery()), ItemQuestion.model(1))
        let deletion = try await cache.ask(nil)
        try await cache.removeAll()
        let newer = Item(id: 1, kind: 0, version: 6)
        _ = try await cache.keep(.created(newer, AnswerFacts()), cache.ask(nil))
        _ = try await cache.keep(.list([newer], .whole, AnswerFacts()), to: list, cache.ask(list))
        _ = try await cache.keep(.gone(1), deletion)
        expectEqual(try await cache.answer(to: single)?.models, [newer])
        expectEqual(try await cache.answer(to: list)?.models, [newer])
        // It may be older than the model that the server has now.
        expectEqual(try await cache.answer(to: single)?.date, nil)
    }

    @Test("a created model makes lists old, and neither a model nor the answer at a path", arguments: Keeping.allCases)
    func created(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let cache = try await keeping.cache(in: folder.url)
        let item = Item(id: 1, kind: 0, version: 5)
        let questions = [ItemQuestion.list(ItemsQuery()), .all(ItemsQuery()), .path("items/best")]
        for question in questions {
            _ = try await cache.keep(.list([item], .page, AnswerFacts()), to: question, cache.ask(question))
        }
        _ = try await cache.keep(.created(Item(id: 2, kind: 0, version: 1), AnswerFacts()), cache.ask(nil))
        var fresh: [Bool] = []
        for question in questions { fresh.append(try await cache.answer(to: question)?.date != nil) }
        expectEqual(fresh, [false, false, true])
    }

    @Test("a deletion under way while another model is emptied is not lost", arguments: Keeping.allCases)
    func deletionBeside(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let cache = try await keeping.cache(in: folder.url)
        let labels = try await Label.cache(keeping, in: folder.url)
        let item = Item(id: 1, kind: 0, version: 5)
        let (list, single) = (ItemQuestion.list(ItemsQuery()), ItemQuestion.model(1))
        _ = try await cache.keep(.list([item], .whole, AnswerFacts()), to: list, cache.ask(list))
        _ = try await cache.keep(.model(item, AnswerFacts()), to: single, cache.ask(single))
        let (write, late) = (try await cache.ask(nil), try await cache.ask(single))
        try await labels.removeAll()
        let asked = try await cache.ask(single)
        expectEqual(try await cache.keep(.gone(1), write), nil)
        expectEqual(try await cache.answer(to: list)?.models, [])
        expectEqual(try await cache.answer(to: single)?.models, nil)
        // Nor do answers bring it back that were requested before.
        for open in [late, asked] { _ = try await cache.keep(.model(item, AnswerFacts()), to: single, open) }
        expectEqual(try await cache.answer(to: single)?.models, nil)
    }
}
