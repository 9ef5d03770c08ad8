import Foundation
import ModelAutoMigration
import ModelMigrations
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelRuntime
import ModelSQLite
import Testing

@testable import ModelRepositorySQLite

@Suite("A cache in a file that changes outside of it")
struct MigratedCacheTests {
    private static let policy = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))

    /// A repository of a release whose table has additional columns.
    private static func store(
        _ folder: TemporaryFolder, _ server: LoopbackServer, adding columns: String = ""
    ) throws -> (store: ResourceRepository<Item>, pool: DatabasePool) {
        let table =
            "CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, version INTEGER NOT NULL\(columns))"
        let pool = try DatabasePool(.file(folder.file("items.sqlite")), DatabaseConfiguration())
        try pool.migrate(DatabaseSchema("Items", version: 1, oldest: 1, applicationID: 7, mode: .auto, create: [table]))
        let client = APIClient(APIDefaults(baseURL: server.url))
        let api = Operations<Item>(client: client)
        return (ResourceRepository(api: api, cache: DatabaseCache(pool, completeLists: ItemsQuery.complete)), pool)
    }

    private static func serve(_ body: @Sendable (LoopbackServer) async throws -> Void) async throws {
        try await LoopbackServer.run(
            { asked in
                asked["If-None-Match"] == nil
                    ? .json(#"[{"id":1,"kind":0,"version":5}]"#, headers: ["ETag": "\"5\""]) : Answer(status: 304)
            }, body)
    }

    @Test("after an automatic migration, what is stored is out of date, and is requested without validators")
    func automatic() async throws {
        let folder = try TemporaryFolder()
        try await Self.serve { server in
            for columns in ["", ", note TEXT", ", note TEXT, more TEXT", ", note TEXT"] {
                let (store, pool) = try Self.store(folder, server, adding: columns)
                let before = server.asked.value.count
                for _ in 1...2 {
                    expectEqual(try await store.list(ItemsQuery(), policy: Self.policy).value.map(\.version), [5])
                }
                expectEqual(server.asked.value.dropFirst(before).map { $0["If-None-Match"] }, [nil])
                await pool.close()
            }
        }
    }

    /// An item of a release that reads the kind at another key.
    private struct OtherItem: KeyedRecord, Identifiable, Hashable, JSONModel, Located, Listed {
        var item: Item
        var id: Int64 { item.id }

        static let jsonFields = JSONFields(
            OtherItem.self, [JSONField("id"), JSONField("kind", "sort"), JSONField("version")])
        static let table = Table<OtherItem>(
            "items", [TableColumn("id"), TableColumn("kind"), TableColumn("version")], primaryKey: ["id"])
        static let resource = Resource<OtherItem>("items", at: "items")
        typealias ListQuery = ItemsQuery
        typealias PathKey = Int64

        struct Columns: TableColumns {
            var id: Column<OtherItem, Int64> { Column("id") }
        }

        init(fields source: inout some JSONFieldSource & ~Copyable) throws { item = try Item(fields: &source) }
        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws { try item.write(fields: &sink) }
        init(fields columns: inout RowReader) throws { item = try Item(fields: &columns) }
        func write(fields statement: inout RecordStatement) { item.write(fields: &statement) }
        static func bind(_ key: Int64, to statement: inout RecordStatement) { statement.field(key) }
    }

    @Test("304 does not confirm what another release has read at other keys, and that is not fresh")
    func otherKeys() async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            asked["If-None-Match"] == nil
                ? .json(#"[{"id":1,"kind":0,"sort":7,"version":5}]"#, headers: ["ETag": "\"5\""]) : Answer(status: 304)
        } _: { server in
            let (store, pool) = try Self.store(folder, server)
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            let client = APIClient(APIDefaults(baseURL: server.url))
            let other = ResourceRepository<OtherItem>(api: Operations(client: client), cache: DatabaseCache(pool))
            for policy in [Self.policy, .networkOnly] {
                expectEqual(try await other.list(ItemsQuery(), policy: policy).value.map(\.item.kind), [7])
            }
            expectEqual(server.asked.value.map { $0["If-None-Match"] }, [nil, nil, "\"5\""])
            await pool.close()
        }
    }

    @Test("each version of an app has its own forms")
    func versions() {
        expectEqual(storedForm(of: Item.self, in: "1"), storedForm(of: Item.self, in: "1"))
        #expect(storedForm(of: Item.self, in: "1") != storedForm(of: Item.self, in: "2"))
        #expect(storedForm(of: Item.self, in: "1") != storedForm(of: OtherItem.self, in: "1"))
    }

    @Test(
        "tables of the cache that were emptied or dropped are no obstacle, even to an answer under way",
        arguments: ["DELETE FROM", "DROP TABLE"], [nil, "modelgen_cache_answers", "modelgen_cache_marks"])
    func emptied(_ action: String, _ only: String?) async throws {
        let folder = try TemporaryFolder()
        try await Self.serve { server in
            let (store, pool) = try Self.store(folder, server)
            func empty() async throws {
                try await pool.write { (db: Database) throws in
                    let tables = try db.rows(
                        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'modelgen\\_cache%' ESCAPE '\\'"
                    ) { try $0.read(String.self, 0) }
                    for table in tables where only == nil || table == only {
                        try db.run(script: "\(action) \(table)")
                    }
                }
            }
            _ = try await store.list(ItemsQuery(), policy: Self.policy).value
            try await empty()
            expectEqual(try await store.list(ItemsQuery(), policy: .networkOnly).value.map(\.version), [5])
            let question = Question<ItemsQuery, Int64>.list(ItemsQuery(), at: "items")
            let open = try await store.cache.ask(question)
            try await empty()
            let answer = try? await store.cache.keep(
                .list([Item(id: 1, kind: 0, version: 6)], .whole, AnswerFacts()), to: question, open)
            _ = answer
            expectEqual(try await store.list(ItemsQuery(), policy: .networkOnly).value.map(\.version), [5])
            await pool.close()
        }
    }

    @Test("a write whose registration was lost makes what is stored old, whether or not it is answered")
    func lostWrite() async throws {
        let folder = try TemporaryFolder()
        let item = Item(id: 1, kind: 0, version: 5)
        for isAnswered in [true, false] {
            let cache = try await Keeping.database.cache(in: folder.url)
            let pool = try DatabasePool(.file(folder.file("items.sqlite")), DatabaseConfiguration())
            let question = Question<ItemsQuery, Int64>.list(ItemsQuery())
            let kept = try await cache.keep(.list([item], .whole, AnswerFacts()), to: question, cache.ask(question))
            #expect(kept?.date != nil)
            let open = try await cache.ask(nil)
            try await pool.write { db in _ = try db.run("DELETE FROM modelgen_cache_questions") }
            if isAnswered {
                expectEqual(try await cache.keep(.changed(item, AnswerFacts()), open), item)
            } else {
                try await cache.close(open, .outcomeUnknown)
            }
            let answer = try #require(await cache.answer(to: question))
            #expect(answer.date == nil)
            await pool.close()
        }
    }

    @Test("a row that cannot be read is requested from the server, which repairs it")
    func unreadable() async throws {
        let folder = try TemporaryFolder()
        try await Self.serve { server in
            let (store, pool) = try Self.store(folder, server)
            for policy in [Self.policy, .cacheThenNetwork, .cacheControl, .networkOnly, .networkElseCache] {
                _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
                try await pool.write { db in _ = try db.run("UPDATE items SET version = 'five'") }
                var seen: [[Int64]] = []
                for try await items in store.list(ItemsQuery(), policy: policy) { seen.append(items.map(\.version)) }
                #expect(seen == [[5]], "\(policy)")
                expectEqual(try await pool.read { db in try Item.all(db).map(\.version) }, [5])
            }
            await pool.close()
        }
    }

    @Test("a local column that cannot be read does not keep the server's answer from being returned")
    func unreadableLocally() async throws {
        let folder = try TemporaryFolder()
        let item = #"{"id":1,"kind":0,"version":5}"#
        try await LoopbackServer.run { asked in
            if asked["If-None-Match"] != nil { return Answer(status: 304) }
            return .json(
                asked.path.hasSuffix("/1") || asked.method != "GET" ? item : "[\(item)]", headers: ["ETag": "\"5\""])
        } _: { server in
            let pool = try Self.store(folder, server).pool
            let client = APIClient(APIDefaults(baseURL: server.url))
            let store = ResourceRepository<Item>(
                api: Operations(client: client),
                cache: DatabaseCache(pool, localColumns: ["version"], completeLists: ItemsQuery.complete))
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            try await pool.write { db in _ = try db.run("UPDATE items SET version = 'five', kind = 7") }
            for policy in [Self.policy, .cacheThenNetwork, .cacheControl, .networkOnly, .networkElseCache] {
                var seen: [[Int64]] = []
                for try await items in store.list(ItemsQuery(), policy: policy) { seen.append(items.map(\.version)) }
                #expect(seen == [[5]], "\(policy)")
                expectEqual(try await store.get(1, policy: policy).value.version, 5)
            }
            expectEqual(try await store.update(Item(id: 1, kind: 0, version: 5)).version, 5)
            // The other columns are the server's, and this one is not touched.
            let rows = try await pool.read { db in
                try db.rows("SELECT kind, version FROM items") {
                    "\(try $0.read(Int64.self, 0)) \(try $0.read(String.self, 1))"
                }
            }
            expectEqual(rows, ["0 five"])
            await pool.close()
        }
    }

    @Test("keys in the list of an answer are read as they were written")
    func keys() throws {
        let keys: [DatabaseValue] = [
            .integer(7), .null, .text(""), .text("\u{301}e"), .text("t"), .text("\u{200D}👩"), .text("\u{FE0F}"),
            .real(1.5), .blob(Data([0, 255])), .malformedText(Data([0x61, 0xFF])),
        ]
        for key in keys { expectEqual(KeyList.keys(of: try KeyList.text(of: [key])), [key]) }
        expectEqual(KeyList.keys(of: try KeyList.text(of: keys)), keys)
        for text in [#"["tZGs=","tno"]"#, "[1,true]", "no", "{}"] { expectEqual(KeyList.keys(of: text), nil) }
    }

    @Test("the oldest answers are forgotten: a search as you type leaves one for each prefix")
    func oldest() async throws {
        let folder = try TemporaryFolder()
        try await Self.serve { server in
            let (store, pool) = try Self.store(folder, server)
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            try await pool.write { db in
                _ = try db.run(
                    """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000) \
                    INSERT INTO modelgen_cache_answers (table_name, question, asked, version, keys) \
                    SELECT 'items', 'list items?q=' || i, i - 9000, 0, '[1]' FROM n
                    """)
            }
            _ = try await store.list(ItemsQuery(kind: 0), policy: .networkOnly).value
            let (count, oldest) = try await pool.read { db in
                try db.rows("SELECT count(*), min(asked) FROM modelgen_cache_answers") {
                    (try $0.read(Int64.self, 0), try $0.read(Int64.self, 1))
                }[0]
            }
            #expect(count <= 5000)
            #expect(oldest > -5000)
            expectEqual(try await store.list(ItemsQuery(), policy: Self.policy).value.count, 1)
            expectEqual(server.asked.value.count, 2)
            await pool.close()
        }
    }
}
