import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import Testing

@testable import ModelgenVerification

/// The rows about fields of the table "Versions and migrations" in the reference, verified on SQLite.
@Suite struct FieldChangeTests {
    @Test("an added field, index, unique, check and model only need `since`") func additions() throws {
        let planned = try proved(
            blog(
                version: 3,
                [
                    model(
                        "Post",
                        [key, stored("title"), stored("body", default: .literal(.string("it's")), since: 2)],
                        indexes: [
                            index("posts_on_title", "title", since: 2),
                            index("posts_unique_body", "body", unique: true, where: "body <> ''", since: 3),
                        ],
                        checks: [TableCheck(expression: "length(title) > 0", since: 3)]
                    ),
                    model(
                        "Comment",
                        [key, stored("postId", int, references: Reference(model: "Post", field: "id"))],
                        since: 2
                    ),
                ]
            )
        )
        #expect(
            planned.sql(to: 2) == [
                "CREATE TABLE comments (\n    id INTEGER PRIMARY KEY,\n    post_id INTEGER NOT NULL REFERENCES posts (id)\n)",
                "ALTER TABLE posts ADD COLUMN body TEXT NOT NULL DEFAULT 'it''s'",
                "CREATE INDEX posts_on_title ON posts (title)",
            ]
        )
        // The check of the table comes with the rebuild, which keeps the added column.
        #expect(planned.rebuilds(in: 3))
        #expect(planned.migrations.last?.foreignKeys == .suspended)
    }

    @Test("G5: new objects get the default, older rows get `fill`") func fill() throws {
        let planned = try proved(
            blog(
                version: 2,
                [
                    model(
                        "Post",
                        [
                            key,
                            stored(
                                "amount",
                                double,
                                default: .literal(.integer("6")),
                                since: 2,
                                fill: .literal(.integer("100"))
                            ),
                        ]
                    )
                ]
            )
        )
        #expect(
            planned.sql(to: 2) == [
                "ALTER TABLE posts ADD COLUMN amount REAL NOT NULL DEFAULT 6.0", "UPDATE posts SET amount = 100.0",
            ]
        )
    }

    @Test("renaming a field renames its column in indexes, checks and views") func renames() throws {
        let planned = try proved(
            blog(
                version: 2,
                [
                    model(
                        "Post",
                        [key, stored("body", check: "length(body) < 100")],
                        indexes: [index("posts_on_body", "body", where: "body <> 'body'")],
                        checks: [TableCheck(expression: "trim(body) = body")],
                        [2: [.renameField(from: "text", to: "body", column: ColumnRename(from: "text", to: "body"))]]
                    ),
                    view("Title", "SELECT posts.id, p.body AS text FROM posts p JOIN posts", table: "titles"),
                ]
            )
        )
        #expect(planned.versions[0].shape.tables[0].checks[0].expression.text == "trim(text) = text")
        #expect(planned.versions[0].shape.tables[0].indexes[0].name == "posts_on_text")
        #expect(planned.versions[0].shape.tables[0].indexes[0].condition?.text == "text <> 'body'")
        #expect(
            planned.versions[0].shape.views[0].sql.text == "SELECT posts.id, p.text AS text FROM posts p JOIN posts")
        #expect(
            planned.sql(to: 2) == [
                "DROP VIEW titles", "ALTER TABLE posts RENAME COLUMN text TO body", "DROP INDEX posts_on_text",
                "CREATE INDEX posts_on_body ON posts (body) WHERE body <> 'body'",
                "CREATE VIEW titles AS SELECT posts.id, p.body AS text FROM posts p JOIN posts",
            ]
        )
    }

    @Test("columns that are swapped, and a table's new name") func swaps() throws {
        let swap: [TableStep] = [
            .renameField(from: "last", to: "first", column: ColumnRename(from: "last", to: "first")),
            .renameField(from: "first", to: "last", column: ColumnRename(from: "first", to: "last")),
        ]
        let planned = try proved(
            blog(
                version: 3,
                [
                    model(
                        "Post",
                        [key, stored("first", check: "\"first\" <> \"last\""), stored("last")],
                        [2: swap, 3: [was { $0.name = "articles" }]]
                    )
                ]
            )
        )
        #expect(planned.sql(to: 3) == ["ALTER TABLE articles RENAME TO posts"])
        #expect(planned.versions[0].shape.tables[0].column("last")?.check?.text == "\"last\" <> \"first\"")
        #expect(planned.sql(to: 2).count == 3)
    }

    @Test("a dropped field that was added later than its table") func drops() throws {
        let planned = try proved(
            blog(
                version: 4,
                [
                    model(
                        "Post",
                        [key, stored("title")],
                        [4: [.drop(stored("legacyScore", optional(double), since: 2))]]
                    )
                ]
            )
        )
        #expect(planned.versions.map(\.number) == [1, 2, 4])
        #expect((1...4).map { planned.version(at: $0)?.shape.tables[0].columns.count } == [2, 3, 3, 2])
        #expect(planned.sql(to: 4) == ["ALTER TABLE posts DROP COLUMN legacy_score"])
    }

    @Test("a drop that ALTER TABLE cannot do is a rebuild") func dropByRebuild() throws {
        let author = stored("authorId", optional(int), references: Reference(model: "Post", field: "id"))
        let planned = try proved(blog(version: 2, [model("Post", [key, stored("title")], [2: [.drop(author)]])]))
        #expect(planned.rebuilds(in: 2))
        #expect(planned.migrations[0].foreignKeys == .suspended)
        let old = try #require(
            blog(
                version: 2,
                [model("Post", [key, stored("title")], [2: [.drop(stored("score"))]])],
                sqlite: SQLiteVersion(major: 3, minor: 30)
            ).plannedDatabase("Blog")
        )
        #expect(old.rebuilds(in: 2))
        #expect(verifyChain(old) == [])
    }

    @Test("a changed type causes one rebuild, whatever else the version does") func change() throws {
        let planned = try proved(
            blog(
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
                        ]
                    )
                ]
            )
        )
        let sql = planned.sql(to: 3)
        #expect(sql.first == "ALTER TABLE posts ADD COLUMN slug TEXT DEFAULT ''")
        #expect(sql.contains("DELETE FROM posts WHERE user_id = ''"))
        #expect(sql.count { $0.hasPrefix("INSERT INTO modelgen_new_posts") } == 1)
        #expect(
            sql.contains(
                "INSERT INTO modelgen_new_posts (id, user_id, slug)\nSELECT id, CAST(user_id AS INTEGER), slug FROM posts"
            )
        )
        #expect(planned.migrations[0].steps.contains { $0.action == .swift("fillSlugs") })
    }

    @Test("a changed transformer causes an update, but no rebuild") func conversion() throws {
        let planned = try proved(
            blog(
                version: 2,
                [
                    model(
                        "Post",
                        [key, stored("createdAt", .scalar(.date), transformer: .builtIn(.unixSeconds))],
                        [
                            2: [
                                .change(
                                    from: stored("createdAt", .scalar(.date)),
                                    .using("round(created_at)")
                                )
                            ]
                        ]
                    )
                ]
            )
        )
        #expect(planned.sql(to: 2) == ["UPDATE posts SET created_at = round(created_at)"])
    }

    @Test("if SQLite has no RENAME COLUMN, the table is rebuilt, and steps find the new names") func oldRename()
        throws
    {
        let rename: [TableStep] = [
            .renameField(from: "text", to: "body", column: ColumnRename(from: "text", to: "body")),
            .sql("UPDATE posts SET body = body || '!'"),
        ]
        let schema = blog(
            version: 2,
            [
                model(
                    "Post",
                    [
                        stored("id", int, assigned: .database(autoincrement: .neverReusesKeys)), stored("title"),
                        stored("body"),
                    ],
                    indexes: [index("i", "body", where: "body <> ''")], fullText: ["title"], [2: rename]),
                model("Comment", [key, stored("postId", int, references: Reference(model: "Post", field: "id"))]),
                model("Line", [stored("b")], primaryKey: [], [2: [.renameColumn(ColumnRename(from: "a", to: "b"))]]),
                view("Recent", "SELECT body FROM posts", table: "recent"),
            ],
            sqlite: SQLiteVersion(major: 3, minor: 24))
        let planned = try proved(schema)
        #expect(!planned.sql(to: 2).contains { $0.contains("RENAME COLUMN") })
        #expect(planned.sql(to: 2).contains("INSERT INTO modelgen_new_lines (rowid, b)\nSELECT rowid, a FROM lines"))
        #expect(verifyAllPairs(planned, schema: schema) == [])
    }

    @Test("hostile names and strings are only names and strings") func hostile() throws {
        let name = "a\"; DROP TABLE x; --"
        _ = try proved(
            blog(
                version: 3,
                [
                    model(
                        "Order",
                        [
                            stored("id", int, column: "select"), stored("emoji", column: "📮 \" ' ] `"),
                            stored(
                                "evil",
                                column: name,
                                default: .literal(.string("'); DROP TABLE x; --\n\"")),
                                since: 2
                            ),
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
                                    from: "icon",
                                    to: "emoji",
                                    column: ColumnRename(from: "i'con", to: "📮 \" ' ] `")
                                ),
                            ],
                            3: [.drop(stored("x]y", column: "x]y"))],
                        ]
                    )
                ]
            )
        )
    }
}
