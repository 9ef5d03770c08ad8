import Foundation
import ModelSQLite
import Testing

/// Databases that are released or closed while they are read, on the thread of a task or on a connection's own.
@Suite("Released databases", .timeLimit(.minutes(20)))
struct ReleasedPoolTests {
    let folder: TemporaryFolder
    let opened = Counter()
    let closed = Counter()
    /// Only visible to code on the thread of the task.
    @TaskLocal static var isHere = false

    init() throws { folder = try TemporaryFolder() }

    enum Place: CaseIterable { case file, memory }

    enum Ending: CaseIterable { case released, closed, cancelled }

    /// How an access that has to wait for another ends; the first one does not wait.
    enum Access: CaseIterable { case alone, afterWaiting, refused, cancelled }

    var file: URL { folder.file("blog.sqlite") }

    /// A new database with one user, which has been read once.
    func open(in place: Place) async throws -> BlogDatabase {
        var configuration = DatabaseConfiguration()
        configuration.prepare = { _ in opened.add() }
        configuration.willClose = { _ in closed.add() }
        let blog: BlogDatabase
        switch place {
        case .file:
            try? FileManager.default.removeItem(at: file)
            blog = try await BlogDatabase.open(at: file, configuration)
        case .memory: blog = try BlogDatabase.inMemory(configuration)
        }
        try await blog.write { db in try User(id: 1, name: "Ann", email: "a", age: 1).insert(db) }
        #expect(try await blog.read { db in try User.count(db) } == 1)
        return blog
    }

