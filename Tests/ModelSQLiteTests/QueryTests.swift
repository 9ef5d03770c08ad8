import Foundation
import ModelExpressions
import ModelFullText
import ModelRelations
import ModelSQLite
import ModelTesting
import Testing

@Suite("Typed queries")
struct QueryTests {
    let blog: BlogDatabase

    init() throws {
        blog = try BlogDatabase.inMemory()
        try blog.write { (db: Database) throws in
            try User.insert(
                [
                    User(id: 1, name: "Ann", email: "a@x.org", age: 30, gender: .female),
                    User(id: 2, name: "bob", email: "b@x.org", age: 40, gender: .male),
                    User(id: 3, name: "Cid*?[", email: "c%_@x.org", age: 50),
                ],
                db
            )
            for n: Int64 in 1...12 {
                let title = (n % 3 == 0 ? "A" : "B") + String(n)
                let nickname: String? = n % 4 == 0 ? nil : "nick\(n % 4)"
                let date = Date(timeIntervalSince1970: Double(n))
                try Post(id: n, userId: 1 + n % 2, title: title, nickname: nickname, createdAt: date).insert(db)
            }
            for n: Int64 in 1...6 { try Comment(id: n, postId: 1 + n % 3, text: "c\(n)").insert(db) }
        }
    }

    func ids(_ condition: @escaping @Sendable (Post.Columns) -> Condition<Post>) throws -> [Int64] {
        try blog.read { db in try Post.where(condition).order { [$0.id] }.all(db).map(\.id) }
    }

    @Test("the query in the design is written as intended")
    func design() throws {
        let some = try blog.read { (db: Database) throws in
            try Post.where { $0.userId == 2 && $0.title.hasPrefix("A") }
                .order { [$0.createdAt.desc, $0.title] }
                .limit(10, offset: 1)
                .all(db)
        }
        #expect(some.map(\.id) == [3])
    }

    @Test("comparisons")
    func comparisons() throws {
        #expect(try ids { $0.id < 3 } == [1, 2])
        #expect(try ids { $0.id <= 3 && $0.id != 2 } == [1, 3])
        #expect(try ids { $0.id > 11 || $0.id >= 12 || $0.id == 1 } == [1, 12])
        #expect(try ids { !($0.id > 2) } == [1, 2])
        #expect(try ids { $0.id.between(4, 5) } == [4, 5])
        #expect(try ids { $0.id.in([3, 99, 1]) } == [1, 3])
        #expect(try ids { $0.id.in([]) } == [])
        #expect(try ids { $0.id.in(Array(0...1000)) }.count == 12)
        #expect(try ids { $0.createdAt > Date(timeIntervalSince1970: 10.5) } == [11, 12])
        #expect(try ids { ($0.id == 1 || $0.id == 2) && $0.userId == 1 } == [2])
        #expect(try ids { $0.id == $0.userId } == [])
    }

    @Test("nil is compared as Swift compares it")
    func optionals() throws {
        #expect(try ids { $0.nickname == nil } == [4, 8, 12])
        #expect(try ids { $0.nickname != nil }.count == 9)
        #expect(try ids { $0.nickname == "nick1" } == [1, 5, 9])
        #expect(try ids { $0.nickname != "nick1" }.count == 9)
        #expect(try ids { !($0.nickname == "nick1") }.count == 9)
        #expect(try ids { $0.nickname.in(["nick1", nil]) } == [1, 4, 5, 8, 9, 12])
        #expect(try ids { $0.nickname.coalesce("none") == "none" } == [4, 8, 12])
    }

