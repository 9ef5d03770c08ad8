import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import Testing

@testable import ModelgenVerification

@Suite("Views and their models") struct ViewTests {
    private func findings(_ sql: String, _ fields: [Field]) throws -> [Finding] {
        var summary = view("Summary", sql, table: "summaries")
        summary.fields = fields
        let schema = blog(version: 1, [model("Post", [key, stored("title")]), summary])
        let planned = try #require(schema.plannedDatabase("Blog"))
        #expect(verifyChain(planned) == [])
        return verifyViews(planned, schema: schema)
    }

    @Test("a view with every column, in any order and any case, is valid") func fits() throws {
        #expect(
            try findings(
                "SELECT count(*) AS n, TITLE, 1 AS more FROM posts GROUP BY title",
                [stored("title"), stored("count", int, column: "n")]
            ) == [])
        #expect(try findings("SELECT * FROM posts", [key, stored("title")]) == [])
    }

    @Test("a missing column of a view is reported, at its SELECT") func lacks() throws {
        #expect(
            try findings(
                "SELECT title, count(*) FROM posts GROUP BY title", [stored("title"), stored("postCount", int)])
                == [
                    Finding(
                        rule: "view-lacks-column",
                        message:
                            "the view returns (title, count(*)), but no column `post_count` for `postCount`; select it, "
                            + "`AS post_count` if it is computed, or specify its name as the `column` of `postCount`",
                        element: ElementID(.model("Summary"), key: "view")
                    )
                ])
    }

    /// The findings of a view that selects `at` from a table where it has the given type.
    private func misread(_ held: Field, _ read: Field, _ column: String = "at") throws -> [String] {
        var recent = view("Recent", "SELECT \(column) FROM posts", table: "recent")
        recent.fields = [read]
        var schema = blog(version: 1, [model("Post", [key, held]), recent])
        schema.transformers = [
            TransformerDeclaration(name: "Lenient", file: "blog", source: .external("DatabaseValue"), value: int)
        ]
        let planned = try #require(schema.plannedDatabase("Blog"))
        #expect(verifyChain(planned) == [])
        return verifyViews(planned, schema: schema).map(\.message)
    }

    private func date(_ transformer: BuiltInTransformer?) -> Field {
        var field = stored("at", .optional(.scalar(.date)))
        field.transformer = transformer.map { FieldTransformer(json: nil, sqlite: .builtIn($0)) }
        return field
    }

    @Test("a column that a table holds in another form is reported, at its field") func misreads() throws {
        #expect(
            try misread(date(nil), date(.iso8601)) == [
                "`at` is read from TEXT, but the view returns `posts.at`, which holds REAL; give it the type and the "
                    + "transformer of `Post.at`, or convert it in the SELECT"
            ])
        #expect(try misread(date(.unixMilliseconds), date(nil)).count == 1)
        #expect(try misread(stored("at", .scalar(.bool)), stored("at")).count == 1)
        #expect(try misread(stored("at", .scalar(.double)), stored("at", int)).count == 1)
        #expect(
            try misread(stored("at", .scalar(.uuid)), stored("at", .list(text))) == [
                "`at` is read as `[String]`, but the view returns `posts.at`, which holds `UUID`; give it the type and the "
                    + "transformer of `Post.at`, or convert it in the SELECT"
            ])
        #expect(try misread(date(nil), date(.iso8601), "datetime(at, 'unixepoch') AS at") == [])
    }

    @Test("the largest and the smallest value of a column are read like the column") func extremes() throws {
        let milliseconds = date(.unixMilliseconds)
        for sql in ["max(at) AS at", "min(posts.at) AS at", "MAX ( \"at\" ) AS at"] {
            #expect(try misread(milliseconds, date(nil), sql).count == 1)
            #expect(try misread(milliseconds, milliseconds, sql) == [])
        }
        #expect(try misread(milliseconds, stored("at", optional(int)), "max(at) / 1000 AS at") == [])
        #expect(try misread(milliseconds, stored("at", optional(int)), "max(at, 0) AS at") == [])
    }

    @Test("a column that may be NULL is read as an optional, or excluded if it is") func nullable() throws {
        let held = stored("at", optional(int))
        #expect(
            try misread(held, stored("at", int)) == [
                "`posts.at` may be NULL, but is read as `Int64`; make that `Int64?`, or add `at IS NOT NULL` to the condition"
            ])
        #expect(try misread(held, stored("at", int), "max(at) AS at, at AS other").count == 1)
        #expect(try misread(held, stored("at", int), "count(at) AS at, at AS other").isEmpty)
        #expect(try misread(held, stored("at", int), "coalesce(at, 0) AS at").isEmpty)
        #expect(try misread(held, held).isEmpty)
        #expect(try misread(stored("at", int), stored("at", int)).isEmpty)
        #expect(try misread(held, stored("at", .external("DatabaseValue"))).isEmpty)
        var excluding = view("Recent", "SELECT id, at FROM posts WHERE at IS NOT NULL", table: "recent")
        excluding.fields = [stored("at", int)]
        let schema = blog(version: 1, [model("Post", [key, held]), excluding])
        #expect(verifyViews(try #require(schema.plannedDatabase("Blog")), schema: schema) == [])
    }

    @Test("a column that can be read in another type is not") func rereads() throws {
        #expect(try misread(date(.iso8601), date(.rfc3339)) == [])
        #expect(try misread(date(nil), stored("at", optional(double))) == [])
        #expect(try misread(stored("at", int), stored("at", .scalar(.double))) == [])
        #expect(try misread(stored("at", .scalar(.double)), stored("at", .scalar(.decimal))) == [])
        #expect(try misread(stored("at", .external("DatabaseValue")), stored("at", int)) == [])
        #expect(try misread(stored("at", int), stored("at", .external("DatabaseValue"))) == [])
        let lenient = stored("at", int, transformer: .declared("Lenient"))
        for held in [stored("at"), stored("at", int)] {
            #expect(try misread(held, lenient) == [])
            #expect(try misread(lenient, held) == [])
        }
    }
}
