import Foundation
import ModelSQLite

/// Six columns of common kinds.
struct Post: Identifiable, Hashable, Sendable {
    var id: Int64
    var userId: Int64
    var title: String
    var body: String
    var score: Double
    var nickname: String?
}

extension Post: KeyedRecord {
    static let table = Table<Post>(
        "posts",
        [
            TableColumn("id"),
            TableColumn("userId", "user_id"),
            TableColumn("title"),
            TableColumn("body"),
            TableColumn("score"),
            TableColumn("nickname"),
        ],
        primaryKey: ["id"]
    )

    struct Columns: Sendable {
        var id: Column<Post, Int64> { Column("id") }
        var userId: Column<Post, Int64> { Column("user_id") }
        var title: Column<Post, String> { Column("title") }
        var body: Column<Post, String> { Column("body") }
        var score: Column<Post, Double> { Column("score") }
        var nickname: Column<Post, String?> { Column("nickname") }
    }
    static var columns: Columns { Columns() }

    init(row: borrowing Row) throws {
        self.init(
            id: try row.read(Int64.self, 0),
            userId: try row.read(Int64.self, 1),
            title: try row.read(String.self, 2),
            body: try row.read(String.self, 3),
            score: try row.read(Double.self, 4),
            nickname: try row.readIfPresent(String.self, 5)
        )
    }

    func bind(to statement: inout RecordStatement) {
        statement.bind(id)
        statement.bind(userId)
        statement.bind(title)
        statement.bind(body)
        statement.bind(score)
        statement.bindIfPresent(nickname)
    }

    static let create = """
        CREATE TABLE posts (id INTEGER PRIMARY KEY NOT NULL, user_id INTEGER NOT NULL, title TEXT NOT NULL, \
        body TEXT NOT NULL, score REAL NOT NULL, nickname TEXT)
        """

    static func samples(_ count: Int) -> [Post] {
        (0..<count).map { n in
            let title = "Title number \(n) of the benchmark"
            let body = "Some more text that stands in the body of post number \(n), a sentence or so."
            let nickname: String? = n % 2 == 0 ? nil : "nick\(n)"
            return Post(
                id: Int64(n + 1),
                userId: Int64(n % 100),
                title: title,
                body: body,
                score: Double(n) / 7,
                nickname: nickname
            )
        }
    }
}

/// GRDB's own workload: ten integers.
struct Ten: Hashable, Sendable {
    var i0, i1, i2, i3, i4, i5, i6, i7, i8, i9: Int64
}

extension Ten: TableRecord {
    static let table = Table<Ten>("ten", (0..<10).map { TableColumn("i\($0)") })

    struct Columns: Sendable {}
    static var columns: Columns { Columns() }

    init(row: borrowing Row) throws {
        self.init(
            i0: try row.read(Int64.self, 0),
            i1: try row.read(Int64.self, 1),
            i2: try row.read(Int64.self, 2),
            i3: try row.read(Int64.self, 3),
            i4: try row.read(Int64.self, 4),
            i5: try row.read(Int64.self, 5),
            i6: try row.read(Int64.self, 6),
            i7: try row.read(Int64.self, 7),
            i8: try row.read(Int64.self, 8),
            i9: try row.read(Int64.self, 9)
        )
    }

    func bind(to statement: inout RecordStatement) {
        statement.bind(i0)
        statement.bind(i1)
        statement.bind(i2)
        statement.bind(i3)
        statement.bind(i4)
        statement.bind(i5)
        statement.bind(i6)
        statement.bind(i7)
        statement.bind(i8)
        statement.bind(i9)
    }

    static let create = """
        CREATE TABLE ten (i0 INTEGER, i1 INTEGER, i2 INTEGER, i3 INTEGER, i4 INTEGER, i5 INTEGER, i6 INTEGER, \
        i7 INTEGER, i8 INTEGER, i9 INTEGER)
        """

    static func samples(_ count: Int) -> [Ten] {
        (0..<Int64(count)).map { n in
            Ten(i0: n, i1: n + 1, i2: n * 2, i3: n * 3, i4: -n, i5: n << 20, i6: 6, i7: 7, i8: n * n, i9: 9)
        }
    }
}

/// The database of the benchmark.
struct BenchDatabase: SQLiteDatabase {
    static let schema = DatabaseSchema(
        "Bench",
        version: 1,
        applicationID: 0x4245_4e43,
        create: [Post.create, Ten.create, Airport.create, Author.create, Book.create]
    )
    let pool: DatabasePool
    init(pool: DatabasePool) { self.pool = pool }
}
