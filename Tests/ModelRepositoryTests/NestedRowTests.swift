import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelSQLite
import Testing

@Suite("Nested objects with rows of their own")
struct NestedRowTests {
    private struct Author: KeyedRecord, Identifiable, Hashable {
        struct Columns: TableColumns {}

        var id: Int64
        var name: String?
        var bio: String?

        static let table = Table<Author>("authors", "id", "name", "bio", primaryKey: ["id"])

        init(_ id: Int64, _ name: String?, _ bio: String?) { (self.id, self.name, self.bio) = (id, name, bio) }

        init(fields columns: inout RowReader) throws {
            try self.init(columns.field(), columns.fieldIfPresent(), columns.fieldIfPresent())
        }

        func write(fields statement: inout RecordStatement) {
            statement.field(id)
            statement.fieldIfPresent(name)
            statement.fieldIfPresent(bio)
        }
    }

    private struct Post: KeyedRecord, Identifiable, Hashable {
        struct Columns: TableColumns {}

        var id: Int64
        var author: Author?

        static let table = Table<Post>("posts", "id", primaryKey: ["id"])

        init(_ id: Int64, by author: Author?) { (self.id, self.author) = (id, author) }
        init(fields columns: inout RowReader) throws { try self.init(columns.field(), by: nil) }
        func write(fields statement: inout RecordStatement) { statement.field(id) }
    }

    private let pool: DatabasePool
    private let posts: DatabaseCache<Post, WholeList>
    private let authors: DatabaseCache<Author, WholeList>
    private let list = Question<WholeList, Int64>.list(WholeList())

    init() async throws {
        pool = try DatabasePool(.memory, DatabaseConfiguration())
        try await pool.write { db in
            try db.run(
                script: """
                    CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT, bio TEXT);
                    CREATE TABLE posts (id INTEGER PRIMARY KEY);
                    """)
        }
        posts = DatabaseCache(pool, nested: [NestedRows(\.author)])
        authors = DatabaseCache(pool)
    }

    private func keep(_ author: Author, facts: AnswerFacts = AnswerFacts()) async throws {
        _ = try await authors.keep(.list([author], .page, facts), to: list, authors.ask(list))
    }

    private func keep(postBy author: Author) async throws {
        _ = try await posts.keep(.list([Post(7, by: author)], .page, AnswerFacts()), to: list, posts.ask(list))
    }

    @Test("a field that one lacks keeps its value")
    func partial() async throws {
        try await keep(Author(1, "Ann", "Writes."))
        try await keep(postBy: Author(1, "Eve", nil))
        #expect(try await authors.answer(to: list)?.models == [Author(1, "Eve", "Writes.")])
    }

    @Test("one that changes nothing in its row leaves the validators of the lists with that row")
    func unchanged() async throws {
        let facts = AnswerFacts(validators: Validators(eTag: "\"5\"", lastModified: nil))
        try await keep(Author(1, "Ann", "Writes."), facts: facts)
        try await keep(postBy: Author(1, "Ann", nil))
        #expect(try await authors.answer(to: list)?.facts == facts)
        try await keep(postBy: Author(1, "Eve", nil))
        #expect(try await authors.answer(to: list)?.facts == AnswerFacts())
    }

    @Test("one that was requested before a newer state of its row does not replace that")
    func overtaken() async throws {
        let early = try await posts.ask(list)
        try await keep(Author(1, "Eve", "Writes."))
        let late = Post(7, by: Author(1, "Ann", nil))
        _ = try await posts.keep(.list([late], .page, AnswerFacts()), to: list, early)
        #expect(try await authors.answer(to: list)?.models == [Author(1, "Eve", "Writes.")])
    }

    @Test("304 does not confirm a list after the rows of nested objects were removed")
    func removed() async throws {
        let facts = AnswerFacts(validators: Validators(eTag: "\"5\"", lastModified: nil))
        let post = Post(7, by: Author(1, "Ann", nil))
        _ = try await posts.keep(.list([post], .page, facts), to: list, posts.ask(list))
        try await authors.removeAll()
        #expect(try await posts.ask(list).facts.validators == nil)
    }
}
