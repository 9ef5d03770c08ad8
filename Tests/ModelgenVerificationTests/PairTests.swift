import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import Testing

@testable import ModelgenVerification

@Suite struct PairTests {
    /// A history that uses every phase, with rows of every type.
    private var rich: Schema {
        let user = Reference(model: "User", field: "id", onDelete: .cascade)
        return blog(
            version: 5,
            [
                model(
                    "User",
                    [
                        stored("id", int, assigned: .database(autoincrement: .neverReusesKeys)),
                        stored("name", check: "length(name) > 0"), stored("age", optional(int)),
                        stored("joined", .scalar(.date), default: .literal(.string("2020-01-01T00:00:00Z")), since: 2),
                        stored("avatar", optional(.scalar(.data))), stored("gender", .enumeration("Gender")),
                        stored("tags", .list(text), default: .literal(.list([])), since: 4),
                    ],
                    indexes: [index("users_unique_name", "name", unique: true, since: 5)],
                    [3: [renamed("nick", to: "name")]]
                ),
                model(
                    "Post",
                    [
                        key, stored("userId", int, references: user), stored("title"),
                        stored("body", default: .literal(.string("")), since: 3, fill: .literal(.string("older"))),
                        stored("score", double, default: .literal(.number("1.5"))),
                        stored(
                            "slug",
                            text,
                            generated: GeneratedColumn(expression: "lower(title)", kind: .virtual)
                        ),
                    ],
                    indexes: [index("posts_on_user_id", "userId")],
                    fullText: ["title", "body"],
                    [
                        3: [was { $0.fullText = ["title"] }],
                        4: [
                            .change(from: stored("score", optional(double)), .automatic),
                            .drop(stored("legacy", optional(.scalar(.uuid)), since: 2)),
                            .sql("UPDATE articles SET body = trim(body) || '!'"),
                        ],
                        5: [was { $0.name = "articles" }],
                    ]
                ),
                model(
                    "Tagging",
                    [
                        stored("userId", int, references: user),
                        stored("postId", int, references: Reference(model: "Post", field: "id")),
                        stored("weight", double),
                    ],
                    primaryKey: ["userId", "postId"],
                    withoutRowID: true,
                    [2: [was { $0.isWithoutRowID = false }]]
                ),
                model("Log", [stored("line")], primaryKey: [], [4: [.drop(stored("level", int, check: "level <> 3"))]]),
                view("Recent", "SELECT * FROM posts WHERE score > 1", table: "recent", since: 2),
            ],
            enumerations: [
                Enumeration(
                    name: "Gender",
                    file: "blog",
                    rawType: .int,
                    cases: [
                        Enumeration.Case(name: "female", rawValue: .integer("0")),
                        Enumeration.Case(name: "male", rawValue: .integer("1")),
                    ]
                )
            ]
        )
    }

    @Test("every version becomes every later one with all its rows") func richHistory() throws {
        let planned = try #require(rich.plannedDatabase("Blog"))
        #expect(planned.findings == [])
        #expect(verifyChain(planned) == [])
        // Users with the same name are allowed until version 5.
        let findings = verifyAllPairs(planned, schema: rich)
        #expect(findings.map(\.rule) == ["migration-depends-on-data"])
        #expect(findings.first?.message.contains("UNIQUE constraint failed: users.name") == true)
    }

    @Test("a rebuild keeps rowids, autoincrement counters and the rows that refer to the table") func rebuild() throws {
        let reference = Reference(model: "User", field: "id", onDelete: .cascade)
        let schema = blog(
            version: 2,
            [
                model(
                    "User",
                    [
                        stored("id", int, assigned: .database(autoincrement: .neverReusesKeys)),
                        stored("age", int),
                    ],
                    [2: [.change(from: stored("age"), .using("CAST(age AS INTEGER)"))]]
                ),
                model("Post", [key, stored("userId", int, references: reference)]),
                model(
                    "Log",
                    [stored("line"), stored("level", int)],
                    primaryKey: [],
                    [2: [.change(from: stored("level"), .using("0"))]]
                ),
            ]
        )
        let planned = try #require(schema.plannedDatabase("Blog"))
        #expect(planned.findings == [])
        // The runtime would take a column that the copy does not read for another program's.
        let dropped = planned.migrations[0].steps.compactMap { step -> [SQLName]? in
            if case .rebuild(let plan) = step.action { plan.dropping } else { nil }
        }
        #expect(dropped == [["level"], []])
        let database = try MemoryDatabase()
        #expect(database.setUp(planned.versions[0].shape, isNewest: false) == [])
        for statement in [
            "INSERT INTO users VALUES (1, '20'), (9, '30')", "DELETE FROM users WHERE id = 9",
            "INSERT INTO posts VALUES (5, 1)", "INSERT INTO logs (rowid, line, level) VALUES (7, 'a', 'x')",
        ] { try database.run(statement) }
        #expect(database.migrate(by: planned.migrations[0], of: "Blog") == [])
        #expect(try database.rows("SELECT * FROM users") == [[.integer(1), .integer(20)]])
        #expect(try database.rows("SELECT * FROM posts") == [[.integer(5), .integer(1)]])
        #expect(try database.rows("SELECT rowid, level FROM logs") == [[.integer(7), .integer(0)]])
        try database.run("INSERT INTO users (age) VALUES (1)")
        #expect(try database.rows("SELECT max(id) FROM users") == [[.integer(10)]])
        #expect(verifyAllPairs(planned, schema: schema) == [])
    }

