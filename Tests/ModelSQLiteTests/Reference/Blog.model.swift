// swift-format-ignore-file
import Foundation
import ModelMigrations
import ModelPatches
import ModelRelations
import ModelQueries
import ModelRuntime
import ModelSQLite
import ModelTransformers

// What the generator writes for SQLite, by hand: the form that the templates follow.

/// Someone who writes.
public struct User: Hashable, Sendable, Identifiable {
    public var id: Int64
    public var name: String
    public var email: String
    public var age: Int
    public var gender: Gender

    public init(id: Int64, name: String, email: String, age: Int, gender: Gender = .unknown(9)) {
        self.id = id
        self.name = name
        self.email = email
        self.age = age
        self.gender = gender
    }
}

/// An enum whose unknown values are kept.
public enum Gender: RawRepresentable, Hashable, Sendable, SQLiteValue {
    case female
    case male
    case unknown(Int)

    public init(rawValue: Int) {
        switch rawValue {
        case 0: self = .female
        case 1: self = .male
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: Int {
        switch self {
        case .female: 0
        case .male: 1
        case .unknown(let value): value
        }
    }
}

/// An article.
public struct Post: Hashable, Sendable, Identifiable {
    public var id: Int64
    public var userId: Int64
    public var title: String
    public var body: String
    public var avatarURL: URL?
    public var nickname: String?
    public var createdAt: Date
    public var tags: [String]

    public init(
        id: Int64,
        userId: Int64,
        title: String,
        body: String = "",
        avatarURL: URL? = nil,
        nickname: String? = nil,
        createdAt: Date = Date(timeIntervalSince1970: 0),
        tags: [String] = []
    ) {
        self.id = id
        self.userId = userId
        self.title = title
        self.body = body
        self.avatarURL = avatarURL
        self.nickname = nickname
        self.createdAt = createdAt
        self.tags = tags
    }
}

/// A comment on a post.
public struct Comment: Hashable, Sendable, Identifiable {
    public var id: Int64
    public var postId: Int64
    public var text: String

    public init(id: Int64, postId: Int64, text: String) {
        self.id = id
        self.postId = postId
        self.text = text
    }
}

/// A word for finding posts. Its slug is a generated column.
public struct Tag: Hashable, Sendable, Identifiable {
    public var id: UUID
    public var name: String
    public internal(set) var slug: String

    public init(id: UUID, name: String) {
        self.id = id
        self.name = name
        slug = ""
    }
}

/// The tie between a post and a tag: a composite key.
public struct PostTag: Hashable, Sendable, Identifiable {
    public var postId: Int64
    public var tagId: UUID
    public var weight: Double

    public init(postId: Int64, tagId: UUID, weight: Double = 1) {
        self.postId = postId
        self.tagId = tagId
        self.weight = weight
    }

    /// The key of a tie.
    public struct Key: Hashable, Sendable, TableKey {
        public var postId: Int64
        public var tagId: UUID

        public init(postId: Int64, tagId: UUID) {
            self.postId = postId
            self.tagId = tagId
        }

        public func bind(keyTo statement: inout RecordStatement) {
            statement.field(postId)
            statement.field(tagId)
        }
    }

    public var id: Key { Key(postId: postId, tagId: tagId) }
}

/// A line of a log, without a key, so that the rowid is its key.
public struct LogEntry: Hashable, Sendable {
    public var message: String
    public var level: Int
    public var rowID: Int64?

    public init(message: String, level: Int) {
        self.message = message
        self.level = level
    }
}

// MARK: - SQLite

extension User: KeyedRecord {
    public static let table = Table<User>(
        "users",
        [
            TableColumn("id"),
            TableColumn("name"),
            TableColumn("email"),
            TableColumn("age"),
            TableColumn("gender"),
        ],
        primaryKey: ["id"]
    )

    public struct Columns: TableColumns {
        public init() {}

        public let id = Column<User, Int64>("id")
        public let name = Column<User, String>("name")
        public let email = Column<User, String>("email")
        public let age = Column<User, Int>("age")
        public let gender = Column<User, Gender>("gender")
    }

    public struct Relations: Sendable {
        public let posts = Relation<User, [Post]>.hasMany(
            { $0.id },
            column: "id",
            Post.columns.userId,
            isIndexed: true
        )
    }
    public static let relations = Relations()

    // Everything is read before self is initialized: a throwing initializer that sets fields one by one copies the
    // struct at its end.
    public init(fields columns: inout RowReader) throws {
        try self.init(
            id: columns.field(),
            name: columns.field(),
            email: columns.field(),
            age: columns.field(),
            gender: columns.field())
    }

    public func write(fields statement: inout RecordStatement) {
        statement.field(id)
        statement.field(name)
        statement.field(email)
        statement.field(age)
        statement.field(gender)
    }

    /// The user with this email; it is unique.
    public static func find(email: String, _ db: Database) throws -> User? {
        try first(db, where: "\"email\" = ?1") { statement in
            statement.field(email)
        }
    }
}

extension Post: KeyedRecord {
    public static let table = Table<Post>(
        "posts",
        [
            TableColumn("id"),
            TableColumn("userId", "user_id"),
            TableColumn("title"),
            TableColumn("body"),
            TableColumn("avatarURL", "avatar_url"),
            TableColumn("nickname"),
            TableColumn("createdAt", "created_at"),
            TableColumn("tags"),
        ],
        primaryKey: ["id"]
    )

    public struct Columns: TableColumns {
        public init() {}

        public let id = Column<Post, Int64>("id")
        public let userId = Column<Post, Int64>("user_id")
        public let title = Column<Post, String>("title")
        public let body = Column<Post, String>("body")
        public let avatarURL = Column<Post, URL?>("avatar_url")
        public let nickname = Column<Post, String?>("nickname")
        public let createdAt = Column<Post, Date>("created_at", using: UnixMilliseconds())
        public let tags = Column<Post, [String]>("tags")
    }

    public struct Relations: Sendable {
        public let comments = Relation<Post, [Comment]>.hasMany(
            { $0.id },
            column: "id",
            Comment.columns.postId
        )
        public let author = Relation<Post, User>.belongsTo(
            { $0.userId },
            column: "user_id",
            User.columns.id
        )
        public let tags = Relation<Post, [Tag]>.manyToMany(
            { $0.id },
            column: "id",
            through: PostTag.columns.postId,
            PostTag.columns.tagId,
            Tag.columns.id
        )
    }
    public static let relations = Relations()

    public init(fields columns: inout RowReader) throws {
        try self.init(
            id: columns.field(),
            userId: columns.field(),
            title: columns.field(),
            body: columns.field(),
            avatarURL: columns.fieldIfPresent(),
            nickname: columns.fieldIfPresent(),
            createdAt: columns.field(using: UnixMilliseconds()),
            tags: columns.field())
    }

    public func write(fields statement: inout RecordStatement) {
        statement.field(id)
        statement.field(userId)
        statement.field(title)
        statement.field(body)
        statement.fieldIfPresent(avatarURL)
        statement.fieldIfPresent(nickname)
        statement.field(createdAt, using: UnixMilliseconds())
        statement.field(tags)
    }

    /// The newest posts of a user.
    public static func recent(userId: Int64, limit: Int, _ db: Database) throws -> [Post] {
        try db.fetch(
            """
            SELECT "id", "user_id", "title", "body", "avatar_url", "nickname", "created_at", "tags" FROM "posts" \
            WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2
            """
        ) { statement in
            statement.field(userId)
            statement.field(limit)
        } _: { row in
            try Post(row: row)
        }
    }
}

extension Post {
    /// A post without its id, which the database assigns.
    public struct Draft: Hashable, Sendable {
        public var userId: Int64
        public var title: String
        public var body: String
        public var avatarURL: URL?
        public var nickname: String?
        public var createdAt: Date
        public var tags: [String]

        public init(
            userId: Int64,
            title: String,
            body: String = "",
            avatarURL: URL? = nil,
            nickname: String? = nil,
            createdAt: Date = Date(timeIntervalSince1970: 0),
            tags: [String] = []
        ) {
            self.userId = userId
            self.title = title
            self.body = body
            self.avatarURL = avatarURL
            self.nickname = nickname
            self.createdAt = createdAt
            self.tags = tags
        }
    }
}

extension Post.Draft: TableDraft {
    public static var filled: [String] { ["id"] }

    public func bind(to statement: inout RecordStatement) {
        statement.skip()
        statement.field(userId)
        statement.field(title)
        statement.field(body)
        statement.fieldIfPresent(avatarURL)
        statement.fieldIfPresent(nickname)
        statement.field(createdAt, using: UnixMilliseconds())
        statement.field(tags)
    }

    public func record(filledBy row: borrowing Row) throws -> Post {
        Post(
            id: try row.read(Int64.self, 0),
            userId: userId,
            title: title,
            body: body,
            avatarURL: avatarURL,
            nickname: nickname,
            createdAt: createdAt,
            tags: tags
        )
    }
}

extension Post: JSONModel {
    public static let jsonFields = JSONFields(Post.self, fieldList)

    private static var fieldList: KeyValuePairs<JSONField, PartialKeyPath<PatchFields>?> {
        [
            "id": nil,
            JSONField("userId", "user_id"): nil,
            "title": \.title,
            "body": nil,
            JSONField("avatarURL", "avatar_url"): nil,
            "nickname": \.nickname,
            JSONField("createdAt", "created_at"): \.createdAt,
            "tags": nil,
        ]
    }

    public init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let id: Int64 = try source.field()
        let userId: Int64 = try source.field()
        let title: String = try source.field()
        let body: String = try source.field(or: "")
        let avatarURL: URL? = try source.fieldIfPresent()
        let nickname: String? = try source.fieldIfPresent()
        let createdAt: Date = try source.field(or: Date(timeIntervalSince1970: 0), using: UnixMilliseconds())
        let tags: [String] = try source.field(or: [])
        self.init(
            id: id, userId: userId, title: title, body: body, avatarURL: avatarURL, nickname: nickname,
            createdAt: createdAt, tags: tags)
    }

    public func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        sink.field(userId)
        sink.field(title)
        sink.field(body)
        sink.fieldIfPresent(avatarURL)
        sink.fieldIfPresent(nickname)
        sink.field(createdAt, using: UnixMilliseconds())
        sink.field(tags)
    }
}

