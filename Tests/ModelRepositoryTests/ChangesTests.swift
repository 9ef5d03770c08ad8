import Foundation
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Changes that a server sends")
struct ChangesTests {
    private struct Delta: Sendable {
        var items: [Item]
        var deleted: [Int64] = []
    }

    private static func item(_ id: Int64, _ version: Int64) -> Item { Item(id: id, kind: 0, version: version) }

    /// A server with the items 1 to 3.
    private static func run(
        _ keeping: Keeping, _ body: @escaping @Sendable (ResourceRepository<Item>, LoopbackServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            let items = (1...3).map { #"{"id":\#($0),"kind":0,"version":1}"# }
            if asked.method == "PUT" { return .json(#"{"id":1,"kind":0,"version":7}"#) }
            return .json(asked.path.hasSuffix("items") ? "[\(items.joined(separator: ","))]" : items[0])
        } _: { server in
            try await body(try await keeping.store(of: server, in: folder), server)
        }
    }

    private static func stored(_ store: ResourceRepository<Item>) async throws -> [Int64: Int64] {
        let items = try await store.list(ItemsQuery(), policy: .cacheElseNetwork(maxAge: .seconds(60))).value
        return Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.version) })
    }

    @Test("are stored, and delete what the server no longer has", arguments: Keeping.allCases)
    func stored(_ keeping: Keeping) async throws {
        try await Self.run(keeping) { store, server in
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            let items = [Self.item(1, 2), Self.item(1, 3), Self.item(3, 2), Self.item(4, 2)]
            let delta = try await store.merge(\.items, gone: \.deleted) { Delta(items: items, deleted: [2, 3, 9]) }
            expectEqual(delta.items.count, 4)
            // A list gets no model that the server did not include in it.
            expectEqual(try await Self.stored(store), [1: 3])
            let four = try await store.get(4, policy: .cacheElseNetwork(maxAge: .seconds(60))).first { _ in true }
            if keeping == .files { expectEqual(four?.version, 2) }
            expectEqual(try await store.cache.answer(to: .model(4))?.models, [Self.item(4, 2)])
            try await store.merge(gone: [1])
            expectEqual(try await Self.stored(store), [:])
        }
    }

