import Foundation
import ModelSQLite
import Testing

/// Awaited reads, which borrow the thread of their task if nobody else reads.
@Suite("Awaited reads", .timeLimit(.minutes(20)))
struct AwaitedReadTests {
    let folder: TemporaryFolder
    let blog: BlogDatabase
    /// Only visible to code on the thread of the task.
    @TaskLocal static var isHere = false
    static let canBorrow = ProcessInfo.processInfo.activeProcessorCount > 1

    init() async throws {
        folder = try TemporaryFolder()
        blog = try await BlogDatabase.open(at: folder.file("blog.sqlite"))
        try await blog.write { db in try User(id: 1, name: "Ann", email: "a", age: 1).insert(db) }
        _ = try await blog.read { db in try User.count(db) }
    }

    /// Reads until a read runs on the thread of its task: tests of other pools may have borrowed one.
    func readHere<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        while true {
            let result = try await Self.$isHere.withValue(true) {
                try await blog.read { db in Self.isHere ? try body(db) : nil }
            }
            if let result { return result }
            await Task.yield()
        }
    }

    @Test("a read that is alone runs on the thread of its task", .enabled(if: canBorrow))
    func here() async throws {
        #expect(try await readHere { db in try User.count(db) } == 1)
    }

    @Test("a write runs on the connection's thread")
    func writes() async throws {
        let isHere = try await Self.$isHere.withValue(true) { try await blog.write { _ in Self.isHere } }
        #expect(!isHere)
    }

    @Test("a read of the main actor does not run on the main actor's thread")
    @MainActor func mainActor() async throws {
        let isMain = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: isMain, value: ())
        #expect(DispatchQueue.getSpecific(key: isMain) != nil)
        for _ in 0..<100 {
            let wasMain = try await blog.read { _ in DispatchQueue.getSpecific(key: isMain) != nil }
            #expect(!wasMain)
        }
    }

    @Test("a task with an executor of its own keeps its threads")
    func ownExecutor() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return }
        let blog = blog
        try await withTaskExecutorPreference(SingleThread()) {
            for _ in 0..<100 {
                let isThere = try await blog.read { _ in DispatchQueue.getSpecific(key: SingleThread.key) != nil }
                #expect(!isThere)
            }
        }
    }

    @Test("while one read takes long, hundreds of others go on", .enabled(if: canBorrow))
    func othersGoOn() async throws {
        let blog = blog
        let hold = DispatchSemaphore(value: 0)
        let started = AsyncStream<Void>.makeStream()
        let long = Task {
            try await readHere { db in
                started.continuation.yield()
                hold.wait()
                return try User.count(db)
            }
        }
        for await _ in started.stream { break }
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<300 { group.addTask { try await blog.read { db in try User.count(db) } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 1, count: 300))
        hold.signal()
        #expect(try await long.value == 1)
    }

    @Test("cancelling its task interrupts a read on the thread of that task", .enabled(if: canBorrow))
    func cancelled() async throws {
        let started = AsyncStream<Void>.makeStream()
        let task = Task {
            try await readHere { db in
                started.continuation.yield()
                return try db.value(Int.self, SQL(trusted: endless))
            }
        }
        for await _ in started.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await readHere { db in try User.count(db) } == 1)
    }

    @Test("a task that is already cancelled reads nothing")
    func cancelledBefore() async throws {
        let blog = blog
        let reads = Counter()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await blog.read { _ in reads.add() }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(reads.count == 0)
    }

    @Test("a read within itself is an error, not a deadlock", .enabled(if: canBorrow))
    func reentrant() async throws {
        let blog = blog
        let error = await #expect(throws: SQLiteError.self) {
            try await readHere { _ in try blog.read { db in try User.count(db) } }
        }
        #expect(error?.kind == .misuse)
        #expect(try await readHere { db in try User.count(db) } == 1)
    }

    @Test("an in-memory database has one connection, for awaited reads and writes in order")
    func inMemory() async throws {
        let memory = try BlogDatabase.inMemory()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for level in 0..<100 {
                group.addTask {
                    try await memory.write { db in
                        try LogEntry(message: "a", level: level).insert(db)
                        try LogEntry(message: "b", level: level).insert(db)
                    }
                }
                group.addTask {
                    let count = try await memory.read { db in try LogEntry.count(db) }
                    #expect(count.isMultiple(of: 2))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await memory.read { db in try LogEntry.count(db) } == 200)
    }

    @Test("closing waits for a read on the thread of its task", .enabled(if: canBorrow))
    func closing() async throws {
        let blog = blog
        let hold = DispatchSemaphore(value: 0)
        let started = AsyncStream<Void>.makeStream()
        let order = Order()
        let read = Task {
            try await readHere { db in
                started.continuation.yield()
                hold.wait()
                order.add(try User.count(db))
            }
        }
        for await _ in started.stream { break }
        let closing = Task {
            await blog.close()
            order.add(2)
        }
        // Refused once closing has begun.
        while (try? await blog.read { _ in }) != nil { await Task.yield() }
        hold.signal()
        try await read.value
        await closing.value
        #expect(order.values == [1, 2])
        #expect(!FileManager.default.fileExists(atPath: folder.file("blog.sqlite-wal").path))
    }
}

/// One thread for tasks, like an event loop.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
private final class SingleThread: TaskExecutor {
    static let key = DispatchSpecificKey<Void>()
    private let queue = DispatchQueue(label: "single")

    init() { queue.setSpecific(key: Self.key, value: ()) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
