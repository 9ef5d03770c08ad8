import CModelSQLite
import Foundation

/// The companion files of a database file as they were before it was opened: <https://www.sqlite.org/walformat.html>.
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
        // They are next to the file itself, even if it was opened through a symbolic link.
        path = url.resolvingSymlinksInPath().path
        // FileManager would also look up the names of the file's owner and group.
        let log = FileHandle(forReadingAtPath: path + "-wal")
        hadLog = log != nil
        hasLog = (try? log?.seekToEnd()).map { $0 > 0 } ?? false
        hasIndex = hasLog && FileManager.default.fileExists(atPath: path + "-shm")
    }

    /// Removes companion files that were created since, unless another process uses the file.
    ///
    /// A reader creates an empty log, which the last connection with write access removes together with its index. If
    /// there was a log before, only its index is new; a normal connection would remove it too, but write the log into
    /// the file first.
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
        // With the file locked exclusively, SQLite keeps the index in memory: https://www.sqlite.org/wal.html#noshm
        _ = modelsqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        let code = sqlite3_exec(
            handle, "PRAGMA locking_mode = EXCLUSIVE; SELECT count(*) FROM sqlite_master", nil, nil, nil)
        if code == SQLITE_OK { try? FileManager.default.removeItem(atPath: path + "-shm") }
    }
}