    /// Waits until all connections are closed: a task gives up what it holds shortly after its value is there.
    func expectAllToClose() async throws {
        while closed.count < opened.count { try await Task.sleep(for: .milliseconds(1)) }
        #expect(closed.count == opened.count)
        // Their hooks are called before they close; the last one folds the log back into the file.
        while FileManager.default.fileExists(atPath: file.path + "-wal") { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Starts reads of new databases until one runs on the thread of its task: tests of other pools may have borrowed one.
    func untilOneIsHere(in place: Place, _ read: (Reference) async throws -> Bool) async throws {
        while true {
            let reference = Reference(try await open(in: place))
            let wasHere = try await read(reference)
            #expect(reference.blog == nil)
            try await expectAllToClose()
            if wasHere { return }
        }
    }

    @Test(
        "a database that only the call of a read holds is open until the read has ended",
        .enabled(if: AwaitedReadTests.canBorrow), arguments: Place.allCases)
    func heldByCall(place: Place) async throws {
        try await untilOneIsHere(in: place) { reference in
            let before = closed.count
            let task = Task { [closed] in
                try await Self.$isHere.withValue(true) {
                    try await reference.blog?.read { db in
                        reference.release()
                        let count = try User.count(db)
                        #expect(closed.count == before)
                        return (count, Self.isHere)
                    }
                }
            }
            let (count, wasHere) = try #require(try await task.value)
            #expect(count == 1)
            return wasHere
        }
    }

    @Test(
        "a database that only the closure of a read holds is open until the read has ended",
        .enabled(if: AwaitedReadTests.canBorrow), arguments: Place.allCases)
    func heldByClosure(place: Place) async throws {
        try await untilOneIsHere(in: place) { reference in
            let before = closed.count
            let task = Task { [closed] in
                try await Self.$isHere.withValue(true) {
                    try await Self.readHoldingItself(reference) { db in
                        #expect(closed.count == before)
                        return (try User.count(db), Self.isHere)
                    }
                }
            }
            let (count, wasHere) = try #require(try await task.value)
            #expect(count == 1)
            return wasHere
        }
    }

    @Test(
        "a cancelled read that alone holds its database is interrupted, and the database closes",
        .enabled(if: AwaitedReadTests.canBorrow), arguments: Place.allCases)
    func cancelled(place: Place) async throws {
        try await untilOneIsHere(in: place) { reference in
            let started = AsyncStream<Bool>.makeStream()
            let task = Task {
                try await Self.$isHere.withValue(true) {
                    try await Self.readHoldingItself(reference) { db in
                        started.continuation.yield(Self.isHere)
                        return try db.value(Int.self, SQL(trusted: endless))
                    }
                }
            }
            var wasHere = false
            for await isHere in started.stream {
                wasHere = isHere
                break
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            return wasHere
        }
    }

    @Test("reads at the moment of the end have a result or an error that says so", arguments: Place.allCases)
    func moments(place: Place) async throws {
        var random = SystemRandomNumberGenerator()
        for ending in Ending.allCases {
            for _ in 0..<20 {
                let reference = Reference(try await open(in: place))
                let pause = Duration.microseconds(Int.random(in: 0..<2000, using: &random))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 { group.addTask { try await Self.readUntilReleased(reference, ending) } }
                    try await Task.sleep(for: pause)
                    switch ending {
                    case .released: break
                    case .closed: await reference.blog?.close()
                    case .cancelled: group.cancelAll()
                    }
                    reference.release()
                    try await group.waitForAll()
                }
                try await expectAllToClose()
            }
        }
    }

    @Test("an access gives up its closure when it ends, however it ends", arguments: Access.allCases)
    func closures(access: Access) async throws {
        let blog = try await open(in: .file)
        let hold = DispatchSemaphore(value: access == .alone ? 1 : 0)
        let started = AsyncStream<Void>.makeStream()
        let first = Task {
            try await blog.write { _ in
                started.continuation.yield()
                hold.wait()
            }
        }
        for await _ in started.stream { break }
        if access == .alone { try await first.value }
        let released = Counter()
        let task = Task { [token = Token(released)] in try await blog.write { _ in withExtendedLifetime(token) {} } }
        // Time to get into the queue.
        if access != .alone { try await Task.sleep(for: .milliseconds(20)) }
        let closing: Task<Void, Never>?
        switch access {
        case .alone, .afterWaiting: closing = nil
        case .refused: closing = Task { await blog.close() }
        case .cancelled:
            task.cancel()
            closing = nil
        }
        switch access {
        case .alone: try await task.value
        case .afterWaiting:
            hold.signal()
            try await task.value
        case .refused:
            let error = await #expect(throws: SQLiteError.self) { try await task.value }
            #expect(error?.kind == .closed)
        case .cancelled: await #expect(throws: CancellationError.self) { try await task.value }
        }
        while released.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
        hold.signal()
        await closing?.value
    }

    /// Reads through a weak reference to the pool, with a closure that holds a strong one.
    static func readHoldingItself<Result: Sendable>(
        _ reference: Reference,
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result? {
        let pool = { [weak pool = reference.blog?.pool] in pool }
        let read: @Sendable (Database) throws -> Result = { [blog = reference.blog] db in
            reference.release()
            return try withExtendedLifetime(blog) { try body(db) }
        }
        return try await pool()?.read(read)
    }

    static func readUntilReleased(_ reference: Reference, _ ending: Ending) async throws {
        while let blog = reference.blog {
            do {
                #expect(try await blog.read { db in try User.count(db) } == 1)
            } catch is CancellationError where ending == .cancelled {
            } catch let error as SQLiteError where ending == .closed && error.kind == .closed {}
            // A refused read does not suspend its task: as many loops as threads would keep the test from ending.
            await Task.yield()
        }
    }
}

/// A reference to a database that any thread can give up.
final class Reference: @unchecked Sendable {
    private let lock = NSLock()
    private var held: BlogDatabase?

    init(_ blog: BlogDatabase) { held = blog }

    var blog: BlogDatabase? { lock.withLock { held } }

    func release() {
        // Released outside the lock, since that may close it.
        let released = lock.withLock {
            defer { held = nil }
            return held
        }
        withExtendedLifetime(released) {}
    }
}

/// Counts its end.
private final class Token: Sendable {
    private let released: Counter

    init(_ released: Counter) { self.released = released }

    deinit { released.add() }
}
