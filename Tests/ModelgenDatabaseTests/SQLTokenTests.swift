import ModelgenDatabase
import ModelgenSchema
import Testing

@Suite struct SQLTokenTests {
    @Test(
        "the tokens of SQL, joined, are the original",
        arguments: [
            "SELECT * FROM \"a\"\"b\" WHERE x<>'it''s' -- end", "a/*c*/b || x'00ff' -> '$.a' ->> 1", "'open", "\"open",
            "[open", "/* open", "?1 :name @x $y 1.5e-3 .5", "größe = \u{1F4EE}",
        ]
    ) func roundTrip(sql: String) {
        #expect(sqlTokens(sql).map(\.text).joined() == sql)
    }

    @Test("SQL with the same meaning has the same tokens") func normalized() {
        #expect(normalizedSQL("LENGTH ( \"Title\" )>0 /* c */") == normalizedSQL("length(title) > 0"))
        #expect(normalizedSQL("'a'") != normalizedSQL("a"))
    }

    @Test("a column is renamed wherever it is meant, and nowhere else") func columns() {
        let scope = SQLScope.expression(table: "posts")
        let rename = SQLRename.column(table: "posts", from: "text", to: "select")
        #expect(
            renaming(rename, in: "length(text) > text('text') AND CAST(\"TEXT\" AS text) <> posts.text", scope: scope)
                == "length(\"select\") > text('text') AND CAST(\"select\" AS text) <> posts.\"select\""
        )
        let select = SQLScope.select(columns: ["posts": ["id", "text"], "users": ["id", "name"]])
        #expect(
            renaming(rename, in: "SELECT p.text, u.text, text FROM posts p, users AS u WHERE text = 1", scope: select)
                == "SELECT p.\"select\" AS text, u.text, \"select\" AS text FROM posts p, users AS u WHERE \"select\" = 1"
        )
        #expect(renaming(rename, in: "SELECT text FROM users", scope: select) == "SELECT text FROM users")
        // A result of a view keeps its name; one with an alias, or inside an expression, needs none.
        #expect(
            renaming(
                rename, in: "SELECT DISTINCT text, text AS a, length(text) FROM posts UNION SELECT text FROM posts",
                scope: select)
                == "SELECT DISTINCT \"select\" AS text, \"select\" AS a, length(\"select\") FROM posts "
                + "UNION SELECT \"select\" AS text FROM posts")
        #expect(
            renaming(rename, in: "SELECT text FROM (SELECT text FROM posts)", scope: select)
                == "SELECT \"select\" AS text FROM (SELECT \"select\" FROM posts)")
    }

    @Test("a table is renamed where it is named or qualifies") func tables() {
        let rename = SQLRename.table(from: "posts", to: "articles")
        let select = SQLScope.select(columns: [:])
        #expect(
            renaming(
                rename,
                in: "SELECT posts.id, posts FROM main.posts JOIN (SELECT 1 FROM x, posts) WHERE 'posts' = posts",
                scope: select
            )
                == "SELECT articles.id, posts FROM main.articles JOIN (SELECT 1 FROM x, articles) WHERE 'posts' = posts"
        )
    }
}
