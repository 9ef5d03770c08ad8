import CModelSQLite
import Foundation
import ModelBackup
import ModelSQLite
import Testing

@Suite("Backups")
struct BackupTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func pool(pages: Int = 50) throws -> DatabasePool {
        let pool = try DatabasePool(.file(folder.file("blog.sqlite")))
        try pool.write { (db: Database) throws in
            try db.run("CREATE TABLE notes (text BLOB)")
            for _ in 0..<pages { try db.run("INSERT INTO notes VALUES (zeroblob(4000))") }
        }
        return pool
    }

    @Test(
        "a database is not copied to its own file, whatever path leads there",
        arguments: ["blog.sqlite", "folder/../blog.sqlite", "symbolic", "symbolic/blog.sqlite", "hard"])
    func ownFile(_ path: String) async throws {
        let pool = try pool()
        let file = folder.file("blog.sqlite")
        try FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: true)
        switch path {
        case "symbolic": try FileManager.default.createSymbolicLink(at: folder.file(path), withDestinationURL: file)
        case "symbolic/blog.sqlite":
            try FileManager.default.createSymbolicLink(at: folder.file("symbolic"), withDestinationURL: folder.url)
        case "hard": try FileManager.default.linkItem(at: file, to: folder.file(path))
        default: break
        }
        let error = await #expect(throws: SQLiteError.self) { try await pool.backup(to: folder.file(path)) }
        #expect(error?.kind == .misuse)
        #expect(try await pool.read { db in try db.value(Int.self, "SELECT count(*) FROM notes") } == 50)
    }

    /// Starts a backup and cancels it when some pages are copied.
    private func cancelBackup(of pool: DatabasePool, to copy: URL) async {
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let isCancelled = DispatchSemaphore(value: 0)
        let task = Task {
            try await pool.backup(to: copy, pagesAtOnce: 1) { _ in
                continuation.yield()
                isCancelled.wait()
                isCancelled.signal()
            }
        }
        for await _ in started { break }
        task.cancel()
        isCancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a backup that is cancelled leaves no file, which would be opened as a new database")
    func cancelled() async throws {
        await cancelBackup(of: try pool(), to: folder.file("copy.sqlite"))
        #expect(!folder.files.contains { $0.lastPathComponent.hasPrefix("copy") })
    }

    @Test("a backup that waits for another one to the same new file leaves that alone", arguments: [false, true])
    func simultaneous(isCancelled: Bool) async throws {
        let (source, copy) = (try pool(), folder.file("copy.sqlite"))
        let (isOpened, opened) = AsyncStream.makeStream(of: Void.self)
        let (isCopying, copying) = AsyncStream.makeStream(of: Void.self)
        let (mayOpen, mayFinish) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        var configuration = DatabaseConfiguration()
        configuration.busyTimeout = isCancelled ? 60 : 0.1
        configuration.prepare = { connection in
            // Only the copy is empty.
            if sqlite3_exec(connection.pointer, "SELECT count(*) FROM notes", nil, nil, nil) == SQLITE_OK { return }
            opened.yield()
            mayOpen.wait()
            mayOpen.signal()
        }
        let waiting = try DatabasePool(.file(folder.file("blog.sqlite")), configuration)
        let late = Task { try await waiting.backup(to: copy) }
        for await _ in isOpened { break }
        let first = Task {
            try await source.backup(to: copy, pagesAtOnce: 1) { _ in
                copying.yield()
                mayFinish.wait()
                mayFinish.signal()
            }
        }
        for await _ in isCopying { break }
        mayOpen.signal()
        if isCancelled {
            late.cancel()
            await #expect(throws: CancellationError.self) { try await late.value }
        } else {
            let error = await #expect(throws: SQLiteError.self) { try await late.value }
            #expect(error?.kind == .busy)
        }
        mayFinish.signal()
        try await first.value
        let backup = try DatabasePool(.file(copy))
        #expect(try await backup.read { db in try db.value(Int.self, "SELECT count(*) FROM notes") } == 50)
    }

    @Test("a backup that is cancelled leaves the earlier one as it was")
    func cancelledAgain() async throws {
        let (pool, copy) = (try pool(), folder.file("copy.sqlite"))
        try await pool.backup(to: copy)
        try await pool.write { db in try db.run("DELETE FROM notes WHERE rowid > 30") }
        await cancelBackup(of: pool, to: copy)
        let earlier = try DatabasePool(.file(copy))
        #expect(try await earlier.read { db in try db.value(Int.self, "SELECT count(*) FROM notes") } == 50)
    }

    @Test("a backup replaces a file with another page size, unless somebody else uses that", arguments: [512, 8192])
    func pageSize(_ size: Int) async throws {
        let (pool, copy) = (try pool(), folder.file("copy.sqlite"))
        var configuration = DatabaseConfiguration()
        configuration.prepare = { connection in try connection.run("PRAGMA page_size = \(size)") }
        let other = try DatabasePool(.file(copy), configuration)
        try await other.write { db in try db.run("CREATE TABLE notes (text)") }
        configuration = DatabaseConfiguration()
        configuration.busyTimeout = 0.1
        let source = try DatabasePool(.file(folder.file("blog.sqlite")), configuration)
        let error = await #expect(throws: SQLiteError.self) { try await source.backup(to: copy) }
        #expect(error?.kind == .busy)
        #expect(error?.message == "the copy to \(copy.path) failed: database is locked")
        await other.close()
        try await pool.backup(to: copy)
        let backup = try DatabasePool(.file(copy))
        #expect(try await backup.read { db in try db.value(Int.self, "SELECT count(*) FROM notes") } == 50)
        let journal = try await backup.writeWithoutTransaction { db in
            try db.value(String.self, "PRAGMA journal_mode")
        }
        #expect(journal == "wal")
    }

    @Test("an error says that it is about the copy")
    func notDatabase() async throws {
        let copy = folder.file("copy.sqlite")
        try Data("This is a text, not a database.".utf8).write(to: copy)
        let error = await #expect(throws: SQLiteError.self) { try await pool().backup(to: copy) }
        #expect(error?.message == "the copy to \(copy.path) failed: file is not a database")
        #expect(try String(contentsOf: copy, encoding: .utf8) == "This is a text, not a database.")
    }
}
