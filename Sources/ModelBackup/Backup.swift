import CModelSQLite
import Foundation
import ModelSQLite

extension DatabasePool {
    /// The progress of a backup.
    public struct BackupProgress: Hashable, Sendable {
        /// The number of copied pages.
        public let copied: Int
        /// The total number of pages.
        public let total: Int
    }
}

extension DatabaseAccess {
    /// Copies a consistent snapshot of the database to a file, while the database is being read and written.
    ///
    /// The previous contents of the file, which must be a database or empty, are replaced. It is opened in the same way
    /// as this database, with the same ``DatabaseConfiguration/prepare``, so that the copy of an encrypted database is
    /// encrypted too. Cancelling the task ends the copy with a `CancellationError`.
    /// Source: <https://www.sqlite.org/backup.html>.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - pagesAtOnce: The number of pages that are copied between two reports of progress; 0 means all.
    ///   - progress: Called after each part.
    /// - Throws: ``SQLiteError/Kind/misuse`` if the file is the database's own, even by another path, and
    ///   ``SQLiteError/Kind/busy`` if another connection or process locks the file for longer than the
    ///   configuration's ``DatabaseConfiguration/busyTimeout``.
    public func backup(
        to url: URL,
        pagesAtOnce: Int = 256,
        progress: (@Sendable (DatabasePool.BackupProgress) -> Void)? = nil
    ) async throws {
        try await pool.perform(pool.readers) { connection, _ in
            try connection.read { db in
                _ = try db.value(Int.self, "SELECT count(*) FROM sqlite_master")  // fixes the snapshot
                try connection.backup(to: url, pagesAtOnce, progress)
            }
        }
    }
}

extension Connection {
    func backup(
        to url: URL,
        _ pages: Int,
        _ progress: (@Sendable (DatabasePool.BackupProgress) -> Void)?
    ) throws {
        let own = sqlite3_db_filename(pointer, "main").flatMap { FileIdentity(String(cString: $0)) }
        // The snapshot would replace whatever is committed while it is copied.
        if let own, FileIdentity(url.path) == own {
            throw SQLiteError.misuse("the database cannot be copied to its own file; choose another one")
        }
        let isNew = !FileManager.default.fileExists(atPath: url.path)
        var isOurs = false
        do {
            try copy(to: url, pages, progress) { isOurs = true }
        } catch {
            // While this process waited for a lock, another one may have created the file, and may be writing to it.
            let isLocked = error is CancellationError || (error as? SQLiteError)?.kind == .busy
            // An empty file would be opened as a new database.
            if isNew, isOurs || !isLocked {
                for suffix in ["-journal", "-wal", "-shm", ""] {
                    try? FileManager.default.removeItem(atPath: url.path + suffix)
                }
            }
            guard var failure = error as? SQLiteError else { throw error }
            // Otherwise, it would seem to be about this database.
            failure.message = "the copy to \(url.path) failed: \(failure.message)"
            throw failure
        }
    }

    private func copy(
        to url: URL,
        _ pages: Int,
        _ progress: (@Sendable (DatabasePool.BackupProgress) -> Void)?,
        whenLocked: () -> Void
    ) throws {
        if isStopped { throw CancellationError() }
        var copying = configuration
        copying.access = .readWrite
        copying.onStatement = nil
        // Waiting is left to this connection, which notices when the task is cancelled. This also applies to what
        // `prepare` runs.
        copying.busyTimeout = 0
        let target = try waiting(for: configuration.busyTimeout) {
            let target = try Connection(path: url.path, configuration: copying, role: .writer)
            try target.run("PRAGMA synchronous = \(copying.synchronous.rawValue)")
            // With a write-ahead log, a file keeps its page size: <https://www.sqlite.org/pragma.html#pragma_page_size>.
            if try target.integer("PRAGMA page_size") != integer("PRAGMA page_size") {
                try target.run("PRAGMA journal_mode = DELETE")
            }
            return target
        }
        guard let backup = sqlite3_backup_init(target.pointer, "main", pointer, "main") else {
            throw SQLiteError.reported(by: target.pointer, code: sqlite3_errcode(target.pointer))
        }
        let copied = Result {
            var code = SQLITE_OK
            while code == SQLITE_OK {
                code = try waiting(for: configuration.busyTimeout) {
                    // A negative number means all pages; with 0, the loop would never end.
                    let code = sqlite3_backup_step(backup, pages > 0 ? Int32(clamping: pages) : -1)
                    if code == SQLITE_OK || code == SQLITE_DONE { return code }
                    throw SQLiteError.reported(by: target.pointer, code: code)
                }
                whenLocked()
                let total = Int(sqlite3_backup_pagecount(backup))
                progress?(.init(copied: total - Int(sqlite3_backup_remaining(backup)), total: total))
                if code == SQLITE_OK, isStopped { throw CancellationError() }
            }
        }
        let code = sqlite3_backup_finish(backup)
        try copied.get()
        if code != SQLITE_OK { throw SQLiteError.reported(by: target.pointer, code: code) }
    }
}

/// What distinguishes a file from all others, whatever links lead to it.
private struct FileIdentity: Equatable {
    private var numbers: [String]

    /// Returns nil if the file does not exist.
    init?(_ path: String) {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let file = try? FileManager.default.attributesOfItem(atPath: path),
            let device = file[.systemNumber], let number = file[.systemFileNumber]
        else { return nil }
        numbers = ["\(device)", "\(number)"]
    }
}
