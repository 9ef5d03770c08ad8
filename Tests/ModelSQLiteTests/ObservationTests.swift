import Foundation
import ModelObservation
import ModelRelations
import ModelSQLite
import Testing

@Suite("Observation", .timeLimit(.minutes(20)))
struct ObservationTests {
    let folder: TemporaryFolder
    let blog: BlogDatabase

    init() async throws {
        folder = try TemporaryFolder()
        blog = try await BlogDatabase.open(at: folder.file("blog.sqlite"))
        try await blog.write { db in try User(id: 1, name: "Ann", email: "a", age: 1).insert(db) }
    }

    @Test("a value comes at once, and after each commit that changed its tables")
    func values() async throws {
        var posts = blog.observe(Post.where { $0.userId == 1 }).makeAsyncIterator()
        #expect(try await posts.next()?.count == 0)
        try await blog.write { db in try Post.Draft(userId: 1, title: "A").insert(db) }
        #expect(try await posts.next()?.count == 1)
        // Changes to a table that is not read, and undone transactions, cause no value: the next is that of "B".
        try await blog.write { db in try LogEntry(message: "x", level: 1).insert(db) }
        struct Stop: Error {}
        try? await blog.write { db in
            try Post.Draft(userId: 1, title: "undone").insert(db)
            throw Stop()
        }
        try await blog.write { db in try Post.Draft(userId: 1, title: "B").insert(db) }
        #expect(try await posts.next()?.map(\.title) == ["A", "B"])
    }

    @Test("a statement that is committed on its own is seen, even if a later one fails")
    func withoutTransaction() async throws {
        var logs = blog.observe(LogEntry.all).makeAsyncIterator()
        #expect(try await logs.next()?.count == 0)
        #expect(throws: SQLiteError.self) {
            try blog.pool.writeWithoutTransaction { db in
                try LogEntry(message: "kept", level: 1).insert(db)
                try db.run("INSERT INTO missing VALUES (1)")
            }
        }
        #expect(try await logs.next()?.map(\.message) == ["kept"])
    }

    @Test("ALTER TABLE is a change of the table")
    func altered() async throws {
        final class Changes: CommitObserver {
            let tables = Collected<Set<String>>()
            func committed(_ changed: Set<String>?) { if let changed { tables.add(changed) } }
        }
        let changes = Changes()
        blog.pool.observers.add(changes)
        for sql in ["ADD COLUMN more", "RENAME COLUMN more TO most", "DROP COLUMN most", "RENAME TO entries"] {
            try await blog.write { db in try db.run(SQL(trusted: "ALTER TABLE log \(sql)")) }
        }
        #expect(changes.tables.values.count == 4)
        #expect(changes.tables.values.allSatisfy { $0.contains("log") && !$0.contains("main") })
    }

    @Test("a change by a trigger is seen, even if the statement was compiled before there was one")
    func laterTrigger() async throws {
        final class Changes: CommitObserver {
            let tables = Collected<Set<String>>()
            func committed(_ changed: Set<String>?) { if let changed { tables.add(changed) } }
        }
        try await blog.write { db in try Post(id: 1, userId: 1, title: "A").insert(db) }
        try await blog.write { db in
            try db.run(
                """
                CREATE TRIGGER noted AFTER INSERT ON posts BEGIN \
                INSERT INTO log (message, level) VALUES (new.title, 1); END
                """)
        }
        let changes = Changes()
        blog.pool.observers.add(changes)
        for id in [2, 3] as [Int64] {
            try await blog.write { db in try Post(id: id, userId: 1, title: "B").insert(db) }
        }
        #expect(changes.tables.values == [["posts", "log"], ["posts", "log"]])
    }

    @Test("values that equal the one before can be left out")
    func repetitions() async throws {
        let fetches = Collected<Void>()
        let values = Collected<[String]>()
        let observation = blog.observe { db -> [String] in
            fetches.add(())
            return try User.where { $0.id == 1 }.all(db).map(\.name)
        }
        let observing = Task {
            for try await names in observation.removeDuplicates() {
                values.add(names)
                if values.values.count == 2 { return }
            }
        }
        while values.values.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        try await blog.write { db in try User(id: 2, name: "B", email: "b", age: 1).insert(db) }
        while fetches.values.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        try await blog.write { db in try db.run("UPDATE users SET name = 'Anna' WHERE id = 1") }
        try await observing.value
        #expect(values.values == [["Ann"], ["Anna"]])
    }

    @Test("a change by a foreign key action is seen")
    func cascades() async throws {
        try await blog.write { db in
            try Post(id: 1, userId: 1, title: "P").insert(db)
            try Comment(id: 1, postId: 1, text: "c").insert(db)
        }
        var comments = blog.observe(Comment.all).makeAsyncIterator()
        #expect(try await comments.next()?.count == 1)
        try await blog.write { db in try User.delete(1, db) }
        #expect(try await comments.next()?.count == 0)
    }

    @Test("the related tables of a query are observed as well")
    func including() async throws {
        try await blog.write { db in try Post(id: 1, userId: 1, title: "P").insert(db) }
        var tree = blog.pool.observe(Post.all.including(\.comments)).makeAsyncIterator()
        #expect(try await tree.next()?.first?.1.count == 0)
        try await blog.write { db in try Comment(id: 1, postId: 1, text: "c").insert(db) }
        #expect(try await tree.next()?.first?.1.count == 1)
    }

    @Test("a table that is read later than the others is observed from then on")
    func later() async throws {
        var counts = blog.observe { db in
            try User.count(db) == 1 ? 0 : try LogEntry.count(db)
        }.makeAsyncIterator()
        #expect(try await counts.next() == 0)
        try await blog.write { db in try User(id: 2, name: "B", email: "b", age: 1).insert(db) }
        #expect(try await counts.next() == 0)
        try await blog.write { db in try LogEntry(message: "a", level: 1).insert(db) }
        #expect(try await counts.next() == 1)
    }

    @Test("rapid commits are one value, and the last value is the newest")
    func coalesced() async throws {
        let blog = blog
        let writer = Task.detached {
            for n in 0..<300 {
                try await blog.write { (db: Database) throws in
                    try LogEntry(message: "a", level: n).insert(db)
                    try LogEntry(message: "b", level: n).insert(db)
                }
            }
        }
        var seen = 0
        for try await count in blog.observe({ db in try LogEntry.count(db) }) {
            #expect(count.isMultiple(of: 2), "a torn value")
            seen += 1
            if count == 600 { break }
        }
        try await writer.value
        #expect(seen <= 301)
    }

    @Test("cancelling the task ends the sequence, and so does closing the database")
    func endings() async throws {
        let blog = blog
        let (values, arrival) = AsyncStream.makeStream(of: Void.self)
        func observe() -> Task<Int, any Error> {
            Task {
                var count = 0
                for try await _ in blog.observe(User.all) {
                    count += 1
                    arrival.yield()
                }
                return count
            }
        }
        let cancelled = observe()
        let closed = observe()
        for await _ in values.prefix(2) {}
        cancelled.cancel()
        #expect(try await cancelled.value == 1)
        await blog.close()
        #expect(try await closed.value == 1)
        var late = blog.observe(User.all).makeAsyncIterator()
        for _ in 0..<2 { #expect(try await late.next() == nil) }
    }
}
