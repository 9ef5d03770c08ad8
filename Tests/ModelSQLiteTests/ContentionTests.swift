import Foundation
import ModelBackup
import ModelChanges
import ModelExpressions
import ModelQueries
import ModelRelations
import ModelSQLite
import Testing

/// What may go wrong if many use the same database, for each promise of the pool.
@Suite("Contention", .timeLimit(.minutes(20)))
struct ContentionTests {
    let folder: TemporaryFolder
    let blog: BlogDatabase

    init() async throws {
        folder = try TemporaryFolder()
        blog = try await BlogDatabase.open(at: folder.file("blog.sqlite"))
        try await blog.write { db in try User(id: 1, name: "Ann", email: "a", age: 1).insert(db) }
    }

    @Test("a file is in WAL mode, and several readers read at the same time")
    func readers() async throws {
        #expect(try await blog.write { db in try db.value(String.self, "PRAGMA journal_mode") } == "wal")
        let blog = blog
        let inside = Counter()
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await blog.read { db in
                        _ = try User.count(db)
                        inside.add()
                        // The last one to enter releases all of them.
                        if inside.count == 4 { for _ in 0..<4 { gate.signal() } }
                        gate.wait()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(inside.count == 4)
    }

    @Test("several pools on one file read and write from many tasks, and none gets a busy error")
    func pools() async throws {
        let file = folder.file("blog.sqlite")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for pool in 0..<3 {
                group.addTask {
                    let own = try await BlogDatabase.open(at: file)
                    for level in 0..<60 {
                        try await own.write { (db: Database) throws in
                            let count = try LogEntry.count(db)
                            #expect(count.isMultiple(of: 2))
                            try LogEntry(message: "\(pool)", level: level).insert(db)
                            try LogEntry(message: "\(pool)", level: level).insert(db)
                        }
                        let seen = try await own.read { db in try LogEntry.where { $0.message == "\(pool)" }.count(db) }
                        #expect(seen == 2 * (level + 1))
                    }
                    await own.close()
                }
            }
            try await group.waitForAll()
        }
        #expect(try await blog.read { db in try LogEntry.count(db) } == 360)
    }

