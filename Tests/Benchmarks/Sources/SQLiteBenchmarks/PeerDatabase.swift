import GRDB

// The same work with GRDB, in its fastest form unless stated otherwise. Nothing of ours is imported here: many names
// are the same.

/// A post as a record of GRDB.
struct PeerPost: FetchableRecord, PersistableRecord {
    static let databaseTableName = "posts"

    var id: Int64
    var userId: Int64
    var title: String
    var body: String
    var score: Double
    var nickname: String?

    init(_ post: Post) {
        id = post.id
        userId = post.userId
        title = post.title
        body = post.body
        score = post.score
        nickname = post.nickname
    }

    init(row: Row) {
        id = row[0]
        userId = row[1]
        title = row[2]
        body = row[3]
        score = row[4]
        nickname = row[5]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["user_id"] = userId
        container["title"] = title
        container["body"] = body
        container["score"] = score
        container["nickname"] = nickname
    }
}

struct PeerTen: FetchableRecord {
    var i0, i1, i2, i3, i4, i5, i6, i7, i8, i9: Int64

    init(row: Row) {
        i0 = row[0]
        i1 = row[1]
        i2 = row[2]
        i3 = row[3]
        i4 = row[4]
        i5 = row[5]
        i6 = row[6]
        i7 = row[7]
        i8 = row[8]
        i9 = row[9]
    }
}

struct PeerDatabase: Sendable {
    let pool: GRDB.DatabasePool

    init(_ path: String, creating statements: [String]) throws {
        // Its writes are immediate transactions, which its own checkpoints can delay.
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        pool = try GRDB.DatabasePool(path: path, configuration: configuration)
        try pool.write { db in for statement in statements { try db.execute(sql: statement) } }
    }

    func insert(_ posts: [Post]) throws {
        try pool.write { db in
            let statement = try db.makeStatement(
                sql: "INSERT INTO posts (id, user_id, title, body, score, nickname) VALUES (?, ?, ?, ?, ?, ?)"
            )
            for post in posts {
                statement.setUncheckedArguments([
                    post.id, post.userId, post.title, post.body, post.score, post.nickname,
                ])
                try statement.execute()
            }
        }
    }

    func insert(_ rows: [Ten]) throws {
        try pool.write { db in
            let statement = try db.makeStatement(sql: "INSERT INTO ten VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
            for row in rows {
                statement.setUncheckedArguments([
                    row.i0, row.i1, row.i2, row.i3, row.i4, row.i5, row.i6, row.i7, row.i8, row.i9,
                ])
                try statement.execute()
            }
        }
    }

    func insert(records: [PeerPost]) throws {
        try pool.write { db in for post in records { try post.insert(db) } }
    }

    func posts() throws -> [PeerPost] {
        try pool.read { db in
            try PeerPost.fetchAll(db, sql: "SELECT id, user_id, title, body, score, nickname FROM posts")
        }
    }

    func tens() throws -> [PeerTen] {
        try pool.read { db in
            try PeerTen.fetchAll(db, sql: "SELECT i0, i1, i2, i3, i4, i5, i6, i7, i8, i9 FROM ten")
        }
    }
}

extension PeerDatabase: MixedDatabase {
    func prepare() async throws {
        try await pool.write { db in
            for user in 0..<10 {
                try db.execute(
                    sql: "INSERT INTO ten VALUES (?, 0, 0, 0, 0, 0, 0, 0, 0, 0)",
                    arguments: [-1 - user]
                )
            }
        }
    }

    func change(to value: Int64) async throws {
        try await pool.write { db in
            let statement = try db.cachedStatement(sql: "UPDATE ten SET i1 = ? WHERE i0 = ?")
            for user in 0..<10 { try statement.execute(arguments: [value, -1 - user]) }
        }
    }

    func values() async throws -> [Int64] {
        try await pool.read { db in
            try Int64.fetchAll(try db.cachedStatement(sql: "SELECT i1 FROM ten WHERE i0 < 0"))
        }
    }
}
