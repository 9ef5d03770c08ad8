import CModelSQLite
import Foundation

/// Inserts rows with C calls, as a careful programmer writes them.
final class ByHand {
    private let connection: OpaquePointer
    private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    struct Failure: Error {}

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else { throw Failure() }
        connection = opened
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = NORMAL")
        run("PRAGMA foreign_keys = ON")
        for sql in LibraryDatabase.schema.create { run(sql) }
    }

    deinit { sqlite3_close_v2(connection) }

    func run(_ sql: String) { sqlite3_exec(connection, sql, nil, nil, nil) }

    func insert(_ articles: [Article]) throws {
        run("BEGIN IMMEDIATE")
        var prepared: OpaquePointer?
        let sql =
            "INSERT INTO articles (id, user_id, title, body, score, nickname) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        guard sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK, let s = prepared else {
            throw Failure()
        }
        defer { sqlite3_finalize(s) }
        for article in articles {
            sqlite3_bind_int64(s, 1, article.id)
            sqlite3_bind_int64(s, 2, article.userId)
            sqlite3_bind_text(s, 3, article.title, -1, transient)
            sqlite3_bind_text(s, 4, article.body, -1, transient)
            sqlite3_bind_double(s, 5, article.score)
            if let nickname = article.nickname {
                sqlite3_bind_text(s, 6, nickname, -1, transient)
            } else {
                sqlite3_bind_null(s, 6)
            }
            guard sqlite3_step(s) == SQLITE_DONE else { throw Failure() }
            sqlite3_reset(s)
        }
        run("COMMIT")
    }
}