    @Test("that were requested before a write of the same model are not stored", arguments: Keeping.allCases)
    func late(_ keeping: Keeping) async throws {
        try await Self.run(keeping) { store, _ in
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            for delta in [
                Delta(items: [Self.item(1, 4), Self.item(2, 4)]), Delta(items: [Self.item(2, 4)], deleted: [1]),
            ] {
                await #expect(throws: ChangesNotKept.self) {
                    try await store.merge(\.items, gone: \.deleted) {
                        _ = try await store.update(Self.item(1, 5))
                        return delta
                    }
                }
                expectEqual(try await Self.stored(store), [1: 7, 2: 1, 3: 1])
            }
            // Another model does not matter, and the next request is newer.
            try await store.merge(\.items, gone: \.deleted) {
                _ = try await store.update(Self.item(1, 5))
                return Delta(items: [Self.item(2, 4)])
            }
            try await store.merge(\.items, gone: \.deleted) { Delta(items: [Self.item(1, 8)], deleted: [2]) }
            expectEqual(try await Self.stored(store), [1: 8, 3: 1])
        }
    }

    @Test("that were requested before a list with one of the models are not stored", arguments: Keeping.allCases)
    func overtakenByList(_ keeping: Keeping) async throws {
        try await Self.run(keeping) { store, _ in
            await #expect(throws: ChangesNotKept.self) {
                try await store.merge(\.items) {
                    _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
                    return Delta(items: [Self.item(1, 2)])
                }
            }
            try await store.merge(\.items) { Delta(items: [Self.item(1, 2)]) }
            expectEqual(try await Self.stored(store), [1: 2, 2: 1, 3: 1])
        }
    }

    @Test("that were requested before a model are not stored: the model's answer may be older than they are")
    func overtaken() async throws {
        for keeping in Keeping.allCases {
            try await Self.run(keeping) { store, _ in
                await #expect(throws: ChangesNotKept.self) {
                    try await store.merge(\.items) {
                        _ = try await store.get(1, policy: .networkOnly).value
                        return Delta(items: [Self.item(1, 2), Self.item(2, 2)])
                    }
                }
                expectEqual(try await store.cache.answer(to: .model(1))?.models, [Self.item(1, 1)])
                expectEqual(try await store.cache.answer(to: .model(2))?.models, nil)
            }
        }
    }

    @Test("are newer than a list that was requested before", arguments: Keeping.allCases)
    func newer(_ keeping: Keeping) async throws {
        try await Self.run(keeping) { store, _ in
            let open = try await store.cache.ask(.list(ItemsQuery(), at: "items"))
            try await store.merge([Self.item(1, 8)], gone: [2])
            let list = Reply.list([Self.item(1, 1), Self.item(2, 1)], .page, AnswerFacts())
            _ = try await store.cache.keep(list, to: .list(ItemsQuery(), at: "items"), open)
            expectEqual(try await Self.stored(store), [1: 8])
        }
    }

    @Test("are an error if they cannot be stored", arguments: Keeping.allCases)
    func emptied(_ keeping: Keeping) async throws {
        try await Self.run(keeping) { store, _ in
            await #expect(throws: ChangesNotKept.self) {
                try await store.merge(\.items) {
                    try await store.removeAll()
                    return Delta(items: [Self.item(1, 2)])
                }
            }
            expectEqual(try await store.cache.answer(to: .model(1))?.models, nil)
            await #expect(throws: CancellationError.self) {
                try await store.merge(\.items) { () async throws -> Delta in throw CancellationError() }
            }
        }
    }

    /// A repository of rows in the given tables.
    private static func rows(
        _ script: String, _ body: (ResourceRepository<Item>, DatabasePool) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let pool = try DatabasePool(.file(folder.file("items.sqlite")), DatabaseConfiguration())
        try await pool.write { db in try db.run(script: script) }
        let api = Operations<Item>(
            client: APIClient(APIDefaults(baseURL: "http://localhost")), resource: Resource("items", at: "items"))
        try await body(ResourceRepository(api: api, cache: DatabaseCache<Item, ItemsQuery>(pool)), pool)
    }

    @Test("delete nothing that a reference requires")
    func referenced() async throws {
        try await Self.rows(
            """
            CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL UNIQUE, version INTEGER NOT NULL);
            CREATE TABLE drafts (item INTEGER REFERENCES items (id));
            INSERT INTO items VALUES (1, 1, 1), (2, 2, 1);
            INSERT INTO drafts VALUES (1);
            """
        ) { store, pool in
            let error = await #expect(throws: SQLiteError.self) {
                try await store.merge([Item(id: 2, kind: 2, version: 5)], gone: [1])
            }
            #expect(error?.message == "drafts.item refers to a row of items, which does not exist")
            // A row that is out of date has the unique value: the changes must not be lost.
            await #expect(throws: SQLiteError.self) { try await store.merge([Item(id: 3, kind: 2, version: 5)]) }
            try await store.merge([Item(id: 3, kind: 2, version: 5)], gone: [2])
            let rows = try await pool.read { db in try Item.all(db) }
            #expect(Set(rows) == [Item(id: 1, kind: 1, version: 1), Item(id: 3, kind: 2, version: 5)])
        }
    }

    @Test("do not delete what has moved away from a deleted row")
    func moved() async throws {
        try await Self.rows(
            """
            CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
                version INTEGER NOT NULL);
            CREATE TABLE drafts (item INTEGER REFERENCES items (id) ON DELETE CASCADE);
            INSERT INTO items VALUES (3, 3, 1), (1, 3, 1), (2, 1, 1);
            INSERT INTO drafts VALUES (2);
            """
        ) { store, pool in
            try await store.merge([Item(id: 2, kind: 3, version: 2)], gone: [1])
            #expect(try await pool.read { db in try db.value(Int.self, "SELECT count(*) FROM drafts") } == 1)
        }
    }

    @Test(
        "do not delete what has moved away from a deleted row, even with its unique value", arguments: [[1], [9, 1]])
    func movedWithValue(_ gone: [Int64]) async throws {
        try await Self.rows(
            """
            CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
                version INTEGER NOT NULL UNIQUE);
            CREATE TABLE drafts (item INTEGER REFERENCES items (id) ON DELETE CASCADE);
            INSERT INTO items VALUES (3, 3, 3), (1, 3, 1), (2, 1, 2);
            INSERT INTO drafts VALUES (2);
            """
        ) { store, pool in
            try await store.merge([Item(id: 2, kind: 3, version: 1)], gone: gone)
            #expect(try await pool.read { db in try Item.all(db).map(\.version).sorted() } == [1, 3])
            #expect(try await pool.read { db in try db.value(Int.self, "SELECT count(*) FROM drafts") } == 1)
        }
    }

    @Test("delete rows that refer to each other, in any order", arguments: [[1, 2, 4], [4, 2, 1], [2, 4, 1]])
    func chained(_ gone: [Int64]) async throws {
        try await Self.rows(
            """
            CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL REFERENCES items (id) ON DELETE RESTRICT,
                version INTEGER NOT NULL UNIQUE);
            INSERT INTO items VALUES (3, 3, 1), (1, 3, 2), (2, 1, 3), (4, 2, 4), (5, 4, 5);
            """
        ) { store, pool in
            try await store.merge([Item(id: 5, kind: 3, version: 6)], gone: gone)
            #expect(try await pool.read { db in try Item.all(db).map(\.id).sorted() } == [3, 5])
            try await store.merge([Item(id: 1, kind: 5, version: 7), Item(id: 2, kind: 1, version: 8)])
            // The unique value of a deleted row has moved.
            try await store.merge([Item(id: 3, kind: 3, version: 7)], gone: gone)
            #expect(try await pool.read { db in try Item.all(db).map(\.version).sorted() } == [6, 7])
        }
    }

    @Test("a stored model has the tag of its own answer, until a list brings a newer one", arguments: Keeping.allCases)
    func tag(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            let item = #"{"id":1,"kind":0,"version":\#(asked.path.hasSuffix("items") ? 2 : 1)}"#
            return .json(asked.path.hasSuffix("items") ? "[\(item)]" : item, headers: ["ETag": "\"1\""])
        } _: { server in
            let store = try await keeping.store(of: server, in: folder)
            expectEqual(try await store.eTag(of: 1), nil)
            _ = try await store.get(1, policy: .networkOnly).value
            expectEqual(try await store.eTag(of: 1), "\"1\"")
            try await store.merge([Item(id: 1, kind: 0, version: 2)])
            expectEqual(try await store.eTag(of: 1), nil)
            _ = try await store.update(Item(id: 1, kind: 0, version: 1))
            expectEqual(try await store.eTag(of: 1), "\"1\"")
        }
    }
}
