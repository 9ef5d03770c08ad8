import CModelSQLite
import Foundation
import ModelMigrations
import ModelSQLite
import Testing

/// Opening a file that another process migrates, represented by another connection that locks it.
@Suite("Waiting for a migration")
struct WaitingTests {
    let folder: TemporaryFolder
    let file: URL
    private let other: OtherProcess

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("blog.sqlite")
        try makeOldFile(file)
        other = try OtherProcess(file)
    }

    @Test("it waits longer than a write, reports it, and finds the new version")
    func waits() async throws {
        var configuration = DatabaseConfiguration()
        configuration.busyTimeout = 0.01
        let seen = Collected<MigrationProgress>()
        let file = file
        try other.run("BEGIN IMMEDIATE; PRAGMA user_version = 4")
        let opening = Task { [configuration] in
            try await BlogDatabase.open(at: file, configuration) { seen.add($0) }
        }
        while seen.values.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(seen.values.allSatisfy { $0.activity == .waiting && $0.from == 1 && $0.to == 4 && $0.done == 0 })
        try other.run("COMMIT")
        try await opening.value.close()
        #expect(seen.values.allSatisfy { $0.activity == .waiting }, "nothing was left to do")
    }

    @Test("the wait ends after the configured time", arguments: [0, 0.2])
    func bounded(_ timeout: Double) async throws {
        var configuration = DatabaseConfiguration()
        configuration.busyTimeout = 0.01
        configuration.migrationTimeout = timeout
        try other.run("BEGIN IMMEDIATE")
        let start = Date()
        do {
            _ = try await BlogDatabase.open(at: file, configuration, migrating: Nicknames())
            Issue.record("it was opened")
        } catch let error as SQLiteError {
            #expect(error.kind == .busy)
            #expect(error.message.contains("another process"))
        }
        #expect(Date().timeIntervalSince(start) >= timeout)
        try other.run("ROLLBACK")
        #expect(try version(file) == 1)
    }

    @Test("a cancelled task stops waiting")
    func cancelled() async throws {
        try other.run("BEGIN IMMEDIATE")
        let (waiting, isWaiting) = AsyncStream.makeStream(of: Void.self)
        let file = file
        let opening = Task {
            try await BlogDatabase.open(at: file, migrating: Nicknames()) { _ in isWaiting.finish() }
        }
        for await _ in waiting {}
        opening.cancel()
        await #expect(throws: CancellationError.self) { try await opening.value }
        try other.run("ROLLBACK")
        #expect(try version(file) == 1)
    }

    @Test("a cancelled task stops waiting for another journal")
    func journalCancelled() async throws {
        try BlogDatabase.openAndWait(at: file, migrating: Nicknames()).pool.closeAndWait()
        try other.run("PRAGMA journal_mode = WAL; BEGIN; SELECT count(*) FROM posts")
        var configuration = DatabaseConfiguration()
        configuration.journal = .rollback
        configuration.busyTimeout = 120
        let (trying, isTrying) = AsyncStream.makeStream(of: Void.self)
        configuration.prepare = { _ in isTrying.finish() }
        let file = file
        let opening = Task { [configuration] in try await BlogDatabase.open(at: file, configuration) }
        for await _ in trying {}
        try await Task.sleep(for: .milliseconds(200))
        let clock = ContinuousClock.now
        opening.cancel()
        await #expect(throws: CancellationError.self) { try await opening.value }
        #expect(clock.duration(to: .now) < .seconds(60))
        try other.run("COMMIT")
    }

    @Test("an up-to-date file is opened while others write")
    func upToDate() throws {
        try BlogDatabase.openAndWait(at: file, migrating: Nicknames()).pool.closeAndWait()
        try other.run("BEGIN IMMEDIATE")
        let blog = try BlogDatabase.openAndWait(at: file)
        #expect(try blog.read { db in try Post.count(db) } == 3)
        blog.pool.closeAndWait()
        try other.run("ROLLBACK")
    }

    @Test("it also waits for a file in rollback mode, which cannot even be read meanwhile")
    func rollbackMode() async throws {
        try other.run("PRAGMA journal_mode = DELETE")
        try other.run("BEGIN EXCLUSIVE; PRAGMA user_version = 2")
        // Shorter than the other's work: opening the file waits for it just as the migration does.
        var configuration = DatabaseConfiguration()
        configuration.busyTimeout = 0.01
        let file = file
        let opening = Task { [configuration] in
            try await BlogDatabase.open(at: file, configuration, migrating: Nicknames())
        }
        try await Task.sleep(for: .milliseconds(300))
        try other.run("ROLLBACK")
        try await opening.value.close()
        #expect(try version(file) == 4)
    }
}

/// Acts like another process, as far as SQLite's locks are concerned.
private final class OtherProcess: @unchecked Sendable {
    private var pointer: OpaquePointer?

    struct Failure: Error { var message: String }

    init(_ file: URL) throws {
        guard sqlite3_open(file.path, &pointer) == SQLITE_OK else { throw Failure(message: "not opened") }
    }

    func run(_ sql: String) throws {
        guard sqlite3_exec(pointer, sql, nil, nil, nil) == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errmsg(pointer)))
        }
    }

    deinit { sqlite3_close(pointer) }
}
