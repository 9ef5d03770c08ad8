import Foundation
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelSQLite
import Testing

@Suite("Rows that others refer to")
struct ReferencedRowTests {
    private let pool: DatabasePool
    private let cache: DatabaseCache<Item, ItemsQuery>

    init() async throws {
        pool = try DatabasePool(.memory, DatabaseConfiguration())
        try await pool.write { db in
            try db.run(
                """
                CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, version INTEGER NOT NULL, \
                parent INTEGER REFERENCES items (id))
                """)
            try db.run("CREATE TABLE notes (item INTEGER REFERENCES items (id))")
        }
        cache = DatabaseCache(pool, completeLists: ItemsQuery.complete)
    }

    private func keep(_ ids: some Sequence<Int64>) async throws {
        let question = ItemQuestion.list(ItemsQuery())
        let items = ids.map { Item(id: $0, kind: 0, version: 1) }
        _ = try await cache.keep(.list(items, .whole, AnswerFacts()), to: question, cache.ask(question))
    }

    @Test(
        "a complete list deletes the rows that it lacks, in whatever order they refer to each other",
        arguments: [[1, 2, 3, 4], [4, 3, 2, 1], [2, 4, 1, 3], [3, 1, 4, 2]] as [[Int64]])
    func chain(_ order: [Int64]) async throws {
        try await keep(1...5)
        try await pool.write { db in
            for (parent, child) in zip(order, order.dropFirst()) {
                try db.run("UPDATE items SET parent = \(parent) WHERE id = \(child)")
            }
        }
        try await keep([5])
        #expect(try await pool.read { db in try Item.all(db) }.map(\.id) == [5])
    }

    @Test("rows that others refer to stay, and so do those that they refer to")
    func restricted() async throws {
        try await keep(1...4)
        try await pool.write { db in
            try db.run("UPDATE items SET parent = 1 WHERE id = 2")
            try db.run("INSERT INTO notes VALUES (2)")
        }
        try await keep([4])
        #expect(try await pool.read { db in try Item.all(db) }.map(\.id) == [1, 2, 4])
    }

    @Test("a write that the server refuses is its failure, even if the row cannot be deleted", arguments: [404, 410])
    func refused(_ status: Int) async throws {
        try await keep(1...2)
        try await pool.write { db in try db.run("INSERT INTO notes VALUES (1)") }
        try await LoopbackServer.run({ _ in .json("{}", status: status) }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url))
            let store = ResourceRepository<Item>(api: Operations(client: client), cache: cache)
            let error = await #expect(throws: APIError.self) {
                try await store.update(Item(id: 1, kind: 0, version: 2))
            }
            expectEqual(error?.failure?.status, status)
        }
        #expect(try await pool.read { db in try Item.all(db) }.map(\.version) == [1, 1])
    }

    @Test("a deletion that fails for another reason is an error, and nothing of the list is stored")
    func rejected() async throws {
        try await keep(1...2)
        try await pool.write { db in
            try db.run(
                script: "CREATE TRIGGER locked BEFORE DELETE ON items BEGIN SELECT RAISE(ABORT, 'locked'); END")
        }
        await #expect(throws: SQLiteError.self) { try await keep(2...3) }
        #expect(try await pool.read { db in try Item.all(db) }.map(\.id) == [1, 2])
    }
}
