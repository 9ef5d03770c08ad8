import CModelSQLite
import Foundation
import ModelBackup
import ModelSQLite
import Testing

@Suite("Connections and transactions")
struct PoolTests {
    let folder: TemporaryFolder
    let blog: BlogDatabase

    init() async throws {
        folder = try TemporaryFolder()
        blog = try await BlogDatabase.open(at: folder.file("blog.sqlite"))
        try await blog.write { db in try User(id: 1, name: "Ann", email: "a", age: 1).insert(db) }
    }

    @Test("a write that throws leaves nothing behind")
    func rollback() async throws {
        struct Stop: Error {}
        await #expect(throws: Stop.self) {
            try await blog.write { (db: Database) throws in
                try User(id: 2, name: "Bob", email: "b", age: 1).insert(db)
                throw Stop()
            }
        }
        #expect(try await blog.read { db in try User.count(db) } == 1)
    }

    @Test("a statement outside of a transaction ends when its task is cancelled, and holds no shared thread")
    func awaitedBare() async throws {
        try await blog.pool.writeWithoutTransaction { db in try db.run(script: "VACUUM") }
        let (started, isStarted) = AsyncStream.makeStream(of: Void.self)
        let pool = blog.pool
        let endless = Task {
            try await pool.writeWithoutTransaction { db in
                isStarted.finish()
                try db.run("WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT count(*) FROM n")
            }
        }
        for await _ in started {}
        endless.cancel()
        await #expect(throws: CancellationError.self) { try await endless.value }
    }

    @Test("savepoints nest, and each can be undone separately")
    func savepoints() async throws {
        struct Stop: Error {}
        try await blog.write { (db: Database) throws in
            try db.savepoint {
                try User(id: 2, name: "Bob", email: "b", age: 1).insert(db)
                try? db.savepoint {
                    try User(id: 3, name: "Cid", email: "c", age: 1).insert(db)
                    throw Stop()
                }
            }
        }
        #expect(try await blog.read { db in try User.all(db).map(\.id) } == [1, 2])
    }

    @Test("a read sees one snapshot while others write")
    func snapshot() async throws {
        let blog = blog
        let counts = try await blog.read { db -> [Int] in
            let before = try User.count(db)
            // Another connection, on this thread: a reader does not wait for the writer.
            try blog.write { try User(id: 5, name: "E", email: "e", age: 1).insert($0) }
            return [before, try User.count(db)]
        }
        #expect(counts == [1, 1])
        #expect(try await blog.read { db in try User.count(db) } == 2)
    }

    @Test("a handle used after its closure is an error")
    func escaped() throws {
        var kept: Database?
        try blog.write { db in kept = db }
        let database = try #require(kept)
        let error = #expect(throws: SQLiteError.self) { try User.count(database) }
        #expect(error?.kind == .misuse)
        #expect(throws: SQLiteError.self) { try database.run("DELETE FROM users") }
        #expect(database.changes == 0 && database.pointer == nil)
    }

    @Test("a write inside a write is an error, not a deadlock")
    func reentrant() throws {
        let error = #expect(throws: SQLiteError.self) {
            try blog.write { _ in try blog.write { db in try User.count(db) } }
        }
        #expect(error?.kind == .misuse)
        #expect(throws: SQLiteError.self) { try blog.read { _ in try blog.read { db in try User.count(db) } } }
    }

    @Test("if a connection cannot be opened, all waiting tasks get the error")
    func unopenable() async throws {
        let opened = Counter()
        var configuration = DatabaseConfiguration()
        configuration.readers = 1
        configuration.prepare = { _ in
            opened.add()
            if opened.count > 1 { throw CancellationError() }
        }
        let pool = try DatabasePool(.file(folder.file("blog.sqlite")), configuration)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (try? await pool.read { db in try User.count(db) }) == nil }
            }
            for await failed in group { #expect(failed) }
        }
    }

    @Test("a read cannot write, and a closure cannot end its transaction")
    func refusals() throws {
        let readOnly = #expect(throws: SQLiteError.self) { try blog.read { db in try db.run("DELETE FROM users") } }
        #expect(readOnly?.kind == .readOnly)
        for sql in ["COMMIT", "ROLLBACK", "BEGIN"] as [SQL] {
            let misuse = #expect(throws: SQLiteError.self) { try blog.write { db in try db.run(sql) } }
            #expect(misuse?.kind == .misuse)
        }
        #expect(try blog.read { db in try User.count(db) } == 1)
    }

    @Test("OR ROLLBACK undoes the transaction, and no later statement runs outside of it")
    func orRollback() throws {
        #expect(throws: SQLiteError.self) {
            try blog.write { (db: Database) throws in
                try User(id: 2, name: "B", email: "b", age: 1).insert(db)
                try? User(id: 1, name: "A", email: "x", age: 1).insert(db, onConflict: .rollback)
                try User(id: 3, name: "C", email: "c", age: 1).insert(db)
            }
        }
        #expect(try blog.read { db in try User.count(db) } == 1)
    }

    @Test("writers in many tasks are served one after the other, readers meanwhile")
    func concurrency() async throws {
        let blog = blog
        try await withThrowingTaskGroup(of: Void.self) { group in
            for n in 0..<40 {
                group.addTask {
                    try await blog.write { (db: Database) throws in
                        let count = try LogEntry.count(db)
                        try LogEntry(message: "\(n)", level: count).insert(db)
                        try LogEntry(message: "\(n)", level: count).insert(db)
                    }
                }
                group.addTask {
                    let levels = try await blog.read { db in try LogEntry.all(db).map(\.level) }
                    #expect(levels.count.isMultiple(of: 2))
                    #expect(levels == levels.sorted())
                }
            }
            try await group.waitForAll()
        }
        let levels = try await blog.read { db in try LogEntry.all(db).map(\.level) }
        #expect(levels == (0..<40).flatMap { [2 * $0, 2 * $0] })
    }

    @Test("waiting threads are served in order")
    func fairness() throws {
        let blog = blog
        let order = Order()
        let ready = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        try blog.write { _ in
            for n in 0..<8 {
                Thread.detachNewThread {
                    group.enter()
                    ready.signal()
                    try? blog.write { _ in order.add(n) }
                    group.leave()
                }
                ready.wait()
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
        group.wait()
        #expect(order.values == Array(0..<8))
    }

    @Test("cancelling a task interrupts its statement and undoes its writes")
    func cancellation() async throws {
        let blog = blog
        let started = AsyncStream<Void>.makeStream()
        let task = Task {
            try await blog.write { (db: Database) throws in
                try User(id: 2, name: "B", email: "b", age: 1).insert(db)
                started.continuation.yield()
                _ = try db.value(Int.self, SQL(trusted: endless))
            }
        }
        for await _ in started.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await blog.read { db in try User.count(db) } == 1)
        try await blog.write { db in try User(id: 2, name: "B", email: "b", age: 1).insert(db) }
    }

    @Test("cancelling a waiting task removes it from the queue")
    func cancelWaiting() async throws {
        let blog = blog
        let hold = DispatchSemaphore(value: 0)
        let holding = AsyncStream<Void>.makeStream()
        let holder = Task.detached {
            try await blog.write { _ in
                holding.continuation.yield()
                hold.wait()
            }
        }
        for await _ in holding.stream { break }
        let waiting = Task { try await blog.write { db in try User.count(db) } }
        try await Task.sleep(for: .milliseconds(20))
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        hold.signal()
        try await holder.value
        #expect(try await blog.write { db in try User.count(db) } == 1)
    }

    @Test("slow accesses leave the program's tasks their threads")
    func ownThreads() async throws {
        let pools = try (0..<16).map { _ in try DatabasePool(.memory) }
        let hold = DispatchSemaphore(value: 0)
        let isDone = Counter()
        let isFreed = Counter()
        // Without it, a failure would be a test that never ends; however slow the machine, tasks that have threads are
        // done earlier.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 120)
            guard isDone.count == 0 else { return }
            isFreed.add()
            for _ in pools { hold.signal() }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for pool in pools { group.addTask { try await pool.read { _ in hold.wait() } } }
            for _ in 0..<10 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(isFreed.count == 0)
            isDone.add()
            for _ in pools { hold.signal() }
            try await group.waitForAll()
        }
    }

    @Test("tasks cancelled at random moments leave complete transactions and a working pool", .timeLimit(.minutes(20)))
    func randomCancellation() async throws {
        let blog = blog
        let committed = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for n in 0..<300 {
                group.addTask {
                    let task = Task {
                        try await blog.write { (db: Database) throws in
                            for level in 0..<20 { try LogEntry(message: "\(n)", level: level).insert(db) }
                        }
                    }
                    let reader = Task { try await blog.read { db in try LogEntry.count(db) } }
                    try await Task.sleep(for: .microseconds((n * 7919) % 3000))
                    task.cancel()
                    reader.cancel()
                    do {
                        try await task.value
                        committed.add()
                    } catch is CancellationError {}
                    do { #expect(try await reader.value.isMultiple(of: 20)) } catch is CancellationError {}
                }
            }
            try await group.waitForAll()
        }
        #expect(try await blog.read { db in try LogEntry.count(db) } == 20 * committed.count)
    }

    @Test("a read-only pool reads and refuses to write")
    func readOnly() async throws {
        var configuration = DatabaseConfiguration()
        configuration.access = .readOnly
        let reader = try await BlogDatabase.open(at: folder.file("blog.sqlite"), configuration)
        #expect(try await reader.read { db in try User.count(db) } == 1)
        let error = await #expect(throws: SQLiteError.self) { try await reader.write { db in try User.count(db) } }
        #expect(error?.kind == .readOnly)
    }

    @Test("a closed pool refuses new work after the running work is done")
    func closing() async throws {
        await blog.close()
        let error = await #expect(throws: SQLiteError.self) { try await blog.read { db in try User.count(db) } }
        #expect(error?.kind == .closed)
        #expect(!FileManager.default.fileExists(atPath: folder.file("blog.sqlite-wal").path))
    }

    @Test("once a pool is closed its file is complete, however recent the last access")
    func closingAtOnce() async throws {
        for number in 0..<100 {
            let file = folder.file("\(number).sqlite")
            let pool = try DatabasePool(.file(file))
            try await pool.write { db in try db.run(script: "CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
            async let one = pool.read { db in try db.value(Int.self, "SELECT x FROM t") }
            async let two = pool.read { db in try db.value(Int.self, "SELECT x FROM t") }
            #expect(try await [one, two] == [1, 1])
            if number.isMultiple(of: 2) { await pool.close() } else { pool.closeAndWait() }
            #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"), "closed \(number)")
        }
    }

    @Test("once a pool is closed its file is complete, although a read was cancelled just after its last statement")
    func closingAfterInterruption() async throws {
        var configuration = DatabaseConfiguration()
        configuration.willClose = { connection in sqlite3_interrupt(connection.pointer) }
        let file = folder.file("interrupted.sqlite")
        let pool = try DatabasePool(.file(file), configuration)
        try await pool.write { db in try db.run(script: "CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
        #expect(try await pool.read { db in try db.value(Int.self, "SELECT x FROM t") } == 1)
        await pool.close()
        #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
    }

    @Test("an access that closes its own database ends as usual, and then the database is closed")
    func closingWithin() throws {
        let file = folder.file("within.sqlite")
        let pool = try DatabasePool(.file(file))
        try pool.write { db in
            try db.run(script: "CREATE TABLE t (x)")
            pool.closeAndWait()
            try db.run("INSERT INTO t VALUES (1)")
        }
        #expect(throws: SQLiteError.self) { try pool.read { _ in } }
        let again = try DatabasePool(.file(file))
        let value = try again.read { db in
            again.closeAndWait()
            return try db.value(Int.self, "SELECT x FROM t")
        }
        #expect(value == 1)
        #expect(throws: SQLiteError.self) { try again.read { _ in } }
    }

    @Test("a backup is a snapshot of the database")
    func backup() async throws {
        let copy = folder.file("copy.sqlite")
        let steps = Counter()
        try await blog.write { (db: Database) throws in
            try LogEntry.insert((0..<5000).map { LogEntry(message: String(repeating: "x", count: 100), level: $0) }, db)
        }
        try await blog.backup(to: copy, pagesAtOnce: 16) { _ in steps.add() }
        let second = try await BlogDatabase.open(at: copy)
        #expect(try await second.read { db in try LogEntry.count(db) } == 5000)
        #expect(steps.count > 3)
    }

    @Test("each connection is configured before it is used")
    func configuration() async throws {
        let opened = Counter()
        let closed = Counter()
        var configuration = DatabaseConfiguration()
        configuration.prepare = { connection in
            opened.add()
            try connection.run("PRAGMA cache_size = -777")
        }
        configuration.willClose = { _ in closed.add() }
        let second = try await BlogDatabase.open(at: folder.file("blog.sqlite"), configuration)
        #expect(try await second.read { db in try db.value(Int.self, "PRAGMA cache_size") } == -777)
        await second.close()
        #expect(opened.count == 2 && closed.count == 2)
    }

    @Test("two in-memory databases are separate")
    func several() throws {
        let one = try BlogDatabase.inMemory()
        let two = try BlogDatabase.temporary()
        try one.write { db in try User(id: 1, name: "A", email: "a", age: 1).insert(db) }
        #expect(try one.read { db in try User.count(db) } == 1)
        #expect(try two.read { db in try User.count(db) } == 0)
    }
}

/// An endless query.
let endless = "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"

final class Order: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [Int] = []
    var values: [Int] { lock.withLock { list } }
    func add(_ n: Int) { lock.withLock { list.append(n) } }
}
