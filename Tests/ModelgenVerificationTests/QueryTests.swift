import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import Testing

@testable import ModelgenVerification

@Suite struct QueryTests {
    private func problems(_ query: NamedQuery, scans: ScanReport = .ignored) throws -> [String] {
        let schema = blog(
            version: 2,
            [
                model(
                    "Post",
                    [key, stored("userId", int), stored("title", since: 2, fill: .literal(.string("")))],
                    queries: [query]
                ),
                model("User", [key, stored("name"), stored("link", .scalar(.url))]),
            ]
        )
        return verifyQueries(try #require(schema.plannedDatabase("Blog")), schema: schema, scans: scans).findings.map(
            \.message)
    }

    private func parameter(_ name: SwiftName) -> NamedQuery.Parameter { .init(name: name, type: int) }

    @Test("a valid query has no findings") func fits() throws {
        #expect(
            try problems(
                NamedQuery(
                    name: "recent",
                    sql: "SELECT * FROM posts WHERE user_id = :userId LIMIT :limit",
                    parameters: [parameter("userId"), parameter("limit")],
                    result: .many(.model("Post"))
                )
            ) == []
        )
        #expect(
            try problems(
                NamedQuery(
                    name: "perUser",
                    sql: "SELECT user_id, count(*) AS n FROM posts GROUP BY user_id",
                    result: .many(.columns([parameter("userId"), parameter("n")]))
                )
            ) == []
        )
        #expect(
            try problems(NamedQuery(name: "count", sql: "SELECT count(*) FROM posts", result: .one(.scalar(int)))) == []
        )
        #expect(try problems(NamedQuery(name: "clear", sql: "DELETE FROM posts")) == [])
    }

    @Test("a wrong column, parameter or result is reported") func wrong() throws {
        #expect(
            try problems(NamedQuery(name: "q", sql: "SELECT titel FROM posts", result: .one(.scalar(text)))) == [
                "SQLite rejects the query: no such column: titel"
            ]
        )
        #expect(
            try problems(
                NamedQuery(
                    name: "q",
                    sql: "DELETE FROM posts WHERE id = :a OR id = ?",
                    parameters: [parameter("b")]
                )
            )
                == ["the parameter `?` has no name; write `:name` and declare it under `params`"]
        )
        #expect(
            try problems(
                NamedQuery(name: "q", sql: "DELETE FROM posts WHERE id = :a", parameters: [parameter("b")])
            )
                == ["the parameter `:a` is not declared under `params`", "the query does not use its parameter `b`"]
        )
        #expect(
            try problems(NamedQuery(name: "q", sql: "SELECT title, id FROM posts", result: .many(.model("Post")))) == [
                "the query returns (title, id), and no column `user_id` for `userId`; select it, or name it with AS"
            ]
        )
        #expect(
            try problems(
                NamedQuery(
                    name: "q", sql: "SELECT p.*, u.name FROM posts p JOIN users u ON 1", result: .many(.model("Post")))
            ) == ["the query returns `name`, which `Post` does not have; remove it from the SQL"]
        )
        #expect(
            try problems(NamedQuery(name: "q", sql: "SELECT title FROM posts", result: .many(.scalar(int)))) == [
                "`title` holds TEXT, and `title` is read from INTEGER; give it the type of the field, or a transformer"
            ]
        )
        #expect(
            try problems(
                NamedQuery(name: "q", sql: "SELECT link FROM users", result: .one(.scalar(.set(.scalar(.url)))))) == [
                    "`link` holds `URL`, and `link` is read as `Set<URL>`; give it the type of the field, or a transformer"
                ]
        )
        #expect(
            try problems(NamedQuery(name: "q", sql: "SELECT title FROM posts", result: .one(.scalar(.list(text)))))
                == [])
        for (column, type) in [("title", FieldType.external("DatabaseValue")), ("user_id", .scalar(.date))] {
            let query = NamedQuery(name: "q", sql: "SELECT \(column) FROM posts", result: .many(.scalar(type)))
            #expect(try problems(query) == [])
        }
        #expect(
            try problems(NamedQuery(name: "q", sql: "SAVEPOINT a")) == [
                "a query reads or changes rows; `SAVEPOINT` does neither"
            ]
        )
        #expect(try problems(NamedQuery(name: "q", sql: "DELETE FROM posts; DELETE FROM users")).count == 1)
    }

    @Test(
        "the largest and smallest values of a column are read like the column",
        arguments: [
            ("max(at)", true), ("MIN( p.at ) AS at", true), ("max(at, 5) AS at", false), ("max(at + 1) AS at", false),
            ("count(at) AS at", false), ("max(at) OVER () AS at", false),
        ])
    func extremes(_ column: String, _ isRead: Bool) throws {
        let millis = TransformerUse.builtIn(.unixMilliseconds)
        let schema = blog(
            version: 1,
            [
                model(
                    "Post", [key, stored("at", .scalar(.date), transformer: millis)],
                    queries: [
                        NamedQuery(
                            name: "q", sql: "SELECT \(column) FROM posts AS p WHERE id > 1",
                            result: .optional(.scalar(.scalar(.date))))
                    ])
            ])
        let verified = verifyQueries(try #require(schema.plannedDatabase("Blog")), schema: schema)
        #expect(verified.findings == [])
        let columns = try #require(verified.prepared.first?.columns)
        let reading = SchemaIndex(schema).reading(columns, as: .scalar(.scalar(.date)), of: "Blog")
        #expect(reading.properties.map(\.transformer) == [isRead ? millis : nil])
    }

    @Test("an aggregate that is NULL without rows is read as an optional") func totals() throws {
        func problems(_ sql: String) throws -> [String] {
            let columns = [parameter("n"), parameter("most")]
            return try self.problems(NamedQuery(name: "q", sql: sql, result: .one(.columns(columns))))
        }
        #expect(
            try problems("SELECT count(*) AS n, sum(id) AS most FROM posts") == [
                "`most` is NULL if there are no rows, but is read as `Int64`; make that `Int64?`, or give it a value with "
                    + "`coalesce`"
            ])
        #expect(try problems("SELECT count(*) AS n, coalesce(sum(id), 0) AS most FROM posts") == [])
        #expect(try problems("SELECT user_id AS n, max(id) AS most FROM posts GROUP BY user_id") == [])
        #expect(
            try self.problems(
                NamedQuery(name: "q", sql: "SELECT max(id) FROM posts", result: .optional(.scalar(int)))) == [])
    }

    @Test("a limit and an offset are integers that cannot be omitted") func limits() throws {
        func problem(_ clause: String, _ type: FieldType) throws -> [String] {
            try problems(
                NamedQuery(
                    name: "q", sql: "SELECT id FROM posts \(clause)", parameters: [.init(name: "n", type: type)],
                    result: .many(.scalar(int))))
        }
        func omitted(_ clause: String, _ value: Int) -> [String] {
            [
                "`:n` is NULL if it is omitted, which \(clause) does not accept; declare it as `Int64`, or write "
                    + "`coalesce(:n, \(value))`"
            ]
        }
        #expect(try problem("LIMIT :n", optional(int)) == omitted("LIMIT", -1))
        #expect(try problem("LIMIT 5 OFFSET :n", optional(int)) == omitted("OFFSET", 0))
        #expect(try problem("LIMIT :n, 5", optional(int)) == omitted("OFFSET", 0))
        #expect(try problem("LIMIT 5, :n;", optional(int)) == omitted("LIMIT", -1))
        #expect(try problem("LIMIT :n", text) == ["`:n` follows LIMIT and is bound as TEXT; declare it as `Int`"])
        #expect(try problem("LIMIT :n OFFSET 5", int) == [])
        #expect(try problem("LIMIT coalesce(:n, -1)", optional(int)) == [])
        #expect(try problem("LIMIT :n + 1", optional(int)) == [])
    }

    @Test("columns are found by their names, in any order") func order() throws {
        let schema = blog(
            version: 1,
            [
                model(
                    "Post",
                    [key, stored("userId", int)],
                    queries: [
                        NamedQuery(name: "q", sql: "SELECT user_id, id FROM posts", result: .many(.model("Post")))
                    ]
                )
            ])
        let verified = verifyQueries(try #require(schema.plannedDatabase("Blog")), schema: schema)
        #expect(verified.findings == [])
        let columns = try #require(verified.prepared.first?.columns)
        let reading = SchemaIndex(schema).reading(columns, as: .model("Post"), of: "Blog")
        #expect(reading.properties.map(\.name) == ["id", "userId"])
        #expect(reading.properties.map(\.index) == [1, 0])
        #expect(!reading.isInOrder)
    }

    @Test(
        "a field is read from its own column, and from one with its name only if no other field is stored there",
        arguments: [
            ("SELECT * FROM posts", [], [0, 1, 2]), ("SELECT full_name, name, id FROM posts", [], [2, 1, 0]),
            ("SELECT id, name, name AS full_name FROM posts", [], [0, 1, 2]),
            ("SELECT id, name AS title, full_name FROM posts", [], [0, 1, 2]),
            (
                "SELECT id, name FROM posts",
                ["the query returns (id, name), and no column `full_name` for `name`; select it, or name it with AS"],
                [0, 1]
            ),
            (
                "SELECT id, name, full_name, name FROM posts",
                ["the query returns `name` more than once; select it once, or give the others different names with AS"],
                [0, 1, 2]
            ),
            (
                "SELECT id, name, full_name, 1 AS x FROM posts",
                ["the query returns `x`, which `Post` does not have; remove it from the SQL"], [0, 1, 2]
            ),
        ])
    func reusedNames(_ sql: String, _ problems: [String], _ indices: [Int]) throws {
        let query = NamedQuery(name: "q", sql: sql, result: .many(.model("Post")))
        let schema = blog(
            version: 1,
            [
                model(
                    "Post", [key, stored("title", column: "name"), stored("name", column: "full_name")],
                    queries: [query])
            ])
        let planned = try #require(schema.plannedDatabase("Blog"))
        #expect(verifyQueries(planned, schema: schema).findings.map(\.message) == problems)
        let database = try MemoryDatabase()
        _ = database.setUp(planned.newest, isNewest: true)
        let columns = try database.describe(query.sqliteSQL(columns: ["posts": ["id", "name", "full_name"]]).named)
            .columns
        let reading = SchemaIndex(schema).reading(columns, as: .model("Post"), of: "Blog")
        #expect(reading.properties.map(\.index) == indices)
    }

    @Test(
        "a query that scans a whole table is reported on request, one without a condition never") func scans() throws
    {
        let query = NamedQuery(
            name: "q",
            sql: "SELECT title FROM posts WHERE title = 'a' ORDER BY user_id",
            result: .many(.scalar(text))
        )
        #expect(try problems(query) == [])
        #expect(
            try problems(query, scans: .reported) == [
                "the query scans all rows of `posts` and sorts them; add an index on the columns of its condition and its order"
            ]
        )
        let sorted = NamedQuery(
            name: "q", sql: "SELECT title FROM posts ORDER BY title", result: .many(.scalar(text)))
        #expect(
            try problems(sorted, scans: .reported) == [
                "the query scans all rows of `posts` and sorts them; add an index on the columns of its order"
            ])
        let all = NamedQuery(name: "q", sql: "SELECT title FROM posts", result: .many(.scalar(text)))
        #expect(try problems(all, scans: .reported) == [])
        let byKey = NamedQuery(name: "q", sql: "SELECT title FROM posts WHERE id = 1", result: .many(.scalar(text)))
        #expect(try problems(byKey, scans: .reported) == [])
    }

    @Test("parameters are numbered in the order of their declaration, and lists are matched by IN") func parameters() {
        let list = NamedQuery.Parameter(name: "ids", type: .list(int))
        let query = NamedQuery(
            name: "q", sql: "DELETE FROM posts WHERE a = :a AND ':a' <> $a AND id IN (:ids) OR id IN :ids -- :a\n;",
            parameters: [list, parameter("a")])
        let sql = query.sqliteSQL(columns: [:])
        #expect(
            sql.numbered
                == "DELETE FROM posts WHERE a = ?2 AND ':a' <> ?2 AND id IN (SELECT value FROM json_each(?1)) "
                + "OR id IN (SELECT value FROM json_each(?1))")
        #expect(sql.lists == ["ids"])
    }

    @Test("stars are expanded if the tables are known") func stars() {
        let columns: [FoldedName: [SQLName]] = ["posts": ["id", "order"], "users": ["id", "name"]]
        func expanded(_ sql: String) -> String { expandingStars(in: sql, columns: columns) }
        #expect(expanded("SELECT * FROM posts") == "SELECT id, \"order\" FROM posts")
        #expect(
            expanded("SELECT p.*, count(*), 2 * 3 FROM posts AS p JOIN users u ON u.id = p.id")
                == "SELECT p.id, p.\"order\", count(*), 2 * 3 FROM posts AS p JOIN users u ON u.id = p.id"
        )
        #expect(
            expanded("SELECT * FROM posts p, main.users WHERE 1")
                == "SELECT p.id, p.\"order\", users.id, users.name FROM posts p, main.users WHERE 1"
        )
        #expect(
            expanded("INSERT OR IGNORE INTO posts SELECT * FROM x RETURNING *, 1")
                == "INSERT OR IGNORE INTO posts SELECT * FROM x RETURNING id, \"order\", 1"
        )
        #expect(expanded("DELETE FROM users RETURNING *") == "DELETE FROM users RETURNING id, name")
        #expect(
            expanded("UPDATE users SET id = id * 2 RETURNING *") == "UPDATE users SET id = id * 2 RETURNING id, name")
        #expect(
            expanded("SELECT * FROM (SELECT * FROM users) UNION SELECT '*' FROM x")
                == "SELECT * FROM (SELECT id, name FROM users) UNION SELECT '*' FROM x"
        )
    }
}
