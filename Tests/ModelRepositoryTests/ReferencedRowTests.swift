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

    @Test("a row that a reference keeps, although the server says that it is gone, is not fresh")
    func gone() async throws {
        try await keep(1...2)
        let others = ItemQuestion.list(ItemsQuery(kind: 1))
        _ = try await cache.keep(.list([], .whole, AnswerFacts()), to: others, cache.ask(others))
        try await pool.write { db in try db.run("INSERT INTO notes VALUES (1)") }
        for id in [2, 1] as [Int64] {
            #expect(try #require(await cache.answer(to: .model(id))).date != nil)
            _ = try await cache.keep(.gone(id), to: .model(id), cache.ask(.model(id)))
        }
        let answer = try #require(await cache.answer(to: .model(1)))
        #expect(answer.models.map(\.id) == [1] && answer.date == nil)
        #expect(try #require(await cache.answer(to: .list(ItemsQuery()))).date == nil)
        #expect(try #require(await cache.answer(to: others)).date != nil)
        #expect(try await cache.answer(to: .model(2)) == nil)
    }

    /// A comment with its answers, in one table. `note` is only known here.
    private struct Comment: KeyedRecord, Identifiable, Hashable {
        struct Columns: TableColumns {}

        var id: Int64
        var parent: Int64
        var replies: [Comment] = []

        static let table = Table<Comment>("comments", "id", "parent", primaryKey: ["id"])

        init(_ id: Int64, to parent: Int64, _ replies: [Comment] = []) {
            (self.id, self.parent, self.replies) = (id, parent, replies)
        }
        init(fields columns: inout RowReader) throws { try self.init(columns.field(), to: columns.field()) }
        func write(fields statement: inout RecordStatement) {
            statement.field(id)
            statement.field(parent)
        }
    }

    /// Stores a complete list, or changes, in the table 1 ← 2 ← 3 ← 4, and returns the rows that are left.
    private func store(_ reply: Reply<Comment>) async throws -> [String] {
        let pool = try DatabasePool(.memory, DatabaseConfiguration())
        try await pool.write { db in
            try db.run(
                script: """
                    CREATE TABLE comments (id INTEGER PRIMARY KEY, \
                    parent INTEGER NOT NULL REFERENCES comments (id) ON DELETE CASCADE, note TEXT);
                    INSERT INTO comments VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'c'), (4, 3, 'd');
                    """)
        }
        let cache = DatabaseCache<Comment, WholeList>(
            pool, nested: NestedRows.tree { [NestedRows(\.replies, nested: $0)] }, completeLists: { _ in Comment.all })
        let question = Question<WholeList, Int64>.list(WholeList())
        _ = try await cache.keep(reply, to: question, cache.ask(question))
        return try await pool.read { db in
            try db.rows("SELECT id || ' in ' || parent || ': ' || coalesce(note, '') FROM comments ORDER BY id") {
                try $0.read(String.self, 0)
            }
        }
    }

    @Test("rows that have moved away from a deleted one keep what only they know")
    func moved() async throws {
        #expect(
            try await store(.list([Comment(1, to: 1), Comment(3, to: 1)], .whole, AnswerFacts()))
                == ["1 in 1: a", "3 in 1: c"])
        #expect(
            try await store(.list([Comment(1, to: 1, [Comment(3, to: 1, [Comment(4, to: 3)])])], .whole, AnswerFacts()))
                == ["1 in 1: a", "3 in 1: c", "4 in 3: d"])
    }

    @Test("a row that a reference keeps has its values, although another one has got its unique value")
    func kept() async throws {
        let pool = try DatabasePool(.memory, DatabaseConfiguration())
        try await pool.write { db in
            try db.run(
                script: """
                    CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, version INTEGER NOT NULL UNIQUE);
                    CREATE TABLE drafts (item INTEGER REFERENCES items (id));
                    INSERT INTO items VALUES (1, 0, 1), (2, 0, 2), (3, 0, 3);
                    INSERT INTO drafts VALUES (1);
                    """)
        }
        let cache = DatabaseCache<Item, ItemsQuery>(pool, completeLists: ItemsQuery.complete)
        let question = ItemQuestion.list(ItemsQuery())
        let items = [Item(id: 3, kind: 0, version: 2)]
        _ = try await cache.keep(.list(items, .whole, AnswerFacts()), to: question, cache.ask(question))
        let rows = try await pool.read { db in try Item.all(db) }
        #expect(Set(rows) == [Item(id: 1, kind: 0, version: 1), items[0]])
    }

    @Test("an answer with a row that refers to one without which it is complete is an error")
    func inconsistent() async throws {
        let comments = [Comment(1, to: 1), Comment(3, to: 2)]
        for reply in [Reply.list(comments, .whole, AnswerFacts()), .changes(comments, gone: [2])] {
            let error = await #expect(throws: SQLiteError.self) { try await store(reply) }
            #expect(error?.message == "comments.parent refers to 2 of comments, which does not exist")
        }
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
