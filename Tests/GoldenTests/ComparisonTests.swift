import ModelgenCore
import ModelgenDiagnostics
import Testing

/// SQL that compares columns with literals.
@Suite("Comparisons with values that a column cannot contain")
struct ComparisonTests {
    private let pipeline: Pipeline

    init() throws { pipeline = try Pipeline.plain() }

    private func warnings(_ more: String, view: String = "SELECT id FROM posts", _ query: String = "1 = 1") -> [String]
    {
        let text = """
            database: { name: D }
            enums:
              State: { cases: { draft: drafted, live: published } }
              Rank: { raw: Int, cases: { low: 1, high: 2 } }
              Open: { cases: [a, b], unknown: keep }
            transformers: { Cents: { from: Int64, to: Decimal } }
            models:
              Post:
                table: posts
                primaryKey: id
                fields:
                  id: Int64
                  state: State
                  rank: Rank?
                  open: Open
                  isDone: Bool
                  at: Date
                  edited: { type: Date, transformer: rfc3339 }
                  key: UUID
                  size: Int8
                  price: { type: Decimal, transformer: Cents }
                  label: String
                  kind: { type: State, collate: NOCASE }
                  trim: State
                  tags: "[String]"
            \(more)
                queries: { some: { sql: "SELECT * FROM posts AS p WHERE \(query)", returns: "[Post]" } }
              Other: { table: others, primaryKey: id, fields: { id: Int64, rank: String } }
              Seen: { view: "\(view)", fields: { id: Int64 } }

            """
        let told = pipeline.analyse([SourceFile(path: "m.model.yaml", text: text)], for: .generating).diagnostics
        #expect(told.errors.map(\.message) == [], "\(text)")
        return told.map { [$0.message, $0.suggestion].compactMap(\.self).joined(separator: "; ") }
    }

    @Test(
        "are reported, however they are written",
        arguments: [
            (
                "state = 'draft'",
                "`Post.state` never contains `'draft'`; compare it with one of its values: `'drafted'`, `'published'`"
            ),
            ("p.state <> 'draft'", "'draft'"), ("'draft' = state", "'draft'"),
            ("(p.state) IS NULL OR state IS NOT 'draft'", "'draft'"),
            ("state IN ('drafted', 'gone')", "'gone'"), ("state NOT IN ('gone')", "'gone'"),
            ("CASE state WHEN 'draft' THEN 1 ELSE CASE rank WHEN 1 THEN 2 END END", "'draft'"),
            ("rank = 3", "`Post.rank` never contains `3`; compare it with one of its values: `1`, `2`"),
            ("rank = -1", "-1"),
            ("rank = 'low'", "'low'"),
            ("is_done = 'true'", "`Post.isDone` never contains `'true'`; compare it with `0` or `1`"),
            ("is_done = 2", "2"),
            (
                "at > '2020-01-01'",
                "`Post.at` never contains `'2020-01-01'`; compare it with `Date` as it is stored, as REAL"
            ),
            ("at BETWEEN '2020-01-01' AND 5", "'2020-01-01'"),
            (
                "edited >= 1577836800",
                "`Post.edited` never contains `1577836800`; compare it with `Date` by `rfc3339` as it is stored, as TEXT"
            ),
            ("edited = 'yesterday'", "'yesterday'"), ("\"key\" = 'x'", "'x'"), ("size = 1000", "1000"),
            ("price > '1,5'", "'1,5'"),
        ])
    func reported(_ condition: String, _ message: String) {
        let quoted = condition.replacing("\"", with: "\\\"")
        for told in [
            warnings("", quoted), warnings("", view: "SELECT id FROM posts AS p WHERE \(quoted)"),
            condition.contains("p.")
                ? warnings("", quoted) : warnings("    indexes: [{ fields: [id], where: \"\(quoted)\" }]"),
            condition.contains("p.") ? warnings("", quoted) : warnings("    checks: [\"\(quoted)\"]"),
        ] {
            #expect(told.count == 1 && told[0].contains(message), "\(condition): \(told)")
        }
    }

    private func warnings(_ more: String, _ query: String) -> [String] {
        warnings(more, view: "SELECT id FROM posts", query)
    }

    @Test(
        "are all others",
        arguments: [
            "state = 'drafted'", "state IN ('drafted', 'published')", "open = 'c'", "rank = '1'", "rank > 7",
            "is_done = 1", "is_done", "is_done = TRUE", "at > 1577836800", "at > '1577836800'", "edited >= '2020'",
            "edited = '2020-01-01T00:00:00Z'", "key = '123e4567-e89b-12d3-a456-426614174000'", "size < 1000",
            "price = 150", "label = 5", "kind = 'Drafted'", "state = 'DRAFTED' COLLATE NOCASE", "tags = '[]'",
            "state || label = 'draft'", "state = 'dr' || 'aft'", "label = state", "lower(state) = 'draft'",
            "substr(state, 1, 5) = 'draft'", "state LIKE 'd%'", "size + 1000 = 1000", "state IN (SELECT 'draft')",
            "CASE trim(label) WHEN 'draft' THEN 1 END",
        ])
    func accepted(_ condition: String) { #expect(warnings("", condition) == []) }

    @Test("are not reported if the name may be that of another column, of a table, or of a result")
    func ambiguous() {
        #expect(warnings("", view: "SELECT p.id FROM posts p, others o WHERE o.rank = 'low'") == [])
        #expect(warnings("", view: "SELECT id FROM posts state WHERE CASE state.label WHEN 'x' THEN 1 END") == [])
        #expect(
            warnings("", view: "SELECT id FROM (SELECT id, lower(label) AS state FROM posts) WHERE state = 'x'") == [])
    }
}
