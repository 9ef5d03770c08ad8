import Foundation
import ModelMigrations
import ModelSQLite
import ModelTesting
import Testing

@Suite("Interrupted migrations")
struct InterruptedMigrationTests {
    let folder: TemporaryFolder
    let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("blog.sqlite")
    }

    @Test("interrupted after any statement, the file has exactly one version, and the next opening completes it")
    func faults() async throws {
        try makeOldFile(file)
        var states: [[String]] = []
        let pool = try DatabasePool(.file(file))
        for target in 1...4 {
            try pool.migrate(BlogDatabase.schema, migrating: Nicknames(), to: target)
            states.append(try contents(file))
        }
        pool.closeAndWait()
        var stop = 0
        var injected = 0
        while true {
            let copy = folder.file("copy\(stop).sqlite")
            try makeOldFile(copy)
            let pool = try DatabasePool(.file(copy))
            do {
                try pool.migrate(BlogDatabase.schema, migrating: Nicknames(), fault: .stop(afterStatement: stop))
                pool.closeAndWait()
                break
            } catch is InjectedFault {
                injected += 1
            }
            pool.closeAndWait()
            let at = try #require(try version(copy))
            #expect(try contents(copy) == states[at - 1], "stopped after statement \(stop)")
            let blog = try await BlogDatabase.open(at: copy, migrating: Nicknames())
            await blog.close()
            #expect(try contents(copy) == states[3])
            stop += 1
        }
        // Ten statements in steps, and five for each version: the lock, the table that is created and dropped, the
        // version and the application id.
        #expect(injected == 25)
    }

    @Test("a fault is injected after each statement in a Swift step, too, even if the step catches it")
    func faultsInSwift() throws {
        struct Several: BlogMigrations {
            func fillNicknames(_ db: Database) throws {
                for id in [1, 2, 7] { try db.run("UPDATE posts SET nickname = 'n' WHERE id = \(id)") }
                _ = try? db.run("DELETE FROM comments WHERE id = 1")
                _ = try? db.value(Int.self, "SELECT count(*) FROM posts")
            }
        }
        var injected: [Int] = []
        var stop = 0
        while true {
            let copy = folder.file("copy\(stop).sqlite")
            try makeOldFile(copy)
            let pool = try DatabasePool(.file(copy))
            defer { pool.closeAndWait() }
            do {
                try pool.migrate(BlogDatabase.schema, migrating: Several(), fault: .stop(afterStatement: stop))
                break
            } catch let fault as InjectedFault {
                #expect(fault.statement == stop)
                let found = try pool.read { db in try db.value(Int.self, "PRAGMA user_version") }
                let version = try #require(found) + 1
                injected.append(version)
                // The step belongs to version 3, which is complete once the migration to version 4 has begun.
                let comments = try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM comments") }
                #expect(comments == (version <= 3 ? 2 : 1))
            }
            stop += 1
        }
        // Three statements more than with a single step.
        #expect(injected.count == 28)
    }

    @Test("cancelling stops between steps, with a complete version")
    func cancelling() async throws {
        try makeOldFile(file)
        let file = file
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let steps = MigrationSteps([
            "fillNicknames": { db in
                beginning.finish()
                _ = try db.value(Int.self, SQL(trusted: endless))
            }
        ])
        let task = Task { try await BlogDatabase.open(at: file, migrating: steps) }
        for await _ in begun {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try version(file) == 2)
    }

    @Test("cancelling between two steps undoes their version, and keeps those before it")
    func cancellingBetween() async throws {
        try makeOldFile(file)
        let file = file
        for stop in 0..<6 {
            let copy = folder.file("cancelled\(stop).sqlite")
            try makeOldFile(copy)
            let opening = Opening()
            let seen = Collected<MigrationProgress>()
            opening.task = Task {
                let blog = try await BlogDatabase.open(at: copy, migrating: Nicknames()) { progress in
                    seen.add(progress)
                    if seen.values.count == stop + 1 { opening.cancel() }
                }
                await blog.close()
            }
            let result = await opening.task?.result
            let reached = try #require(try version(copy))
            let last = try #require(seen.values.last)
            if case .success? = result {
                // The last version was already complete.
                #expect(reached == 4)
            } else {
                #expect(throws: CancellationError.self) { try result?.get() }
                #expect(reached == last.version - 1 || reached == last.version)
                #expect(reached < 4)
            }
            // Nothing of an unfinished version is there, and the next opening completes it.
            let blog = try await BlogDatabase.open(at: copy, migrating: Nicknames())
            #expect(try await blog.read { db in try Post.count(db) } == 3)
            await blog.close()
            #expect(try version(copy) == 4)
        }
        #expect(try version(file) == 1)
    }
}

/// A task that is cancelled by its own work.
final class Opening: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Task<Void, any Error>?

    var task: Task<Void, any Error>? {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }

    /// Waits until the task is known, which takes no time.
    func cancel() {
        while task == nil { Thread.sleep(forTimeInterval: 0.001) }
        task?.cancel()
    }
}