extension Post: JSONPatchable {
    /// The fields that a patch can change: each is untouched, null or a value.
    public struct PatchFields: Sendable {
        public var title: PatchField<Post, String> { PatchField(\.title) }
        public var nickname: PatchField<Post, String> { PatchField(\.nickname) }
        public var createdAt: PatchField<Post, Date> { PatchField(\.createdAt, using: UnixMilliseconds()) }
    }

    public static let patchFields = PatchFieldList<Post>(PatchFields(), fieldList)
}

extension Comment: KeyedRecord {
    public static let table = Table<Comment>(
        "comments",
        [
            TableColumn("id"),
            TableColumn("postId", "post_id"),
            TableColumn("text"),
        ],
        primaryKey: ["id"]
    )

    public struct Columns: TableColumns {
        public init() {}

        public let id = Column<Comment, Int64>("id")
        public let postId = Column<Comment, Int64>("post_id")
        public let text = Column<Comment, String>("text")
    }

    public struct Relations: Sendable {
        public let post = Relation<Comment, Post>.belongsTo(
            { $0.postId },
            column: "post_id",
            Post.columns.id
        )
    }
    public static let relations = Relations()

    public init(fields columns: inout RowReader) throws {
        try self.init(
            id: columns.field(),
            postId: columns.field(),
            text: columns.field())
    }

