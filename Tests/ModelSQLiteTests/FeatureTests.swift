import Foundation
import ModelBackup
import ModelChanges
import ModelExpressions
import ModelObservation
import ModelSQLite
import Synchronization
import Testing

/// What a user adds to a model with the public API (D18), unknown to the generator.
extension Post {
    static func newest(of user: Int64, _ db: Database) throws -> Post? {
        try Post.where { $0.userId == user }.order { [$0.createdAt.desc] }.first(db)
    }

    static func titles(longerThan length: Int, _ db: Database) throws -> [String] {
        try db.rows("SELECT title FROM posts WHERE length(title) > \(length) ORDER BY id") { row in
            try row.read(String.self, 0)
        }
    }

    func touch(_ db: Database) throws {
        try Post.update(db, where: { $0.id == id }) { $0.createdAt = Date(timeIntervalSince1970: 99) }
    }
}

extension Query<Post> {
    func written(by name: String) -> Query { `where` { $0.userId.in(User.select { $0.id }.where { $0.name == name }) } }
}

@Suite("Features")
struct FeatureTests {
    let folder: TemporaryFolder
    let blog: BlogDatabase

    init() async throws {
        folder = try TemporaryFolder()
        blog = try await BlogDatabase.open(at: folder.file("blog.sqlite"))
        try await blog.write { (db: Database) throws in
            try User(id: 1, name: "Ann", email: "a", age: 20).insert(db)
            try User(id: 2, name: "Bob", email: "b", age: 40).insert(db)
            for n: Int64 in 1...6 {
                let date = Date(timeIntervalSince1970: Double(n))
                try Post(id: n, userId: 1 + n % 2, title: "T\(n)", createdAt: date).insert(db)
            }
        }
    }