    @Test("text is compared with case, and special characters have no meaning")
    func texts() throws {
        try blog.read { (db: Database) throws in
            #expect(try User.where { $0.name.hasPrefix("a") }.count(db) == 0)
            #expect(try User.where { $0.name.hasPrefix("Cid*?[") }.count(db) == 1)
            #expect(try User.where { $0.name.hasSuffix("?[") }.count(db) == 1)
            #expect(try User.where { $0.name.hasSuffix("*") }.count(db) == 0)
            #expect(try User.where { $0.name.contains("*?") }.count(db) == 1)
            #expect(try User.where { $0.name.contains("") }.count(db) == 3)
            #expect(try User.where { $0.name.like("ANN") }.count(db) == 1)
            #expect(try User.where { $0.email.like("%" + "%_".escapedForLike + "%") }.count(db) == 1)
            #expect(try User.where { $0.name.lower == "ann" && $0.name.length == 3 }.count(db) == 1)
        }
    }

    @Test("bits, arithmetic, CASE and raw SQL")
    func computed() throws {
        #expect(try ids { $0.id & 3 == 3 } == [3, 7, 11])
        #expect(try ids { ($0.id + 1) * 2 == 10 } == [4])
        #expect(try ids { $0.id - 1 - 1 == 0 } == [2])
        let word = "A3"
        #expect(try ids { $0.userId == 2 && .sql("\($0.title) = \(word)") } == [3])
        #expect(try blog.read { db in try Post.where(SQL("title = \(word)")).first(db) }?.id == 3)
        let ages = try blog.read { (db: Database) throws in
            try User.select { ($0.name, SQLCase(when: $0.age < 35, then: "Youth").otherwise("Elder")) }
                .order { [$0.id] }.all(db)
        }
        #expect(ages.map(\.1) == ["Youth", "Elder", "Elder"])
    }