    public func write(fields statement: inout RecordStatement) {
        statement.field(id)
        statement.field(postId)
        statement.field(text)
    }
}

extension Tag: KeyedRecord {
    public static let table = Table<Tag>(
        "tags",
        [
            TableColumn("id"),
            TableColumn("name"),
            TableColumn("slug", "slug", .database),
        ],
        primaryKey: ["id"]
    )

    public struct Columns: TableColumns {
        public init() {}

        public let id = Column<Tag, UUID>("id")
        public let name = Column<Tag, String>("name")
        public let slug = Column<Tag, String>("slug")
    }

    public init(fields columns: inout RowReader) throws {
        try self.init(
            id: columns.field(),
            name: columns.field())
        slug = try columns.field()
    }

    public func write(fields statement: inout RecordStatement) {
        statement.field(id)
        statement.field(name)
    }
}

extension Tag {
    /// A tag without its slug, which the database computes.
    public struct Draft: Hashable, Sendable {
        public var id: UUID
        public var name: String

        public init(id: UUID, name: String) {
            self.id = id
            self.name = name
        }
    }
}

extension Tag.Draft: TableDraft {
    public static var filled: [String] { ["slug"] }

    public func bind(to statement: inout RecordStatement) {
        statement.field(id)
        statement.field(name)
    }

