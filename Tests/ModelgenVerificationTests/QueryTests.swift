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
                model("User", [key, stored("name")]),
            ]
        )
        return verifyQueries(try #require(schema.plannedDatabase("Blog")), schema: schema, scans: scans).map(\.message)
    }

    private func parameter(_ name: SwiftName) -> NamedQuery.Parameter { .init(name: name, type: int) }

    @Test("a query that fits has no finding") func fits() throws {
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

    @Test("a wrong column, parameter or result is told") func wrong() throws {
        #expect(
            try problems(NamedQuery(name: "q", sql: "SELECT titel FROM posts", result: .one(.scalar(text)))) == [
                "SQLite refuses the query: no such column: titel"
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
                == ["the parameter :a is not declared under `params`", "the query does not use its parameter b"]
        )
        #expect(
            try problems(
                NamedQuery(name: "q", sql: "SELECT title, id FROM posts", result: .many(.model("Post")))
            ) == [
                "the query returns (title, id), but `returns` wants (id, user_id, title), in this order"
            ]
        )
        #expect(try problems(NamedQuery(name: "q", sql: "DELETE FROM posts; DELETE FROM users")).count == 1)
    }

    @Test("a query that reads a whole table is told on request") func scans() throws {
        let query = NamedQuery(
            name: "q",
            sql: "SELECT title FROM posts WHERE title = 'a'",
            result: .many(.scalar(text))
        )
        #expect(try problems(query) == [])
        #expect(try problems(query, scans: .reported).count == 1)
    }

    @Test("stars are expanded where the tables are known") func stars() {
        let columns: [String: [SQLName]] = ["posts": ["id", "order"], "users": ["id", "name"]]
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
            expanded("SELECT * FROM (SELECT * FROM users) UNION SELECT '*' FROM x")
                == "SELECT * FROM (SELECT id, name FROM users) UNION SELECT '*' FROM x"
        )
    }
}
