import Foundation
import ModelRuntime
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

// As modelgen writes it.
extension Post: JSONModel {
    static let jsonFields = JSONFields(
        Post.self,
        [
            "id",
            JSONField("userId", "user_id", column: "user_id"),
            "title",
            "body",
            "score",
            "nickname",
        ]
    )

    init(fields source: inout some FieldSource & ~Copyable) throws {
        try self.init(
            id: source.field(),
            userId: source.field(),
            title: source.field(),
            body: source.field(),
            score: source.field(),
            nickname: source.fieldIfPresent()
        )
    }

    func write(fields sink: inout some FieldSink & ~Copyable) {
        sink.field(id)
        sink.field(userId)
        sink.field(title)
        sink.field(body)
        sink.field(score)
        sink.fieldIfPresent(nickname)
    }
}

extension Post: KeyedRecord {
    static let table = Table<Post>("posts", jsonFields, primaryKey: ["id"])

    struct Columns: TableColumns {
        var id: Column<Post, Int64> { Column("id") }
        var userId: Column<Post, Int64> { Column("user_id") }
        var title: Column<Post, String> { Column("title") }
        var body: Column<Post, String> { Column("body") }
        var score: Column<Post, Double> { Column("score") }
        var nickname: Column<Post, String?> { Column("nickname") }
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

extension Post: DraftableModel {
    /// A post whose key the database assigns, as modelgen writes it.
    struct Draft: Sendable {
        var userId: Int64
        var title: String
        var body: String
        var score: Double
        var nickname: String?
    }

    init(_ draft: Draft, id: Int64) {
        self.init(
            id: id, userId: draft.userId, title: draft.title, body: draft.body, score: draft.score,
            nickname: draft.nickname)
    }
}

extension Post.Draft: ModelDraft {
    init(_ model: Post) {
        self.init(
            userId: model.userId, title: model.title, body: model.body, score: model.score, nickname: model.nickname)
    }
}

extension Post.Draft: TableDraft {
    static var filled: [String] { ["id"] }

    func record(filledBy row: borrowing Row) throws -> Post { Post(self, id: try row.read(Int64.self, 0)) }
}

/// GRDB's own workload: ten integers.
struct Ten: Hashable, Sendable {
    var i0, i1, i2, i3, i4, i5, i6, i7, i8, i9: Int64
}

extension Ten: TableRecord {
    static let table = Table<Ten>("ten", (0..<10).map { TableColumn("i\($0)") })

    struct Columns: TableColumns {}

    init(fields columns: inout RowReader) throws {
        try self.init(
            i0: columns.field(),
            i1: columns.field(),
            i2: columns.field(),
            i3: columns.field(),
            i4: columns.field(),
            i5: columns.field(),
            i6: columns.field(),
            i7: columns.field(),
            i8: columns.field(),
            i9: columns.field()
        )
    }

    func write(fields statement: inout RecordStatement) {
        statement.field(i0)
        statement.field(i1)
        statement.field(i2)
        statement.field(i3)
        statement.field(i4)
        statement.field(i5)
        statement.field(i6)
        statement.field(i7)
        statement.field(i8)
        statement.field(i9)
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