    public func record(filledBy row: borrowing Row) throws -> Tag {
        var record = Tag(id: id, name: name)
        record.slug = try row.read(String.self, 0)
        return record
    }
}

extension PostTag: KeyedRecord {
    public static let table = Table<PostTag>(
        "post_tags",
        [
            TableColumn("postId", "post_id"),
            TableColumn("tagId", "tag_id"),
            TableColumn("weight"),
        ],
        primaryKey: ["post_id", "tag_id"]
    )

    public struct Columns: TableColumns {
        public init() {}

        public let postId = Column<PostTag, Int64>("post_id")
        public let tagId = Column<PostTag, UUID>("tag_id")
        public let weight = Column<PostTag, Double>("weight")
    }

    public init(fields columns: inout RowReader) throws {
        try self.init(
            postId: columns.field(),
            tagId: columns.field(),
            weight: columns.field())
    }

    public func write(fields statement: inout RecordStatement) {
        statement.field(postId)
        statement.field(tagId)
        statement.field(weight)
    }
}

extension LogEntry: RowIDRecord {
    public static let table = Table<LogEntry>(
        "log",
        [
            TableColumn("message"),
            TableColumn("level"),
            TableColumn("rowID", "rowid", .database),
        ],
        primaryKey: ["rowid"]
    )

    public struct Columns: TableColumns {
        public init() {}

        public let message = Column<LogEntry, String>("message")
        public let level = Column<LogEntry, Int>("level")
        public let rowID = Column<LogEntry, Int64>("rowid")
    }

    public init(fields columns: inout RowReader) throws {
        try self.init(
            message: columns.field(),
            level: columns.field())
        rowID = try columns.field()
    }

    public func write(fields statement: inout RecordStatement) {
        statement.field(message)
        statement.field(level)
        statement.fieldIfPresent(rowID)
    }
}

// MARK: - Database

/// The migration steps of `Blog` that are written in Swift.
public protocol BlogMigrations: DatabaseMigrating {
    /// Version 3 of `posts`.
    func fillNicknames(_ db: Database) throws
}

extension BlogMigrations {
    public func run(step: String, _ db: Database) throws {
        switch step {
        case "fillNicknames": try fillNicknames(db)
        default: throw SQLiteError(.migration(.missingStep(step)), message: "there is no migration step \(step)")
        }
    }
}

