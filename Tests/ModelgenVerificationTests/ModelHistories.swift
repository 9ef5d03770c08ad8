import ModelgenSchema

extension HistoryTests {
    /// The rows about models of the table "Versions and migrations" in the reference.
    static let models: [History] = [
        History(
            "`was` gives the earlier key, uniques, indexes, checks, options and full-text index",
            version: 4,
            [
                model(
                    "Post",
                    [key, stored("title"), stored("body")],
                    primaryKey: ["title", "body"],
                    indexes: [index("posts_on_body", "body"), index("u", "title", unique: true)],
                    checks: [TableCheck(name: "short", expression: "length(title) < 9")],
                    strict: true,
                    withoutRowID: true,
                    [
                        4: [
                            was {
                                $0.primaryKey = ["id"]
                                $0.isWithoutRowID = false
                            }
                        ],
                        3: [
                            was {
                                $0.uniques = []
                                $0.indexes = [index("old", "title", "body")]
                                $0.checks = [TableCheck(expression: "id > 0")]
                            }
                        ],
                        2: [
                            was {
                                $0.isStrict = false
                                $0.fullText = ["title"]
                            }
                        ],
                    ])
            ],
            sqlite: SQLiteVersion(major: 3, minor: 37),
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL,
                    body TEXT NOT NULL,
                    CHECK (id > 0)
                )
                CREATE INDEX old ON posts (title, body)
                """,
                2: """
                DROP INDEX old
                CREATE TABLE modelgen_new_posts (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL,
                    body TEXT NOT NULL,
                    CHECK (id > 0)
                ) STRICT
                INSERT INTO modelgen_new_posts (id, title, body)
                SELECT id, title, body FROM posts
                DROP TABLE posts
                ALTER TABLE modelgen_new_posts RENAME TO posts
                CREATE INDEX old ON posts (title, body)
                """,
                3: """
                DROP INDEX old
                CREATE TABLE modelgen_new_posts (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL,
                    body TEXT NOT NULL,
                    CONSTRAINT short CHECK (length(title) < 9)
                ) STRICT
                INSERT INTO modelgen_new_posts (id, title, body)
                SELECT id, title, body FROM posts
                DROP TABLE posts
                ALTER TABLE modelgen_new_posts RENAME TO posts
                CREATE INDEX posts_on_body ON posts (body)
                CREATE UNIQUE INDEX u ON posts (title)
                """,
                4: """
                DROP INDEX posts_on_body
                DROP INDEX u
                CREATE TABLE modelgen_new_posts (
                    id INTEGER NOT NULL,
                    title TEXT NOT NULL,
                    body TEXT NOT NULL,
                    PRIMARY KEY (title, body),
                    CONSTRAINT short CHECK (length(title) < 9)
                ) STRICT, WITHOUT ROWID
                INSERT INTO modelgen_new_posts (id, title, body)
                SELECT id, title, body FROM posts
                DROP TABLE posts
                ALTER TABLE modelgen_new_posts RENAME TO posts
                CREATE INDEX posts_on_body ON posts (body)
                CREATE UNIQUE INDEX u ON posts (title)
                """,
            ]),
        History(
            "a dropped model, and one that takes its name later",
            version: 3,
            [model("Post", [key]), model("Old", [key, stored("title")], since: 3)],
            steps: [
                2: [
                    .dropModel(
                        model("Old", [key, stored("post", int, references: Reference(model: "Post", field: "id"))])),
                    .sql("INSERT INTO posts (id) SELECT id FROM olds"),
                ]
            ],
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY
                )
                CREATE TABLE olds (
                    id INTEGER PRIMARY KEY,
                    post INTEGER NOT NULL REFERENCES posts (id)
                )
                """,
                2: """
                INSERT INTO posts (id) SELECT id FROM olds
                DROP TABLE olds
                """,
                3: """
                CREATE TABLE olds (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL
                )
                """,
            ]),
        History(
            "views over views that change, are renamed and are dropped",
            version: 4,
            [
                model(
                    "Post",
                    [key, stored("title"), stored("score", int, default: .literal(.integer("0")), since: 3)],
                    [2: [renamed("name", to: "title")]]),
                view(
                    "Top", "SELECT * FROM posts WHERE score > 1", table: "top",
                    [3: [was { $0.view = "SELECT id, title FROM posts" }], 4: [was { $0.name = "best" }]]),
                view("First", "SELECT title FROM top LIMIT 1", table: "first"),
            ],
            steps: [4: [.dropModel(view("Old", "SELECT count(*) AS n FROM best", table: "old"))]],
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY,
                    name TEXT NOT NULL
                )
                CREATE VIEW best AS SELECT id, name AS title FROM posts
                CREATE VIEW "first" AS SELECT title FROM best LIMIT 1
                CREATE VIEW old AS SELECT count(*) AS n FROM best
                """,
                2: """
                DROP VIEW best
                DROP VIEW "first"
                DROP VIEW old
                ALTER TABLE posts RENAME COLUMN name TO title
                CREATE VIEW best AS SELECT id, title FROM posts
                CREATE VIEW "first" AS SELECT title FROM best LIMIT 1
                CREATE VIEW old AS SELECT count(*) AS n FROM best
                """,
                3: """
                DROP VIEW best
                DROP VIEW "first"
                DROP VIEW old
                ALTER TABLE posts ADD COLUMN score INTEGER NOT NULL DEFAULT 0
                CREATE VIEW best AS SELECT id, title, score FROM posts WHERE score > 1
                CREATE VIEW "first" AS SELECT title FROM best LIMIT 1
                CREATE VIEW old AS SELECT count(*) AS n FROM best
                """,
                4: """
                DROP VIEW best
                DROP VIEW "first"
                DROP VIEW old
                CREATE VIEW "first" AS SELECT title FROM top LIMIT 1
                CREATE VIEW top AS SELECT id, title, score FROM posts WHERE score > 1
                """,
            ]),
        History(
            "a comment at the end of a step's SQL",
            version: 3,
            [
                model(
                    "Post", [key, stored("title"), stored("userId", int)], fullText: ["title"],
                    [
                        2: [.sql("UPDATE posts SET title = 'x' -- all; of them")],
                        3: [.change(from: stored("userId"), .using("CAST(user_id AS INTEGER)")), .swift("fill")],
                    ])
            ],
            [
                1: """
                CREATE TABLE posts (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL,
                    user_id TEXT NOT NULL
                )
                """,
                2: "UPDATE posts SET title = 'x' -- all; of them",
                3: """
                -- Swift: fill
                CREATE TABLE modelgen_new_posts (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL,
                    user_id INTEGER NOT NULL
                )
                INSERT INTO modelgen_new_posts (id, title, user_id)
                SELECT id, title, CAST(user_id AS INTEGER) FROM posts
                DROP TABLE posts
                ALTER TABLE modelgen_new_posts RENAME TO posts
                """,
            ]),
    ]
}