    @Test("keys and unique columns only contain values of their types", arguments: ["primaryKey", "unique"])
    func fewValues(_ kind: String) throws {
        let gender = Enumeration(
            name: "Gender", file: "blog", rawType: .string,
            cases: ["f", "m"].map { Enumeration.Case(name: SwiftName($0), rawValue: .string($0)) })
        let sex = stored("sex", .enumeration("Gender"))
        let schema = blog(
            version: 2,
            [
                model(
                    "Post", [key, stored("sex", int), stored("isNew", text)],
                    primaryKey: kind == "unique" ? ["id"] : ["id", "sex", "isNew"],
                    indexes: kind == "unique"
                        ? [index("a", "sex", unique: true), index("b", "isNew", unique: true)] : [],
                    [
                        2: [
                            .change(from: sex, .using("CASE sex WHEN 'f' THEN 1 WHEN 'm' THEN 2 END")),
                            .change(
                                from: stored("isNew", .scalar(.bool)),
                                .using("CASE is_new WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END")),
                        ]
                    ])
            ], enumerations: [gender])
        #expect(verifyAllPairs(try #require(schema.plannedDatabase("Blog")), schema: schema) == [])
    }

    @Test("a warning about rows names their table, not the one into which they are copied") func copiedRows() throws {
        let change = TableStep.change(from: stored("title", int), .using("nullif(title, title)"))
        let schema = blog(version: 2, [model("Post", [key, stored("title")], [2: [change]])])
        let findings = verifyAllPairs(try #require(schema.plannedDatabase("Blog")), schema: schema)
        #expect(findings.first?.message.contains("NOT NULL constraint failed: posts.title;") == true)
    }

    @Test("rows that an added constraint refuses are reported once, as a warning") func dependence() throws {
        let schema = blog(
            version: 3,
            [
                model(
                    "Post",
                    [key, stored("title", optional(text))],
                    indexes: [index("u", "title", unique: true, since: 3)]
                )
            ]
        )
        let findings = verifyAllPairs(try #require(schema.plannedDatabase("Blog")), schema: schema)
        #expect(findings.map(\.rule) == ["migration-depends-on-data"])
        #expect(findings.map(\.severity) == [.warning])
        #expect(findings[0].message.contains("UNIQUE constraint failed: posts.title"))
        #expect(findings[0].element == ElementID(.field(model: "Post", "title")))
    }

    @Test("a step that loses rows is an error unless it is an SQL step") func losses() throws {
        let steps: [TableStep] = [.sql("DELETE FROM posts WHERE id > 2"), .sql("UPDATE posts SET title = 'x'")]
        let schema = blog(version: 2, [model("Post", [key, stored("title"), stored("body")], [2: steps])])
        var planned = try #require(schema.plannedDatabase("Blog"))
        #expect(verifyAllPairs(planned, schema: schema) == [])
        // The same statements, as if a bug in the generator had emitted them.
        planned.versions[1].way?.transition.dataSteps = []
        let rules = verifyAllPairs(planned, schema: schema).map(\.rule)
        #expect(!rules.isEmpty && rules.allSatisfy { $0 == "migration-loses-rows" })
    }

    @Test(
        "nor are rows lost that an SQL step replaces",
        arguments: [
            "UPDATE OR REPLACE cities SET slug = lower(slug)", "REPLACE INTO cities SELECT id + 1, slug FROM cities",
            "insert or replace into cities (id, slug) SELECT id + 100, lower(slug) FROM cities",
        ])
    func replacements(_ sql: String) throws {
        let schema = blog(
            version: 2,
            [
                model(
                    "City", [stored("id", int), stored("slug")], table: "cities",
                    indexes: [index("cities_unique_slug", "slug", unique: true)], [2: [.sql(sql)]])
            ])
        #expect(
            verifyAllPairs(try #require(schema.plannedDatabase("Blog")), schema: schema).filter {
                $0.severity == .error
            } == [])
    }

    @Test("SQL that SQLite refuses is reported at its step, with SQLite's message") func refusal() throws {
        let schema = blog(
            version: 3,
            [model("Post", [key, stored("title")], [2: [.sql("UPDATE posts SET titel = ''")]])]
        )
        let findings = verifyChain(try #require(schema.plannedDatabase("Blog")))
        #expect(findings.map(\.element) == [ElementID(.step(model: "Post", version: 2, index: 0))])
        #expect(findings.map(\.message) == ["SQLite rejects a step to version 2: no such column: titel"])
        let check = blog(version: 1, [model("Post", [key], checks: [TableCheck(expression: "length(title) > 0")])])
        #expect(
            verifyChain(try #require(check.plannedDatabase("Blog"))).map(\.message) == [
                "SQLite rejects the table: no such column: title"
            ]
        )
    }

    @Test("an SQL step that changes the schema is a difference with both sides") func differences() throws {
        let schema = blog(
            version: 2,
            [
                model(
                    "Post",
                    [key, stored("title")],
                    [2: [.sql("ALTER TABLE posts ADD COLUMN extra TEXT; CREATE INDEX i ON posts (title)")]]
                )
            ]
        )
        let messages = verifyChain(try #require(schema.plannedDatabase("Blog"))).map(\.message)
        #expect(messages.count == 2)
        let expected = "column `extra` of `posts` is `TEXT` after the migration, but should not exist"
        #expect(messages.first?.contains(expected) == true)
    }

    @Test("an SQL step that makes a unique index a plain one is a difference") func plainIndex() throws {
        let sql = "DROP INDEX i; CREATE INDEX i ON posts (title)"
        let schema = blog(
            version: 2,
            [
                model(
                    "Post", [key, stored("title")], indexes: [index("i", "title", unique: true)], [2: [.sql(sql)]])
            ])
        let messages = verifyChain(try #require(schema.plannedDatabase("Blog"))).map(\.message)
        #expect(messages.count == 1)
        let expected = "index `i` of `posts` is `title` after the migration, but should be `UNIQUE title`"
        #expect(messages.first?.contains(expected) == true, "\(messages)")
    }
}
