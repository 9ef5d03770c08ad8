import Foundation
import ModelChanges
import ModelSQLite
import Testing

@Suite("Records")
struct RecordTests {
    let blog: BlogDatabase

    init() throws {
        blog = try BlogDatabase.inMemory()
        try blog.write { (db: Database) throws in
            try User(id: 1, name: "Ann", email: "ann@example.org", age: 30, gender: .female).insert(db)
            try User(id: 2, name: "Bob", email: "bob@example.org", age: 40, gender: .unknown(77)).insert(db)
        }
    }

    private struct Excluded: KeyedRecord, Identifiable, Hashable {
        struct Columns: TableColumns {}

        var id: Int64
        var title: String

        static let table = Table<Excluded>("excluded", "id", "title", primaryKey: ["id"])

        init(_ id: Int64, _ title: String) { (self.id, self.title) = (id, title) }
        init(fields columns: inout RowReader) throws { try self.init(columns.field(), columns.field()) }
        func write(fields statement: inout RecordStatement) {
            statement.field(id)
            statement.field(title)
        }
    }

    @Test("an upsert changes the rows of a table with the name that SQLite gives to the row that it does not insert")
    func excluded() throws {
        let rows = try blog.write { (db: Database) throws in
            try db.run(script: "CREATE TABLE excluded (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
            for title in ["a", "b"] { try Excluded(1, title).upsert(db) }
            return try Excluded.all(db)
        }
        #expect(rows == [Excluded(1, "b")])
    }

    @Test("a draft becomes a post with the key that the database assigned")
    func draft() throws {
        let first = try blog.write { db in try Post.Draft(userId: 1, title: "Hello").insert(db) }
        let second = try blog.write { db in try Post.Draft(userId: 1, title: "Again").insert(db) }
        #expect(second.id == first.id + 1)
        let stored = try blog.read { db in try Post.find(first.id, db) }
        #expect(stored == first)
    }

    @Test("a computed column is returned with the draft")
    func generated() throws {
        let id = UUID()
        let tag = try blog.write { db in try Tag.Draft(id: id, name: "SWIFT").insert(db) }
        #expect(tag.slug == "swift")
        #expect(try blog.read { db in try Tag.find(id, db) } == tag)
    }

    @Test("every field of a row is read as it was written")
    func roundTrip() throws {
        let post = Post(
            id: 12,
            userId: 1,
            title: "Zero \0 and 😀",
            body: "ß",
            avatarURL: URL(string: "https://example.org/a?b=c"),
            nickname: nil,
            createdAt: Date(timeIntervalSinceReferenceDate: 721_692_800.123),
            tags: ["a\"b", "", "ü"]
        )
        try blog.write { db in try post.insert(db) }
        #expect(try blog.read { db in try Post.find(12, db) } == post)
        #expect(try blog.read { db in try User.find(2, db) }?.gender == .unknown(77))
    }

    @Test("whole and named fields are updated, and an update of nothing is an error")
    func update() throws {
        var post = try blog.write { db in try Post.Draft(userId: 1, title: "Old", body: "B").insert(db) }
        post.title = "New"
        post.body = "not written"
        try blog.write { db in try post.update(db, columns: { [$0.title] }) }
        var stored = try #require(try blog.read { db in try Post.find(post.id, db) })
        #expect(stored.title == "New" && stored.body == "B")
        stored.body = "C"
        try blog.write { db in try stored.update(db) }
        #expect(try blog.read { db in try stored.reloaded(db) } == stored)
        #expect(throws: SQLiteError.self) {
            try blog.write { db in try Post(id: 999, userId: 1, title: "x").update(db) }
        }
    }

    @Test("save updates an existing row and inserts a missing one")
    func save() throws {
        try blog.write { (db: Database) throws in
            try User(id: 1, name: "Anna", email: "ann@example.org", age: 31).save(db)
            try User(id: 3, name: "Cid", email: "cid@example.org", age: 50).save(db)
            try User(id: 3, name: "Cyd", email: "cid@example.org", age: 51).upsert(db)
        }
        let users = try blog.read { db in try User.order { [$0.id] }.all(db) }
        #expect(users.map(\.name) == ["Anna", "Bob", "Cyd"])
    }

    @Test("conflict policies do what SQLite says")
    func conflicts() throws {
        let double = User(id: 9, name: "Eve", email: "ann@example.org", age: 1)
        let error = #expect(throws: SQLiteError.self) { try blog.write { db in try double.insert(db) } }
        guard case .constraint(let violation)? = error?.kind else {
            Issue.record("not a constraint: \(String(describing: error))")
            return
        }
        #expect(violation.rule == .unique)
        #expect(violation.model == "User" && violation.fields == ["email"])
        #expect(error?.description.contains("ann@example.org") == false)
        try blog.write { db in try double.insert(db, onConflict: .ignore) }
        #expect(try blog.read { db in try User.count(db) } == 2)
        try blog.write { db in try double.insert(db, onConflict: .replace) }
        #expect(try blog.read { db in try User.all(db).map(\.id) } == [2, 9])
    }

    @Test("many rows are undone together at the first failure, and the transaction continues")
    func batch() throws {
        let comments =
            (1...10).map { Comment(id: $0, postId: 1, text: "c\($0)") } + [Comment(id: 1, postId: 1, text: "")]
        try blog.write { (db: Database) throws in
            try Post(id: 1, userId: 1, title: "P").insert(db)
            #expect(throws: SQLiteError.self) { try Comment.insert(comments, db) }
            #expect(try Comment.count(db) == 0)
            try Comment.insert(comments.dropLast(), db)
        }
        #expect(try blog.read { db in try Comment.count(db) } == 10)
        #expect(try blog.read { db in try Comment.latest(db) }?.id == 10)
        #expect(try blog.read { db in try Comment.first(db) }?.id == 1)
    }

