import ModelgenSchema

extension HistoryTests {
    /// The rows about fields of the table "Versions and migrations" in the reference.
    static let fields: [History] = [
        History(
            "an added field, index, unique, check and model only need `since`",
            version: 3,
            [
                model(
                    "Post",
                    [key, stored("title"), stored("body", default: .literal(.string("it's")), since: 2)],
                    indexes: [
                        index("posts_on_title", "title", since: 2),
                        index("posts_unique_body", "body", unique: true, where: "body <> ''", since: 3),
                    ],
                    checks: [TableCheck(expression: "length(title) > 0", since: 3)]),
                model(
                    "Comment", [key, stored("postId", int, references: Reference(model: "Post", field: "id"))], since: 2
                ),
            ],
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL
                )
                """,
                2: """
                CREATE TABLE comments (
                    id INTEGER PRIMARY KEY,
                    post_id INTEGER NOT NULL REFERENCES posts (id)
                )
                ALTER TABLE posts ADD COLUMN body TEXT NOT NULL DEFAULT 'it''s'
                CREATE INDEX posts_on_title ON posts (title)
                """,
                3: """
                DROP INDEX posts_on_title
                CREATE TABLE modelgen_new_posts (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL,
                    body TEXT NOT NULL DEFAULT 'it''s',
                    CHECK (length(title) > 0)
                )
                INSERT INTO modelgen_new_posts (id, title, body)
                SELECT id, title, body FROM posts
                DROP TABLE posts
                ALTER TABLE modelgen_new_posts RENAME TO posts
                CREATE INDEX posts_on_title ON posts (title)
                CREATE UNIQUE INDEX posts_unique_body ON posts (body) WHERE body <> ''
                """,
            ]),
        History(
            "new objects get the default, older rows get `fill`",
            version: 2,
            [
                model(
                    "Post",
                    [
                        key,
                        stored(
                            "amount", double, default: .literal(.integer("6")), since: 2,
                            fill: .literal(.integer("100"))),
                    ])
            ],
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY
                )
                """,
                2: """
                ALTER TABLE posts ADD COLUMN amount REAL NOT NULL DEFAULT 6.0
                UPDATE posts SET amount = 100.0
                """,
            ]),
        History(
            "renaming a field renames its column in indexes, checks and views",
            version: 2,
            [
                model(
                    "Post",
                    [key, stored("body", check: "length(body) < 100")],
                    indexes: [index("posts_on_body", "body", where: "body <> 'body'")],
                    checks: [TableCheck(expression: "trim(body) = body")],
                    [2: [renamed("text", to: "body")]]),
                view("Title", "SELECT posts.id, p.body AS text FROM posts p JOIN posts", table: "titles"),
            ],
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY,
                    text TEXT NOT NULL CHECK (length(text) < 100),
                    CHECK (trim(text) = text)
                )
                CREATE INDEX posts_on_text ON posts (text) WHERE text <> 'body'
                CREATE VIEW titles AS SELECT posts.id, p.text AS text FROM posts p JOIN posts
                """,
                2: """
                DROP VIEW titles
                ALTER TABLE posts RENAME COLUMN text TO body
                DROP INDEX posts_on_text
                CREATE INDEX posts_on_body ON posts (body) WHERE body <> 'body'
                CREATE VIEW titles AS SELECT posts.id, p.body AS text FROM posts p JOIN posts
                """,
            ]),
        History(
            "columns that are swapped, and a table's new name",
            version: 3,
            [
                model(
                    "Post",
                    [key, stored("first", check: "\"first\" <> \"last\""), stored("last")],
                    [
                        2: [renamed("last", to: "first"), renamed("first", to: "last")],
                        3: [was { $0.name = "articles" }],
                    ]
                )
            ],
            [
                1: """
                CREATE TABLE articles (
                    id INTEGER PRIMARY KEY,
                    "last" TEXT NOT NULL CHECK ("last" <> "first"),
                    "first" TEXT NOT NULL
                )
                """,
                2: """
                ALTER TABLE articles RENAME COLUMN "last" TO new_first
                ALTER TABLE articles RENAME COLUMN "first" TO "last"
                ALTER TABLE articles RENAME COLUMN new_first TO "first"
                """,
                3: "ALTER TABLE articles RENAME TO posts",
            ]),
        History(
            "a dropped field that was added later than its table",
            version: 4,
            [model("Post", [key, stored("title")], [4: [.drop(stored("legacyScore", optional(double), since: 2))]])],
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL
                )
                """,
                2: "ALTER TABLE posts ADD COLUMN legacy_score REAL",
                4: "ALTER TABLE posts DROP COLUMN legacy_score",
            ]),
        History(
            "a drop that ALTER TABLE cannot do is a rebuild",
            version: 2,
            [
                model(
                    "Post", [key, stored("title")],
                    [
                        2: [
                            .drop(
                                stored("authorId", optional(int), references: Reference(model: "Post", field: "id")))
                        ]
                    ])
            ],
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL,
                    author_id INTEGER REFERENCES posts (id)
                )
                """,
                2: """
                CREATE TABLE modelgen_new_posts (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL
                )
                INSERT INTO modelgen_new_posts (id, title)
                SELECT id, title FROM posts
                DROP TABLE posts
                ALTER TABLE modelgen_new_posts RENAME TO posts
                """,
            ]),
        History(
            "any drop is a rebuild if SQLite has no DROP COLUMN",
            version: 2,
            [model("Post", [key, stored("title")], [2: [.drop(stored("score"))]])],
            sqlite: SQLiteVersion(major: 3, minor: 30),
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL,
                    score TEXT NOT NULL
                )
                """,
                2: """
                CREATE TABLE modelgen_new_posts (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL
                )
                INSERT INTO modelgen_new_posts (id, title)
                SELECT id, title FROM posts
                DROP TABLE posts
                ALTER TABLE modelgen_new_posts RENAME TO posts
                """,
            ]),
        History(
            "a changed type causes one rebuild, whatever else the version does",
            version: 3,
            [
                model(
                    "Post",
                    [key, stored("userId", int), stored("slug", since: 3, fill: .literal(.string("")))],
                    indexes: [index("posts_on_user_id", "userId")],
                    fullText: ["slug"],
                    [
                        3: [
                            .change(from: stored("userId"), .using("CAST(user_id AS INTEGER)")),
                            .drop(stored("score", optional(double), check: "score > 0")),
                            was { $0.fullText = [] },
                            .sql("UPDATE posts SET slug = trim(slug); DELETE FROM posts WHERE user_id = ''"),
                            .swift("fillSlugs"),
                        ]
                    ])
            ],
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY,
                    user_id TEXT NOT NULL,
                    score REAL CHECK (score > 0)
                )
                CREATE INDEX posts_on_user_id ON posts (user_id)
                """,
                3: """
                ALTER TABLE posts ADD COLUMN slug TEXT DEFAULT ''
                UPDATE posts SET slug = trim(slug)
                DELETE FROM posts WHERE user_id = ''
                -- Swift: fillSlugs
                DROP INDEX posts_on_user_id
                CREATE TABLE modelgen_new_posts (
                    id INTEGER PRIMARY KEY,
                    user_id INTEGER NOT NULL,
                    slug TEXT NOT NULL
                )
                INSERT INTO modelgen_new_posts (id, user_id, slug)
                SELECT id, CAST(user_id AS INTEGER), slug FROM posts
                DROP TABLE posts
                ALTER TABLE modelgen_new_posts RENAME TO posts
                CREATE INDEX posts_on_user_id ON posts (user_id)
                """,
            ]),
        History(
            "a changed transformer causes an update, but no rebuild",
            version: 2,
            [
                model(
                    "Post",
                    [key, stored("createdAt", .scalar(.date), transformer: .builtIn(.unixSeconds))],
                    [2: [.change(from: stored("createdAt", .scalar(.date)), .using("round(created_at)"))]])
            ],
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY,
                    created_at REAL NOT NULL
                )
                """,
                2: "UPDATE posts SET created_at = round(created_at)",
            ]),
        History(
            "if SQLite has no RENAME COLUMN, the table is rebuilt, and steps find the new names",
            version: 2,
            [
                model(
                    "Post",
                    [
                        stored("id", int, assigned: .database(autoincrement: .neverReusesKeys)), stored("title"),
                        stored("body"),
                    ],
                    indexes: [index("i", "body", where: "body <> ''")], fullText: ["title"],
                    [2: [renamed("text", to: "body"), .sql("UPDATE posts SET body = body || '!'")]]),
                model("Comment", [key, stored("postId", int, references: Reference(model: "Post", field: "id"))]),
                model("Line", [stored("b")], primaryKey: [], [2: [.renameColumn(ColumnRename(from: "a", to: "b"))]]),
                view("Recent", "SELECT body FROM posts", table: "recent"),
            ],
            sqlite: SQLiteVersion(major: 3, minor: 24),
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    title TEXT NOT NULL,
                    text TEXT NOT NULL
                )
                CREATE INDEX i ON posts (text) WHERE text <> ''
                CREATE TABLE comments (
                    id INTEGER PRIMARY KEY,
                    post_id INTEGER NOT NULL REFERENCES posts (id)
                )
                CREATE TABLE lines (
                    a TEXT NOT NULL
                )
                CREATE VIEW recent AS SELECT text AS body FROM posts
                """,
                2: """
                DROP VIEW recent
                CREATE TABLE modelgen_new_lines (
                    b TEXT NOT NULL
                )
                INSERT INTO modelgen_new_lines (rowid, b)
                SELECT rowid, a FROM lines
                DROP TABLE lines
                ALTER TABLE modelgen_new_lines RENAME TO lines
                DROP INDEX i
                CREATE TABLE modelgen_new_posts (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    title TEXT NOT NULL,
                    body TEXT NOT NULL
                )
                INSERT INTO sqlite_sequence (name, seq)
                SELECT 'modelgen_new_posts', seq FROM sqlite_sequence WHERE name = 'posts' COLLATE NOCASE
                INSERT INTO modelgen_new_posts (id, title, body)
                SELECT id, title, text FROM posts
                DROP TABLE posts
                ALTER TABLE modelgen_new_posts RENAME TO posts
                UPDATE posts SET body = body || '!'
                CREATE INDEX i ON posts (body) WHERE body <> ''
                CREATE VIEW recent AS SELECT body FROM posts
                """,
            ]),
        History(
            "hostile names and strings are only names and strings",
            version: 3,
            [
                model(
                    "Order",
                    [
                        stored("id", int, column: "select"), stored("emoji", column: "📮 \" ' ] `"),
                        stored(
                            "evil", column: "a\"; DROP TABLE x; --",
                            default: .literal(.string("'); DROP TABLE x; --\n\"")), since: 2),
                        stored("größe", int, column: "größe", default: .literal(.integer("-5")), since: 3),
                    ],
                    table: "order \"by\"",
                    indexes: [index("in\"dex", "emoji", "evil", since: 2)],
                    checks: [TableCheck(expression: "\"a\"\"; DROP TABLE x; --\" <> 'größe'", since: 3)],
                    fullText: ["emoji"],
                    [
                        2: [
                            was { $0.name = "group" },
                            .renameField(
                                from: "icon", to: "emoji", column: ColumnRename(from: "i'con", to: "📮 \" ' ] `")),
                        ],
                        3: [.drop(stored("x]y", column: "x]y"))],
                    ])
            ],
            [
                1: #"""
                CREATE TABLE "group" (
                    "select" INTEGER PRIMARY KEY,
                    "i'con" TEXT NOT NULL,
                    "x]y" TEXT NOT NULL
                )
                """#,
                2: #"""
                ALTER TABLE "group" RENAME TO "order ""by"""
                ALTER TABLE "order ""by""" RENAME COLUMN "i'con" TO "📮 "" ' ] `"
                ALTER TABLE "order ""by""" ADD COLUMN "a""; DROP TABLE x; --" TEXT NOT NULL DEFAULT '''); DROP TABLE x; --
                "'
                CREATE INDEX "in""dex" ON "order ""by""" ("📮 "" ' ] `", "a""; DROP TABLE x; --")
                """#,
                3: #"""
                DROP INDEX "in""dex"
                CREATE TABLE "modelgen_new_order ""by""" (
                    "select" INTEGER PRIMARY KEY,
                    "📮 "" ' ] `" TEXT NOT NULL,
                    "a""; DROP TABLE x; --" TEXT NOT NULL DEFAULT '''); DROP TABLE x; --
                "',
                    "größe" INTEGER NOT NULL DEFAULT -5,
                    CHECK ("a""; DROP TABLE x; --" <> 'größe')
                )
                INSERT INTO "modelgen_new_order ""by""" ("select", "📮 "" ' ] `", "a""; DROP TABLE x; --")
                SELECT "select", "📮 "" ' ] `", "a""; DROP TABLE x; --" FROM "order ""by"""
                DROP TABLE "order ""by"""
                ALTER TABLE "modelgen_new_order ""by""" RENAME TO "order ""by"""
                CREATE INDEX "in""dex" ON "order ""by""" ("📮 "" ' ] `", "a""; DROP TABLE x; --")
                """#,
            ]),
    ]
}
