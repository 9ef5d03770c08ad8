import CModelSQLite
import Foundation

/// The companion files of a database file before it was opened: <https://www.sqlite.org/walformat.html>.
struct Companions {
    private let path: String
    /// Whether there was a write-ahead log with content.
    let hasLog: Bool
    private let hasIndex: Bool
    /// Whether there was a write-ahead log, even an empty one.
    private let hadLog: Bool

    init(of location: DatabasePool.Location) {
        guard case .file(let url) = location else {
            (path, hasLog, hasIndex, hadLog) = ("", false, false, true)
            return
        }
        // They are next to the file itself, not next to a link to it.
        path = url.resolvingSymlinksInPath().path
        // FileManager would look up the names of the owner as well.
        let log = FileHandle(forReadingAtPath: path + "-wal")
        hadLog = log != nil
        hasLog = (try? log?.seekToEnd()).map { $0 > 0 } ?? false
        hasIndex = hasLog && FileManager.default.fileExists(atPath: path + "-shm")
    }

    /// Removes what was created since, if nobody uses the file. A reader creates an empty log, which the last connection
    /// that may write removes with its index. If there was a log, only its index is new, and a connection that removes it
    /// would write the log into the file.
    func removeNew() {
        guard hasLog ? !hasIndex : !hadLog && FileManager.default.fileExists(atPath: path + "-wal") else { return }
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK else {
            return
        }
        guard hasLog else {
            sqlite3_exec(handle, "SELECT count(*) FROM sqlite_master", nil, nil, nil)
            return
        }
        // Alone with the file, SQLite keeps the index in memory: https://www.sqlite.org/wal.html#noshm
        _ = modelsqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        let code = sqlite3_exec(
            handle, "PRAGMA locking_mode = EXCLUSIVE; SELECT count(*) FROM sqlite_master", nil, nil, nil)
        if code == SQLITE_OK { try? FileManager.default.removeItem(atPath: path + "-shm") }
    }
}