    @Test("drafts are inserted many at once")
    func drafts() throws {
        let drafts = (0..<5).map { Post.Draft(userId: 1, title: "T\($0)") }
        let posts = try blog.write { db in try Post.insert(drafts, db, onConflict: .replace) }
        #expect(posts.map(\.id) == [1, 2, 3, 4, 5])
        #expect(posts.map(\.title) == drafts.map(\.title))
    }

    @Test("of drafts inserted many at once, those that are skipped are left out, wherever they are")
    func skippedDrafts() throws {
        try blog.write { (db: Database) throws in
            try db.run("CREATE UNIQUE INDEX posts_title ON posts (title)")
            for titles in [["a", "a", "b"], ["a", "c", "c"], ["b", "d", "a", "e"]] {
                let drafts = titles.map { Post.Draft(userId: 1, title: $0) }
                let known = Set(try Post.all(db).map(\.title))
                let inserted = try Post.insert(drafts, db, onConflict: .ignore).map(\.title)
                #expect(
                    inserted
                        == titles.enumerated().filter { index, title in
                            !known.contains(title) && titles.firstIndex(of: title) == index
                        }.map(\.element))
            }
            #expect(try Post.Draft(userId: 1, title: "a").insert(db, onConflict: .ignore) == nil)
            #expect(try Post.count(db) == 5)
        }
    }

    @Test("a composite key finds, updates and deletes")
    func composite() throws {
        let tag = UUID()
        let key = PostTag.Key(postId: 1, tagId: tag)
        try blog.write { (db: Database) throws in
            try Post(id: 1, userId: 1, title: "P").insert(db)
            try Tag(id: tag, name: "T").insert(db)
            try PostTag(postId: 1, tagId: tag).insert(db)
            try PostTag(postId: 1, tagId: tag, weight: 2.5).update(db)
        }
        #expect(try blog.read { db in try PostTag.find(key, db) }?.weight == 2.5)
        #expect(try blog.write { db in try PostTag.delete(key, db) })
        #expect(try blog.write { db in try PostTag.delete(key, db) } == false)
    }

    @Test("a table without a key is keyed by its rowid")
    func rowID() throws {
        var entry = try blog.write { db in try LogEntry(message: "hello", level: 1).inserted(db) }
        #expect(entry.rowID == 1)
        entry.level = 5
        try blog.write { [entry] db in try entry.update(db) }
        #expect(try blog.read { db in try LogEntry.find(rowID: 1, db) } == entry)
        let deleted: Bool = try blog.write { [entry] db in try entry.delete(db) }
        #expect(deleted)
        #expect(throws: SQLiteError.self) { try blog.write { [entry] db in try entry.update(db) } }
    }

    @Test("a patch changes what it contains and clears what is null")
    func patch() throws {
        try blog.write { db in try Post(id: 1, userId: 1, title: "Old", body: "B", nickname: "N").insert(db) }
        var patch = Post.Patch()
        patch.title = .value("New")
        patch.nickname = .null
        patch.createdAt = .value(Date(timeIntervalSince1970: 5))
        try blog.write { [patch] db in try Post.update(1, db, applying: patch) }
        let post = try #require(try blog.read { db in try Post.find(1, db) })
        #expect(post.title == "New" && post.nickname == nil && post.body == "B")
        #expect(post.createdAt == Date(timeIntervalSince1970: 5))
        #expect(throws: SQLiteError.self) { try blog.write { [patch] db in try Post.update(2, db, applying: patch) } }
    }

    @Test("bulk changes need a condition, and return how many rows they changed")
    func bulk() throws {
        try blog.write { (db: Database) throws in
            try Post.insert((0..<6).map { Post.Draft(userId: 1 + $0 % 2, title: "T\($0)") }, db)
        }
        let changed = try blog.write { (db: Database) throws in
            try Post.update(db, where: { $0.userId == 2 }) {
                $0.title = "New"
                $0.set(\.body) { $0.coalesced("x") }
            }
        }
        #expect(changed == 3)
        #expect(try blog.read { db in try Post.where { $0.title == "New" }.count(db) } == 3)
        #expect(try blog.write { db in try Post.delete(db, where: { $0.userId == 2 }) } == 3)
        #expect(try blog.write { db in try Post.delete(db, where: { _ in .all }) } == 3)
    }

    @Test("a finder by a unique key, and a named query")
    func finders() throws {
        try blog.write { db in try Post.insert((0..<6).map { Post.Draft(userId: 1, title: "T\($0)") }, db) }
        #expect(try blog.read { db in try User.find(email: "bob@example.org", db) }?.id == 2)
        #expect(try blog.read { db in try User.find(email: "nobody", db) } == nil)
        #expect(try blog.read { db in try Post.recent(userId: 1, limit: 2, db) }.count == 2)
        #expect(try blog.read { db in try User.exists(1, db) })
    }
}

extension SQLExpression where Value == String {
    /// A user's own function that uses the public API (D18).
    func coalesced(_ other: String) -> SQLExpression { .sql("coalesce(nullif(\(self), ''), \(other))") }
}