    @Test("D5: columns are in the order of the fields, and the key of a table without rowid in its own order")
    func columnOrder() async throws {
        let columns = try await blog.read { (db: Database) throws in
            try db.rows("SELECT name, pk FROM pragma_table_info('post_tags') ORDER BY cid") { row in
                "\(try row.read(String.self, 0)) \(try row.read(Int.self, 1))"
            }
        }
        #expect(columns == ["post_id 1", "tag_id 2", "weight 0"])
        #expect(PostTag.table.definition.columns.map(\.name) == ["post_id", "tag_id", "weight"])
        let error = await #expect(throws: SQLiteError.self) {
            try await blog.read { db in try db.rows("SELECT rowid FROM post_tags") { _ in 0 } }
        }
        #expect(error?.message == "no such column: rowid")
    }

    @Test("D8: insert, update, delete, find by key, all, first, latest, count and exists")
    func records() async throws {
        try await blog.write { (db: Database) throws in
            var post = try #require(try Post.find(3, db))
            post.title = "New"
            try post.update(db)
            #expect(try Post.find(3, db)?.title == "New")
            #expect(try post.delete(db))
            #expect(try post.delete(db) == false)
            #expect(try Post.find(3, db) == nil)
            #expect(try Post.all(db).map(\.id) == [1, 2, 4, 5, 6])
            #expect(try Post.first(db)?.id == 1 && Post.latest(db)?.id == 6)
            #expect(try Post.count(db) == 5 && Post.exists(4, db) && !Post.exists(3, db))
        }
    }

    @Test("D9, D10: save, upsert and each conflict policy, of a row and of many")
    func saving() async throws {
        try await blog.write { (db: Database) throws in
            try User(id: 3, name: "Cid", email: "c", age: 1).save(db)
            try User(id: 3, name: "Cyd", email: "c", age: 1).save(db)
            try User.upsert(
                [User(id: 3, name: "Kid", email: "c", age: 2), User(id: 4, name: "D", email: "d", age: 3)], db)
            #expect(try User.order { [$0.id] }.all(db).map(\.name) == ["Ann", "Bob", "Kid", "D"])
            let double = User(id: 5, name: "E", email: "a", age: 1)
            for policy in [ConflictPolicy.abort, .fail] {
                #expect(throws: SQLiteError.self) { try double.insert(db, onConflict: policy) }
            }
            try User.insert([double, User(id: 6, name: "F", email: "f", age: 1)], db, onConflict: .ignore)
            #expect(try User.count(db) == 5)
            #expect(throws: SQLiteError.self) {
                try User(id: 6, name: "F", email: "b", age: 1).update(db, columns: { [$0.email] })
            }
            try User(id: 6, name: "F", email: "b", age: 1).update(db, onConflict: .ignore) { [$0.email] }
            #expect(try User.find(6, db)?.email == "f")
        }
    }

    @Test("D11: a batch is one transaction, prepared once, and rolled back at the first failure")
    func batch() async throws {
        let statements = Counter()
        let runs = Counter()
        var configuration = DatabaseConfiguration()
        configuration.onStatement = { trace in
            guard trace.sql.hasPrefix("INSERT INTO \"log\"") else { return }
            statements.add()
            runs.add(trace.runs)
        }
        let second = try await BlogDatabase.open(at: folder.file("blog.sqlite"), configuration)
        try await second.write { db in try LogEntry.insert((0..<1000).map { LogEntry(message: "m", level: $0) }, db) }
        #expect(statements.count == 1 && runs.count == 1000)
        let posts = [Post(id: 7, userId: 1, title: "a"), Post(id: 8, userId: 99, title: "no such user")]
        await #expect(throws: SQLiteError.self) { try await second.write { db in try Post.insert(posts, db) } }
        #expect(try await second.read { db in try Post.exists(7, db) } == false)
    }

    @Test("the time of a statement does not depend on those that run while its rows are read")
    func tracedTime() async throws {
        let longest = Mutex(0.0)
        var configuration = DatabaseConfiguration()
        configuration.onStatement = { trace in
            if trace.sql == "SELECT 1" { longest.withLock { $0 = trace.duration } }
        }
        let second = try await BlogDatabase.open(at: folder.file("blog.sqlite"), configuration)
        try await second.read { db in
            _ = try db.rows("SELECT 1") { _ in
                Thread.sleep(forTimeInterval: 0.02)
                _ = try User.count(db)
            }
        }
        #expect(longest.withLock { $0 } >= 0.02)
    }

    @Test("D12: named properties are updated, of one row and of all that match a condition; the rest is unchanged")
    func partial() async throws {
        try await blog.write { (db: Database) throws in
            try Post(id: 1, userId: 2, title: "New", body: "ignored").update(db, columns: { [$0.title, $0.createdAt] })
            let post = try #require(try Post.find(1, db))
            #expect(post.title == "New" && post.body == "" && post.createdAt == Date(timeIntervalSince1970: 0))
            let changed = try Post.update(db, where: { $0.userId == 1 }) { columns in
                columns.body = "b"
                columns.nickname = nil
                columns.set(\.title) { $0 + "!" }
            }
            #expect(changed == 3)
            #expect(try Post.where { $0.body == "b" }.all(db).map(\.title) == ["T2!", "T4!", "T6!"])
            #expect(try Post.update(db, where: { _ in .all }) { $0.body = "all" } == 6)
            #expect(try Post.delete(db, where: { $0.id > 4 && $0.title.hasPrefix("T") }) == 2)
            #expect(try Post.update(db, where: { _ in .all }) { _ in } == 0)
        }
    }

    @Test("D17: several databases at once, in files, in memory and temporary, each with its own rows")
    func several() async throws {
        let memory = try BlogDatabase.inMemory()
        let temporary = try BlogDatabase.temporary()
        let file = try await BlogDatabase.open(at: folder.file("second.sqlite"))
        let all = [blog, memory, temporary, file]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, database) in all.enumerated() {
                group.addTask {
                    for level in 0...index {
                        try await database.write { db in try LogEntry(message: "\(index)", level: level).insert(db) }
                    }
                }
            }
            try await group.waitForAll()
        }
        for (index, database) in all.enumerated() {
            let messages = try await database.read { db in try LogEntry.all(db).map(\.message) }
            #expect(messages == Array(repeating: "\(index)", count: index + 1))
        }
        // A write to one inside a write to another: they do not block each other.
        try nested(memory, file)
        #expect(try await file.read { db in try LogEntry.count(db) } == 0)
    }

    private func nested(_ one: BlogDatabase, _ other: BlogDatabase) throws {
        try one.write { _ in _ = try other.write { db in try LogEntry.delete(db, where: { _ in .all }) } }
    }

    @Test("D17: an in-memory database is read and written by many tasks, and is gone with its pool")
    func memory() async throws {
        let memory = try BlogDatabase.inMemory()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for n in 0..<50 {
                group.addTask { try await memory.write { db in try LogEntry(message: "m", level: n).insert(db) } }
                group.addTask { _ = try await memory.read { db in try LogEntry.count(db) } }
            }
            try await group.waitForAll()
        }
        #expect(try await memory.read { db in try LogEntry.count(db) } == 50)
        #expect(try await BlogDatabase.inMemory().read { db in try LogEntry.count(db) } == 0)
    }

    @Test("D17: read-only access reads what others write, and refuses to write, migrate or create a file")
    func readOnly() async throws {
        var configuration = DatabaseConfiguration()
        configuration.access = .readOnly
        let reader = try await BlogDatabase.open(at: folder.file("blog.sqlite"), configuration)
        #expect(try await reader.read { db in try Post.count(db) } == 6)
        try await blog.write { db in try Post.delete(6, db) }
        #expect(try await reader.read { db in try Post.count(db) } == 5)
        for refused in [
            { db in try Post.delete(1, db) }, { db in try db.run(script: "DELETE FROM posts") },
            { db in try db.run("PRAGMA user_version = 9") },
        ] as [@Sendable (Database) throws -> Void] {
            let error = await #expect(throws: SQLiteError.self) { try await reader.write(refused) }
            #expect(error?.kind == .readOnly)
            let bare = #expect(throws: SQLiteError.self) { try reader.pool.writeWithoutTransaction(refused) }
            #expect(bare?.kind == .readOnly)
        }
        let missing = folder.file("missing.sqlite")
        await #expect(throws: SQLiteError.self) { try await BlogDatabase.open(at: missing, configuration) }
        #expect(!FileManager.default.fileExists(atPath: missing.path))
    }

    @Test("D17: each connection is configured when it opens and reported when it closes; pragmas come last")
    func hooks() async throws {
        let opened = Counter()
        let closed = Counter()
        var configuration = DatabaseConfiguration()
        configuration.readers = 2
        configuration.prepare = { connection in
            opened.add()
            try connection.run("PRAGMA cache_size = -321")
        }
        configuration.willClose = { connection in
            // The connection still works: a last pragma may run.
            try? connection.run("PRAGMA optimize")
            closed.add()
        }
        do {
            let second = try await BlogDatabase.open(at: folder.file("blog.sqlite"), configuration)
            #expect(try await second.read { db in try db.value(Int.self, "PRAGMA cache_size") } == -321)
            await second.close()
            #expect(closed.count == opened.count && opened.count == 2)
        }
        struct Refused: Error {}
        configuration.prepare = { _ in throw Refused() }
        await #expect(throws: Refused.self) {
            try await BlogDatabase.open(at: folder.file("blog.sqlite"), configuration)
        }
    }

    @Test("D17: a backup is made while others write, and is complete")
    func backup() async throws {
        let blog = blog
        try await blog.write { db in
            try LogEntry.insert((0..<4000).map { LogEntry(message: String(repeating: "x", count: 80), level: $0) }, db)
        }
        let writer = Task.detached {
            for n in 0..<200 {
                try await blog.write { db in
                    try LogEntry(message: "a", level: n).insert(db)
                    try LogEntry(message: "b", level: n).insert(db)
                }
            }
        }
        let copy = folder.file("copy.sqlite")
        try await blog.backup(to: copy, pagesAtOnce: 8)
        try await writer.value
        let second = try await BlogDatabase.open(at: copy)
        let (count, state) = try await second.read { db in
            (try LogEntry.count(db), try db.value(String.self, "PRAGMA integrity_check"))
        }
        #expect(state == "ok" && count >= 4000 && count.isMultiple(of: 2))
    }

    @Test("a backup ends with any number of pages at once", .timeLimit(.minutes(20)), arguments: [0, -7, 1, .max])
    func backupPages(_ pages: Int) async throws {
        let copy = folder.file("copy.sqlite")
        try await blog.backup(to: copy, pagesAtOnce: pages)
        #expect(try await DatabasePool(.file(copy)).read { db in try User.count(db) } == 2)
    }

    @Test("D18: your own methods using the public API, on the model and on its queries")
    func extensions() async throws {
        try await blog.write { (db: Database) throws in
            #expect(try Post.newest(of: 1, db)?.id == 6)
            #expect(try Post.titles(longerThan: 2, db) == [])
            try Post.find(1, db)?.touch(db)
            #expect(try Post.find(1, db)?.createdAt == Date(timeIntervalSince1970: 99))
            #expect(try Post.all.written(by: "Bob").order { [$0.id] }.all(db).map(\.id) == [1, 3, 5])
        }
    }

    @Test("D19: reload, count and scalar results")
    func scalars() async throws {
        try await blog.write { (db: Database) throws in
            var post = try #require(try Post.find(1, db))
            try db.run("UPDATE posts SET title = \("changed") WHERE id = \(1)")
            #expect(post.title == "T1")
            try post.reload(db)
            #expect(post.title == "changed")
            #expect(try post.reloaded(db) == post)
            try Post.delete(1, db)
            let error = #expect(throws: SQLiteError.self) { try post.reload(db) }
            #expect(error?.kind == .notFound("Post") && post.title == "changed")
            #expect(try Post.count(db) == 5)
            #expect(try Post.where { $0.userId == 1 }.count(db) == 3)
            #expect(try db.value(Int.self, "SELECT max(id) FROM posts") == 6)
            #expect(try db.value(String.self, "SELECT title FROM posts WHERE id = \(2)") == "T2")
            #expect(try db.value(Int?.self, "SELECT NULL") == .some(nil))
            #expect(try db.value(Int.self, "SELECT id FROM posts WHERE id = \(99)") == nil)
            #expect(try Post.select { $0.id.max }.first(db) == 6)
        }
    }

    @Test("S3: every access has an asynchronous form, and every read can be observed")
    func reactive() async throws {
        var observed = blog.observe { db in try Post.select { $0.id }.order { [$0.id] }.all(db) }.makeAsyncIterator()
        #expect(try await observed.next() == [1, 2, 3, 4, 5, 6])
        try await blog.write { db in try Post.delete(6, db) }
        try await blog.write { db in try Post.delete(5, db) }
        // Intermediate states may be skipped.
        var ids = try await observed.next()
        while let seen = ids, seen.count > 4 { ids = try await observed.next() }
        #expect(ids == [1, 2, 3, 4])
        #expect(try await blog.read { db in try Post.count(db) } == 4)
        #if canImport(Combine)
            var published = blog.observe(Post.all).publisher.values.makeAsyncIterator()
            #expect(try await published.next()?.count == 4)
        #endif
    }
}
