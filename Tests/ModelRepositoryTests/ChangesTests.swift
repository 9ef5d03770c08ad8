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

    @Test("that were requested before a write do not undo it", arguments: Keeping.allCases)
    func late(_ keeping: Keeping) async throws {
        try await Self.run(keeping) { store, _ in
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            try await store.merge(\.items, gone: \.deleted) {
                _ = try await store.update(Self.item(1, 5))
                return Delta(items: [Self.item(1, 4), Self.item(2, 4)])
            }
            expectEqual(try await Self.stored(store), [1: 7, 2: 4, 3: 1])
            try await store.merge(\.items, gone: \.deleted) {
                _ = try await store.update(Self.item(1, 5))
                return Delta(items: [], deleted: [1, 2])
            }
            expectEqual(try await Self.stored(store), [1: 7, 3: 1])
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

    @Test("delete nothing that a reference requires")
    func referenced() async throws {
        let folder = try TemporaryFolder()
        let pool = try DatabasePool(.file(folder.file("items.sqlite")), DatabaseConfiguration())
        try await pool.write { (db: Database) throws in
            try db.run(
                script: """
                    CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL UNIQUE, version INTEGER NOT NULL);
                    CREATE TABLE drafts (item INTEGER REFERENCES items (id));
                    INSERT INTO items VALUES (1, 1, 1), (2, 2, 1);
                    INSERT INTO drafts VALUES (1);
                    """)
        }
        let api = Operations<Item>(
            client: APIClient(APIDefaults(baseURL: "http://localhost")), resource: Resource("items", at: "items"))
        let store = ResourceRepository(api: api, cache: DatabaseCache<Item, ItemsQuery>(pool))
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