    @Test("cancelling a task interrupts its read, and the connection serves the next one")
    func cancelledRead() async throws {
        var configuration = DatabaseConfiguration()
        configuration.readers = 1
        let single = try await BlogDatabase.open(at: folder.file("blog.sqlite"), configuration)
        let started = AsyncStream<Void>.makeStream()
        let task = Task {
            try await single.read { db in
                started.continuation.yield()
                return try db.value(Int.self, SQL(trusted: endless))
            }
        }
        for await _ in started.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await single.read { db in try User.count(db) } == 1)
    }

    @Test("a task cancelled between two statements of a write undoes the first")
    func cancelledBetween() async throws {
        let blog = blog
        let gate = DispatchSemaphore(value: 0)
        let started = AsyncStream<Void>.makeStream()
        let task = Task {
            try await blog.write { (db: Database) throws in
                try LogEntry(message: "first", level: 1).insert(db)
                started.continuation.yield()
                gate.wait()
                #expect(db.isCancelled)
                try LogEntry(message: "second", level: 2).insert(db)
            }
        }
        for await _ in started.stream { break }
        task.cancel()
        gate.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await blog.read { db in try LogEntry.count(db) } == 0)
    }

    @Test("a value that cannot be stored is a typed error, by every way in, and the transaction is undone")
    func unencodable() async throws {
        let bad = PostTag(postId: 1, tagId: UUID(), weight: .nan)
        let ways: [@Sendable (Database) throws -> Void] = [
            { db in try bad.insert(db) }, { db in try PostTag.insert([bad], db) }, { db in try bad.update(db) },
            { db in try bad.save(db) }, { db in try bad.upsert(db) },
            { db in try PostTag.update(db, where: { _ in .all }) { $0.weight = .nan } },
            { db in _ = try PostTag.where { $0.weight == .nan }.all(db) },
            { db in _ = try PostTag.where { $0.weight.in([1, .nan]) }.count(db) },
            { db in try db.run("UPDATE post_tags SET weight = \(Double.nan)") },
            { db in _ = try db.value(Int.self, "SELECT \(UInt64.max)") },
            { db in try db.execute("DELETE FROM log WHERE level = ?1") { $0.field(UInt64.max) } },
            { db in
                try db.execute("DELETE FROM log WHERE level IN (SELECT value FROM json_each(?1))") {
                    $0.list([1.5])
                }
            },
        ]
        for (index, way) in ways.enumerated() {
            let error = await #expect(throws: SQLiteError.self, "\(index)") {
                try await blog.write { (db: Database) throws in
                    try LogEntry(message: "undone", level: index).insert(db)
                    try way(db)
                }
            }
            guard case .encoding? = error?.kind else {
                Issue.record("\(index): \(String(describing: error))")
                continue
            }
        }
        #expect(try await blog.read { db in try LogEntry.count(db) } == 0)
    }

    @Test("a handle used after its closure is an error in every way, and writes nothing")
    func escaped() async throws {
        final class Box: @unchecked Sendable { var db: Database? }
        let box = Box()
        try await blog.write { db in box.db = db }
        let kept = try #require(box.db)
        let uses: [(Database) throws -> Void] = [
            { try LogEntry(message: "m", level: 1).insert($0) }, { _ = try User.find(1, $0) }, { _ = try User.all($0) },
            { _ = try User.where { $0.id == 1 }.all($0) }, { try $0.run("DELETE FROM users") },
            { try $0.run(script: "DELETE FROM users") }, { _ = try $0.value(Int.self, "SELECT 1") },
            { try $0.savepoint {} }, { _ = try User.all.including(\.posts).all($0) },
            { _ = try User.select { $0.id.count }.all($0) }, { try $0.execute("DELETE FROM users") },
        ]
        for (index, use) in uses.enumerated() {
            let error = #expect(throws: SQLiteError.self, "\(index)") { try use(kept) }
            #expect(error?.kind == .misuse)
        }
        #expect(kept.isCancelled && kept.lastInsertedRowID == 0)
        #expect(try await blog.read { db in try User.count(db) } == 1)
    }

    @Test("a full disk takes nothing of the transaction, and the database continues when there is room")
    func full() async throws {
        var configuration = DatabaseConfiguration()
        configuration.prepare = { connection in try connection.run("PRAGMA max_page_count = 40") }
        let small = try await BlogDatabase.open(at: folder.file("small.sqlite"), configuration)
        let text = String(repeating: "x", count: 4000)
        var written = 0
        var refused: SQLiteError?
        while refused == nil {
            do {
                try await small.write { (db: Database) throws in
                    try LogEntry(message: text, level: 1).insert(db)
                    try LogEntry(message: text, level: 2).insert(db)
                }
                written += 2
            } catch let error as SQLiteError { refused = error }
        }
        #expect(refused?.kind == .full && written > 0)
        #expect(try await small.read { db in try LogEntry.count(db) } == written)
        try await small.write { db in try LogEntry.delete(db, where: { $0.level == 1 }) }
        try await small.write { db in try LogEntry(message: text, level: 3).insert(db) }
        #expect(try await small.read { db in try db.value(String.self, "PRAGMA integrity_check") } == "ok")
    }

    @Test("a backup to a file that is locked is busy after the configured time, and not later")
    func backupBusy() async throws {
        let copy = folder.file("copy.sqlite")
        var configuration = DatabaseConfiguration()
        configuration.busyTimeout = 0.2
        let source = try await BlogDatabase.open(at: folder.file("blog.sqlite"), configuration)
        try await source.backup(to: copy)
        let holder = try DatabasePool(.file(copy))
        let error = await #expect(throws: SQLiteError.self) {
            let held = AsyncStream<Void>.makeStream()
            let gate = DispatchSemaphore(value: 0)
            let holding = Task.detached {
                try await holder.write { (db: Database) throws in
                    try db.run("CREATE TABLE t (x)")
                    held.continuation.yield()
                    gate.wait()
                }
            }
            for await _ in held.stream { break }
            let result = await Result { try await source.backup(to: copy) }
            gate.signal()
            try await holding.value
            try result.get()
        }
        #expect(error?.kind == .busy)
    }

    @Test("what `prepare` does to the file of a backup waits while that is locked")
    func backupPrepared() async throws {
        let copy = folder.file("copy.sqlite")
        try await blog.backup(to: copy)
        var configuration = DatabaseConfiguration()
        configuration.prepare = { try $0.run("BEGIN IMMEDIATE; COMMIT") }
        let source = try await BlogDatabase.open(at: folder.file("blog.sqlite"), configuration)
        let holder = try DatabasePool(.file(copy))
        let (held, isHeld) = AsyncStream.makeStream(of: Void.self)
        let holding = Task.detached {
            try await holder.write { (db: Database) throws in
                try db.run("CREATE TABLE t (x)")
                isHeld.finish()
                Thread.sleep(forTimeInterval: 0.3)
            }
        }
        for await _ in held {}
        try await source.backup(to: copy)
        try await holding.value
        let names = try await DatabasePool(.file(copy)).read { db in
            try db.rows("SELECT name FROM sqlite_master WHERE name = 't'") { try $0.read(String.self, 0) }
        }
        #expect(names.isEmpty)
    }

    @Test("a cancelled backup does not wait until its file is unlocked")
    func backupCancelled() async throws {
        let copy = folder.file("copy.sqlite")
        try await blog.backup(to: copy)
        let holder = try DatabasePool(.file(copy))
        let (held, isHeld) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let holding = Task.detached {
            try await holder.write { (db: Database) throws in
                try db.run("CREATE TABLE t (x)")
                isHeld.finish()
                gate.wait()
            }
        }
        for await _ in held {}
        let opened = Collected<Void>()
        var configuration = DatabaseConfiguration()
        configuration.busyTimeout = 120
        configuration.prepare = { _ in opened.add(()) }
        let source = try await BlogDatabase.open(at: folder.file("blog.sqlite"), configuration)
        try await source.read { _ in }
        let connections = opened.values.count
        let backup = Task { try await source.backup(to: copy) }
        while opened.values.count == connections { try await Task.sleep(for: .milliseconds(5)) }
        try await Task.sleep(for: .milliseconds(100))
        let clock = ContinuousClock.now
        backup.cancel()
        await #expect(throws: CancellationError.self) { try await backup.value }
        #expect(clock.duration(to: .now) < .seconds(60))
        gate.signal()
        try await holding.value
    }

    @Test("an in-memory database is backed up to a file")
    func memoryBackup() async throws {
        let memory = try BlogDatabase.inMemory()
        try await memory.write { db in try User(id: 7, name: "M", email: "m", age: 1).insert(db) }
        let copy = folder.file("memory.sqlite")
        try await memory.backup(to: copy)
        let opened = try await BlogDatabase.open(at: copy)
        #expect(try await opened.read { db in try User.find(7, db)?.name } == "M")
    }
}

extension Result where Failure == any Error {
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