public struct BlogDatabase: MigratedDatabase {
    public static let schema = DatabaseSchema(
        "Blog",
        version: 4,
        applicationID: 0x4d47_0001,
        create: [
            """
            CREATE TABLE "users" (
                "id" INTEGER PRIMARY KEY NOT NULL,
                "name" TEXT NOT NULL DEFAULT 'Edward',
                "email" TEXT NOT NULL,
                "age" INTEGER NOT NULL CHECK (age >= 0),
                "gender" INTEGER NOT NULL DEFAULT 9
            )
            """,
            """
            CREATE UNIQUE INDEX "users_unique_email" ON "users" ("email")
            """,
            """
            CREATE TABLE "posts" (
                "id" INTEGER PRIMARY KEY NOT NULL,
                "user_id" INTEGER NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
                "title" TEXT NOT NULL,
                "body" TEXT NOT NULL DEFAULT '',
                "avatar_url" TEXT,
                "nickname" TEXT,
                "created_at" INTEGER NOT NULL DEFAULT 0,
                "tags" TEXT NOT NULL DEFAULT '[]'
            )
            """,
            """
            CREATE INDEX "posts_on_user_id" ON "posts" ("user_id")
            """,
            """
            CREATE TABLE "comments" (
                "id" INTEGER PRIMARY KEY NOT NULL,
                "post_id" INTEGER NOT NULL REFERENCES "posts" ("id") ON DELETE CASCADE,
                "text" TEXT NOT NULL
            )
            """,
            """
            CREATE TABLE "tags" (
                "id" TEXT PRIMARY KEY NOT NULL,
                "name" TEXT NOT NULL,
                "slug" TEXT NOT NULL GENERATED ALWAYS AS (lower(name)) STORED
            )
            """,
            """
            CREATE TABLE "post_tags" (
                "post_id" INTEGER NOT NULL REFERENCES "posts" ("id") ON DELETE CASCADE,
                "tag_id" TEXT NOT NULL REFERENCES "tags" ("id"),
                "weight" REAL NOT NULL DEFAULT 1,
                PRIMARY KEY ("post_id", "tag_id")
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE "log" (
                "message" TEXT NOT NULL,
                "level" INTEGER NOT NULL
            )
            """,
        ],
        migrations: [
            DatabaseMigration(
                to: 2,
                [
                    """
                    ALTER TABLE "posts" ADD COLUMN "created_at" INTEGER NOT NULL DEFAULT 0
                    """
                ]
            ),
            DatabaseMigration(
                to: 3,
                [
                    """
                    ALTER TABLE "posts" ADD COLUMN "nickname" TEXT
                    """,
                    .swift("fillNicknames"),
                    .rebuild(
                        TableRebuild(
                            table: "posts",
                            create: """
                                CREATE TABLE "modelgen_new_posts" (
                                    "id" INTEGER PRIMARY KEY NOT NULL,
                                    "user_id" INTEGER NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
                                    "title" TEXT NOT NULL,
                                    "body" TEXT NOT NULL DEFAULT '',
                                    "avatar_url" TEXT,
                                    "nickname" TEXT,
                                    "created_at" INTEGER NOT NULL DEFAULT 0,
                                    "tags" TEXT NOT NULL DEFAULT '[]'
                                )
                                """,
                            copy: """
                                INSERT INTO "modelgen_new_posts" \
                                ("id", "user_id", "title", "body", "avatar_url", "nickname", "created_at") \
                                SELECT "id", CAST(user_id AS INTEGER), "title", "body", "avatar_url", "nickname", \
                                "created_at" FROM "posts"
                                """
                        )
                    ),
                ]
            ),
            DatabaseMigration(
                to: 4,
                [
                    """
                    CREATE TABLE "log" (
                        "message" TEXT NOT NULL,
                        "level" INTEGER NOT NULL
                    )
                    """
                ]
            ),
        ]
    )

    public let pool: DatabasePool
    public init(pool: DatabasePool) { self.pool = pool }
}

extension BlogDatabase {
    public static var earliestVersion: EarliestVersion? {
        EarliestVersion(
            1,
            create: [
                """
                CREATE TABLE "users" (
                    "id" INTEGER PRIMARY KEY NOT NULL,
                    "name" TEXT NOT NULL DEFAULT 'Edward',
                    "email" TEXT NOT NULL,
                    "age" INTEGER NOT NULL CHECK (age >= 0),
                    "gender" INTEGER NOT NULL DEFAULT 9
                )
                """,
                """
                CREATE UNIQUE INDEX "users_unique_email" ON "users" ("email")
                """,
                """
                CREATE TABLE "posts" (
                    "id" INTEGER PRIMARY KEY NOT NULL,
                    "user_id" TEXT NOT NULL,
                    "title" TEXT NOT NULL,
                    "body" TEXT NOT NULL DEFAULT '',
                    "avatar_url" TEXT
                )
                """,
                """
                CREATE INDEX "posts_on_user_id" ON "posts" ("user_id")
                """,
                """
                CREATE TABLE "comments" (
                    "id" INTEGER PRIMARY KEY NOT NULL,
                    "post_id" INTEGER NOT NULL REFERENCES "posts" ("id") ON DELETE CASCADE,
                    "text" TEXT NOT NULL
                )
                """,
                """
                CREATE TABLE "tags" (
                    "id" TEXT PRIMARY KEY NOT NULL,
                    "name" TEXT NOT NULL,
                    "slug" TEXT NOT NULL GENERATED ALWAYS AS (lower(name)) STORED
                )
                """,
                """
                CREATE TABLE "post_tags" (
                    "post_id" INTEGER NOT NULL REFERENCES "posts" ("id") ON DELETE CASCADE,
                    "tag_id" TEXT NOT NULL REFERENCES "tags" ("id"),
                    "weight" REAL NOT NULL DEFAULT 1,
                    PRIMARY KEY ("post_id", "tag_id")
                ) WITHOUT ROWID
                """,
            ]
        )
    }
}