    @Test("aggregates with their types")
    func aggregates() throws {
        try blog.read { (db: Database) throws in
            let counts: [(Int64, Int)] = try Post.select { ($0.userId, $0.id.count) }.group { $0.userId }.all(db)
            #expect(counts.map(\.0) == [1, 2] && counts.map(\.1) == [6, 6])
            let (sum, least, most, mean) = try #require(
                try User.select { ($0.age.sum, $0.age.min, $0.name.max, $0.age.average) }.first(db)
            )
            #expect(sum == 120 && least == 30 && most == "bob" && mean == 40)
            let some = try Post.select { ($0.title, $0.id.count) }
                .where { $0.id > 3 }.group { $0.title.length }.having { $0.id.count > 3 }.all(db)
            #expect(some.count == 1)
            let dates: [Date?] = try Post.select { $0.createdAt.max }.all(db)
            #expect(dates == [Date(timeIntervalSince1970: 12)])
            // As optional as the column, not once more.
            let ages: [(Int?, Int?)] = try User.select { ($0.age.min, $0.age.max) }.all(db)
            #expect(ages.map(\.0) == [30])
            let noAges: [Int?] = try User.where { $0.age > 100 }.select { $0.age.max }.all(db)
            #expect(noAges == [nil])
            let writers: [Int64] = try Post.select { $0.userId }.distinct().order { [$0.userId.desc] }.all(db)
            #expect(writers == [2, 1])
            let none: [Int?] = try User.where { $0.age > 100 }.select { $0.age.sum }.all(db)
            #expect(none == [nil])
        }
    }

    @Test("subqueries")
    func subqueries() throws {
        #expect(try ids { $0.userId.in(User.select { $0.id }.where { $0.age > 35 }) }.count == 6)
        #expect(try ids { post in Comment.where { $0.postId == post.id.outer() && $0.text == "c4" }.exists() } == [2])
        #expect(try ids { $0.id.optional == Post.select { $0.id.max }.value() } == [12])
    }

    @Test("first, count and exists respect limits")
    func few() throws {
        try blog.read { (db: Database) throws in
            #expect(try Post.order { [$0.id.desc] }.first(db)?.id == 12)
            #expect(try Post.all.limit(5).count(db) == 5)
            #expect(try Post.all.limit(5, offset: 10).count(db) == 2)
            #expect(try Post.where { $0.id > 99 }.exists(db) == false)
            let sorted = Post.order { [$0.id] }
            #expect(try sorted.offset(10).limit(5).all(db).map(\.id) == [11, 12])
            #expect(try sorted.limit(5, offset: 10).limit(1).all(db).map(\.id) == [11])
            #expect(try sorted.limit(5).offset(10).limit(1, offset: 0).all(db).map(\.id) == [1])
            // As a server's clients ask: `?limit=-1`, `?offset=-1`.
            #expect(try sorted.limit(-1).all(db).isEmpty)
            #expect(try sorted.limit(.min, offset: .min).count(db) == 0)
            #expect(try sorted.limit(1, offset: -1).all(db).map(\.id) == [1])
            var seen = 0
            try Post.all.forEach(db) { _ in seen += 1 }
            #expect(seen == 12)
        }
    }

    @Test("related rows take a fixed number of statements")
    func including() throws {
        let statements = Counter()
        var configuration = DatabaseConfiguration()
        configuration.onStatement = { trace in if trace.sql.contains("SELECT") { statements.add() } }
        let blog = try BlogDatabase.inMemory(configuration)
        let tag = UUID()
        try blog.write { (db: Database) throws in
            try User(id: 1, name: "Ann", email: "a", age: 1).insert(db)
            try Post.insert((1...50).map { Post(id: $0, userId: 1, title: "T") }, db)
            try Comment.insert((1...100).map { Comment(id: $0, postId: 1 + $0 % 50, text: "c") }, db)
            try Tag(id: tag, name: "X").insert(db)
            try PostTag(postId: 3, tagId: tag).insert(db)
        }
        let before = statements.count
        let tree = try blog.read { db in try Post.all.including(\.comments, \.author, \.tags).all(db) }
        #expect(statements.count - before == 4)
        #expect(tree.count == 50)
        #expect(tree.allSatisfy { $0.1.count == 2 && $0.2.name == "Ann" })
        #expect(tree[2].3.map(\.slug) == ["x"] && tree[3].3.isEmpty)
        let users = try blog.read { db in try User.all.including(\.posts).all(db) }
        #expect(users.first?.1.count == 50)
    }

    @Test("joins are conditions over both tables")
    func joins() throws {
        try blog.read { (db: Database) throws in
            let pairs = try Post.all.joining(\.author)
                .where { post, author in author.name == "Ann" || post.title == "A3" }
                .order { post, author in [author.name.desc, post.id] }
                .limit(2)
                .all(db)
            #expect(pairs.map { $0.0.id } == [3, 2])
            #expect(pairs.map { $0.1.name } == ["bob", "Ann"])
            let counts = try User.all.joining(\.posts).select { user, post in (user.name, post.id.count) }
                .group { user, _ in user.id }.all(db)
            #expect(counts.map(\.1) == [6, 6])
            #expect(try Post.all.joining(\.comments).count(db) == 6)
        }
    }

    @Test("a full-text search finds rows")
    func fullText() throws {
        let found = try blog.write { (db: Database) throws in
            try db.run("CREATE VIRTUAL TABLE posts_fts USING fts5 (title, content=posts, content_rowid=id)")
            try db.run("INSERT INTO posts_fts (rowid, title) SELECT id, title FROM posts")
            return try Post.all.matching("a3 OR b4", in: "posts_fts").order { [$0.id] }.all(db)
        }
        #expect(found.map(\.id) == [3, 4])
    }

    @Test("a prefix search uses an index, a value that cannot be stored is an error")
    func plans() throws {
        try blog.write { db in try db.run("CREATE INDEX t ON posts (title)") }
        let plan = try blog.read { db in try Post.where { $0.title == "x" }.explained(db) }
        #expect(plan.contains { $0.contains("USING INDEX t") })
        let prefix = try blog.read { db in try Post.where { $0.title.hasPrefix("A") }.explained(db) }
        #expect(prefix.contains { $0.contains("USING INDEX t") }, "\(prefix)")
        #expect(throws: SQLiteError.self) {
            try blog.read { db in try PostTag.where { $0.weight == .nan }.all(db) }
        }
    }
}

/// Counts from several threads.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    var count: Int { lock.withLock { value } }
    func add(_ n: Int = 1) { lock.withLock { value += n } }
}
