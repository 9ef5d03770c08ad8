import Foundation
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelSQLite
import Testing

@Suite("A clock that is set back")
struct ClockTests {
    @Test("an answer from the future is not fresh, and does not make the others old")
    func future() async throws {
        let folder = try TemporaryFolder()
        let pool = try DatabasePool(.file(folder.url.appending(path: "items.sqlite")), DatabaseConfiguration())
        try await LoopbackServer.run({ asked in
            let item = #"{"id":1,"kind":0,"version":5}"#
            return .json(asked.path.hasSuffix("/1") ? item : "[\(item)]")
        }) { server in
            let store = try await Keeping.database.store(of: server, in: folder)
            let policy = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            try await pool.write { db in
                try db.run("UPDATE modelgen_cache_answers SET date = date + 7200")
            }
            // The list is from the future, and so is the only answer with the item.
            _ = try await store.list(ItemsQuery(), policy: policy).value
            #expect(server.asked.value.count == 2)
            try await pool.write { db in
                try db.run("UPDATE modelgen_cache_answers SET date = date + 7200")
            }
            _ = try await store.get(1, policy: policy).value
            #expect(server.asked.value.count == 3)
            _ = try await store.get(1, policy: policy).value
            #expect(server.asked.value.count == 3)
        }
    }

    @Test(
        "an answer is stored for an hour after it was requested, whoever asks in the meantime", arguments: [3500, 3700])
    func patience(seconds: Int) async throws {
        let pool = try DatabasePool(.memory, DatabaseConfiguration())
        try await pool.write { db in
            try db.run("CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, version INTEGER NOT NULL)")
        }
        let cache = DatabaseCache<Item, ItemsQuery>(pool)
        let open = try await cache.ask(.model(1))
        try await pool.write { db in
            try db.run("UPDATE modelgen_cache_questions SET date = date - \(seconds)")
        }
        _ = try await cache.ask(.model(2))
        let item = Item(id: 1, kind: 0, version: 5)
        _ = try await cache.keep(.model(item, AnswerFacts()), to: .model(1), open)
        #expect(try await pool.read { db in try Item.all(db) } == (seconds < 3600 ? [item] : []))
    }
}
