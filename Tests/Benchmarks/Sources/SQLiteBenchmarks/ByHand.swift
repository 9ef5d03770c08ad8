import CModelSQLite
import Foundation

/// The same work with C calls, as a careful programmer writes them: prepared once, without any check that can be left
/// out.
final class ByHand {
    let connection: OpaquePointer

    struct Failure: Error {}

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else { throw Failure() }
        connection = opened
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = NORMAL")
        run("PRAGMA foreign_keys = ON")
    }

    deinit { sqlite3_close_v2(connection) }

    func run(_ sql: String) { sqlite3_exec(connection, sql, nil, nil, nil) }

    func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw Failure()
        }
        return statement
    }

    private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    func insert(_ posts: [Post]) throws {
        run("BEGIN IMMEDIATE")
        let s = try prepare(
            "INSERT INTO posts (id, user_id, title, body, score, nickname) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        )
        defer { sqlite3_finalize(s) }
        for post in posts {
            sqlite3_bind_int64(s, 1, post.id)
            sqlite3_bind_int64(s, 2, post.userId)
            sqlite3_bind_text(s, 3, post.title, -1, transient)
            sqlite3_bind_text(s, 4, post.body, -1, transient)
            sqlite3_bind_double(s, 5, post.score)
            if let nickname = post.nickname {
                sqlite3_bind_text(s, 6, nickname, -1, transient)
            } else {
                sqlite3_bind_null(s, 6)
            }
            guard sqlite3_step(s) == SQLITE_DONE else { throw Failure() }
            sqlite3_reset(s)
        }
        run("COMMIT")
    }

    func insert(_ drafts: [Post.Draft]) throws -> [Post] {
        run("BEGIN IMMEDIATE")
        let s = try prepare(
            "INSERT INTO posts (user_id, title, body, score, nickname) VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id"
        )
        defer { sqlite3_finalize(s) }
        var posts: [Post] = []
        for draft in drafts {
            sqlite3_bind_int64(s, 1, draft.userId)
            sqlite3_bind_text(s, 2, draft.title, -1, transient)
            sqlite3_bind_text(s, 3, draft.body, -1, transient)
            sqlite3_bind_double(s, 4, draft.score)
            if let nickname = draft.nickname {
                sqlite3_bind_text(s, 5, nickname, -1, transient)
            } else {
                sqlite3_bind_null(s, 5)
            }
            guard sqlite3_step(s) == SQLITE_ROW else { throw Failure() }
            posts.append(Post(draft, id: sqlite3_column_int64(s, 0)))
            guard sqlite3_step(s) == SQLITE_DONE else { throw Failure() }
            sqlite3_reset(s)
        }
        run("COMMIT")
        return posts
    }

    func insert(_ rows: [Ten]) throws {
        run("BEGIN IMMEDIATE")
        let s = try prepare("INSERT INTO ten VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")
        defer { sqlite3_finalize(s) }
        for row in rows {
            sqlite3_bind_int64(s, 1, row.i0)
            sqlite3_bind_int64(s, 2, row.i1)
            sqlite3_bind_int64(s, 3, row.i2)
            sqlite3_bind_int64(s, 4, row.i3)
            sqlite3_bind_int64(s, 5, row.i4)
            sqlite3_bind_int64(s, 6, row.i5)
            sqlite3_bind_int64(s, 7, row.i6)
            sqlite3_bind_int64(s, 8, row.i7)
            sqlite3_bind_int64(s, 9, row.i8)
            sqlite3_bind_int64(s, 10, row.i9)
            guard sqlite3_step(s) == SQLITE_DONE else { throw Failure() }
            sqlite3_reset(s)
        }
        run("COMMIT")
    }

    private func post(_ s: OpaquePointer) -> Post {
        Post(
            id: sqlite3_column_int64(s, 0),
            userId: sqlite3_column_int64(s, 1),
            title: String(cString: sqlite3_column_text(s, 2)),
            body: String(cString: sqlite3_column_text(s, 3)),
            score: sqlite3_column_double(s, 4),
            nickname: sqlite3_column_text(s, 5).map { String(cString: $0) }
        )
    }

    static let select = "SELECT id, user_id, title, body, score, nickname FROM posts"

    func posts(_ condition: String = "", bind: (OpaquePointer) -> Void = { _ in }) throws -> [Post] {
        let s = try prepare(Self.select + condition)
        defer { sqlite3_finalize(s) }
        bind(s)
        var posts: [Post] = []
        while sqlite3_step(s) == SQLITE_ROW { posts.append(post(s)) }
        return posts
    }

    func tens() throws -> [Ten] {
        let s = try prepare("SELECT i0, i1, i2, i3, i4, i5, i6, i7, i8, i9 FROM ten")
        defer { sqlite3_finalize(s) }
        var rows: [Ten] = []
        while sqlite3_step(s) == SQLITE_ROW {
            rows.append(
                Ten(
                    i0: sqlite3_column_int64(s, 0),
                    i1: sqlite3_column_int64(s, 1),
                    i2: sqlite3_column_int64(s, 2),
                    i3: sqlite3_column_int64(s, 3),
                    i4: sqlite3_column_int64(s, 4),
                    i5: sqlite3_column_int64(s, 5),
                    i6: sqlite3_column_int64(s, 6),
                    i7: sqlite3_column_int64(s, 7),
                    i8: sqlite3_column_int64(s, 8),
                    i9: sqlite3_column_int64(s, 9)
                )
            )
        }
        return rows
    }

    func find(_ keys: [Int64]) throws -> Int {
        run("BEGIN")
        defer { run("COMMIT") }
        let s = try prepare(Self.select + " WHERE id = ?1")
        defer { sqlite3_finalize(s) }
        var length = 0
        for key in keys {
            sqlite3_bind_int64(s, 1, key)
            if sqlite3_step(s) == SQLITE_ROW { length += post(s).title.utf8.count }
            sqlite3_reset(s)
        }
        return length
    }

    func update(_ posts: [Post]) throws {
        run("BEGIN IMMEDIATE")
        defer { run("COMMIT") }
        let s = try prepare(
            "UPDATE posts SET user_id = ?2, title = ?3, body = ?4, score = ?5, nickname = ?6 WHERE id = ?1"
        )
        defer { sqlite3_finalize(s) }
        for post in posts {
            sqlite3_bind_int64(s, 1, post.id)
            sqlite3_bind_int64(s, 2, post.userId)
            sqlite3_bind_text(s, 3, post.title, -1, transient)
            sqlite3_bind_text(s, 4, post.body, -1, transient)
            sqlite3_bind_double(s, 5, post.score)
            if let nickname = post.nickname {
                sqlite3_bind_text(s, 6, nickname, -1, transient)
            } else {
                sqlite3_bind_null(s, 6)
            }
            guard sqlite3_step(s) == SQLITE_DONE else { throw Failure() }
            sqlite3_reset(s)
        }
    }
}
