import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import Testing

@testable import ModelgenVerification

/// The rows about models and steps of the table "Versions and migrations" in the reference, verified on SQLite.
@Suite struct ModelChangeTests {
    @Test(
        "`was` gives the earlier key, uniques, indexes, checks, options and full-text index") func earlierTable() throws
    {
        _ = try proved(
            blog(
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
                                    $0.primaryKey = ["id"]; $0.isWithoutRowID = false
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
                        ]
                    )
                ],
                sqlite: SQLiteVersion(major: 3, minor: 37)
            )
        )
    }

    @Test("a dropped model, and one that takes its name later") func dropModel() throws {
        let planned = try proved(
            blog(
                version: 3,
                [model("Post", [key]), model("Old", [key, stored("title")], since: 3)],
                steps: [
                    2: [
                        .dropModel(
                            model("Old", [key, stored("post", int, references: Reference(model: "Post", field: "id"))])
                        ),
                        .sql("INSERT INTO posts (id) SELECT id FROM olds"),
                    ]
                ]
            )
        )
        #expect(planned.sql(to: 2) == ["INSERT INTO posts (id) SELECT id FROM olds", "DROP TABLE olds"])
        #expect(planned.versions.map(\.shape).map(\.tables.count) == [2, 1, 2])
    }

    @Test("views over views that change, are renamed and are dropped") func views() throws {
        let planned = try proved(
            blog(
                version: 4,
                [
                    model(
                        "Post",
                        [key, stored("title"), stored("score", int, default: .literal(.integer("0")), since: 3)],
                        [2: [.renameField(from: "name", to: "title", column: ColumnRename(from: "name", to: "title"))]]),
                    view(
                        "Top", "SELECT * FROM posts WHERE score > 1", table: "top",
                        [3: [was { $0.view = "SELECT id, title FROM posts" }], 4: [was { $0.name = "best" }]]),
                    view("First", "SELECT title FROM top LIMIT 1", table: "first"),
                ],
                steps: [4: [.dropModel(view("Old", "SELECT count(*) AS n FROM best", table: "old"))]]))
        #expect(
            planned.versions[0].shape.views.map(\.sql.text).sorted() == [
                "SELECT count(*) AS n FROM best", "SELECT id, name AS title FROM posts",
                "SELECT title FROM best LIMIT 1",
            ])
        #expect(planned.sql(to: 3).contains("CREATE VIEW \"first\" AS SELECT title FROM best LIMIT 1"))
        #expect(planned.sql(to: 2).contains("CREATE VIEW best AS SELECT id, title FROM posts"))
    }

    @Test("the rows of a Swift step are the same whatever happens to the model") func frozen() throws {
        func frozen(_ version: Int, _ model: Model, steps: [Int: [DatabaseMigration.Step]] = [:]) throws
            -> [FrozenTable]
        {
            let planned = try proved(blog(version: version, [model], steps: steps))
            return planned.migrations[0].swiftSteps.flatMap(\.tables)
        }
        let legacy = stored("legacy", optional(double))
        let now = try frozen(
            2,
            model(
                "Post", [key, stored("title"), stored("slug", optional(text), since: 2)],
                [2: [.swift("fill"), .drop(legacy)]]))
        // Since then the model has another name, its fields are reordered, and everything was renamed.
        let later = try frozen(
            5,
            model(
                "Article",
                [
                    stored("headline", .scalar(.url), column: "headline"), stored("slug", .scalar(.uuid), since: 2),
                    stored("number", int, column: "id", assigned: .database(autoincrement: .reusesKeys)),
                    stored("more", optional(text), since: 4),
                ], table: "articles", primaryKey: ["number"],
                [
                    2: [.swift("fill"), .drop(legacy)], 3: [was { $0.name = "posts" }],
                    4: [
                        .renameField(
                            from: "title", to: "headline", column: ColumnRename(from: "title", to: "headline"))
                    ],
                    5: [
                        .change(from: stored("slug", optional(text)), .using("ifnull(slug, '')"))
                    ],
                ]))
        #expect(now == later)
        #expect(now.map(\.name) == ["posts"])
        #expect(now[0].columns.map(\.name) == ["id", "legacy", "slug", "title"])
        #expect(now[0].columns.map(\.storage) == [.integer, .real, .text, .text])
        #expect(now[0].columns.map(\.nullability) == [.required, .nullable, .nullable, .required])
    }

    @Test("a Swift step names existing models, and has a unique name") func swiftSteps() throws {
        let old = model("Old", [key])
        func rules(_ steps: [Int: [DatabaseMigration.Step]]) throws -> [String] {
            let models = [
                model("Post", [key]), model("New", [key], since: 3), view("V", "SELECT id FROM posts", table: "v"),
            ]
            return try #require(blog(version: 3, models, steps: steps).plannedDatabase("Blog")).findings.map(\.rule)
        }
        func step(_ models: SwiftName...) -> DatabaseMigration.Step { .swift(SwiftStep(name: "f", models: models)) }
        #expect(try rules([2: [step("Post", "Old"), .dropModel(old)]]) == [])
        #expect(try rules([3: [step("New")]]) == [])
        #expect(try rules([2: [step("New")]]) == ["step-without-table"])
        #expect(try rules([2: [.dropModel(old)], 3: [step("Old")]]) == ["step-without-table"])
        #expect(try rules([2: [step("V")]]) == ["step-without-table"])
        #expect(try rules([2: [step()], 3: [step()]]) == ["step-name-taken"])
    }

    @Test("exported scripts run as they are") func scripts() throws {
        let planned = try proved(
            blog(
                version: 3,
                [
                    model(
                        "Post", [key, stored("title"), stored("userId", int)], fullText: ["title"],
                        [
                            2: [.sql("UPDATE posts SET title = 'x' -- all; of them")],
                            3: [.change(from: stored("userId"), .using("CAST(user_id AS INTEGER)")), .swift("fill")],
                        ])
                ]))
        let database = try MemoryDatabase()
        let first = try #require(planned.script(version: 1))
        let rest = try #require(planned.script(from: 1, to: 3))
        #expect(rest.contains("-- Swift: fill\n"))
        for statement in SQLText.statements(in: first + rest) { try database.run(statement) }
        let fresh = try MemoryDatabase()
        #expect(fresh.setUp(planned.versions[2].shape, isNewest: true) == [])
        #expect(try ObservedSchema(database).differences(from: ObservedSchema(fresh)) == [])
        #expect(try database.rows("PRAGMA user_version") == [[.integer(3)]])
        #expect(planned.script(version: 9) == nil)
        #expect(planned.script(from: 3, to: 1) == nil)
    }
}
