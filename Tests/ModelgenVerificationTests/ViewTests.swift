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
}
