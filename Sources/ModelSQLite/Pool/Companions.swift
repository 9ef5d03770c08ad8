import CModelSQLite
import Foundation

/// The companion files of a database file before it was opened: <https://www.sqlite.org/walformat.html>.
struct Companions {
    private let path: String
    /// Whether there was a write-ahead log with content.
    let hasLog: Bool
    private let hasIndex: Bool

    init(of location: DatabasePool.Location) {
        guard case .file(let url) = location else {
            (path, hasLog, hasIndex) = ("", false, false)
            return
        }
        // They are next to the file itself, not next to a link to it.
        path = url.resolvingSymlinksInPath().path
        // FileManager would look up the names of the owner as well.
        let log = FileHandle(forReadingAtPath: path + "-wal")
        hasLog = (try? log?.seekToEnd()).map { $0 > 0 } ?? false
        hasIndex = hasLog && FileManager.default.fileExists(atPath: path + "-shm")
    }

    /// Removes the index of a log, if it was created since and nobody uses the file: every reader of a log creates one,
    /// and only a connection that writes the log into the file removes it.
    func removeNewIndex() {
        guard hasLog, !hasIndex else { return }
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK else {
            return
        }
        // Alone with the file, SQLite keeps the index in memory: https://www.sqlite.org/wal.html#noshm
        _ = modelsqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        let code = sqlite3_exec(
            handle, "PRAGMA locking_mode = EXCLUSIVE; SELECT count(*) FROM sqlite_master", nil, nil, nil)
        if code == SQLITE_OK { try? FileManager.default.removeItem(atPath: path + "-shm") }
    }
}
