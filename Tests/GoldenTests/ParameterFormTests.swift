import ModelgenCore
import ModelgenDiagnostics
import Testing

/// Queries whose parameters are compared with columns.
@Suite("Parameters of a query")
struct ParameterFormTests {
    private let pipeline: Pipeline

    init() throws { pipeline = try Pipeline.plain() }

    private func errors(_ sql: String, _ parameters: String) -> [String] {
        let text = """
            database: { name: D }
            enums: { State: [draft, live] }
            transformers: { Reversed: { from: String, to: String } }
            models:
              Post:
                table: posts
                primaryKey: id
                fields:
                  id: Int64
                  at: { type: Date, transformer: unixMilliseconds }
                  edited: { type: Date, transformer: rfc3339 }
                  seen: Date?
                  day: { type: Date, transformer: 'dateFormat("yyyy-MM-dd")' }
                  count: { type: Int, transformer: stringNumber }
                  email: { type: String, transformer: lowercased }
                  secret: { type: String, transformer: Reversed }
                  written: String
                  uuid: UUID
                  hash: Data
                  open: Bool
                  state: State
                  tags: { type: "[String]", transformer: commaSeparated }
                  any: DatabaseValue
                queries:
                  q:
                    sql: "\(sql)"
                    params: { \(parameters) }
              Event:
                table: events
                primaryKey: id
                fields: { id: Int64, at: Date, seen: Date }
              Recent:
                table: recents
                view: SELECT at AS moment FROM posts
                fields: { moment: { type: Date, transformer: unixMilliseconds } }
            """
        let found = pipeline.errors([SourceFile(path: "d.model.yaml", text: text)], for: .generating)
        return found.map { [$0.message, $0.suggestion].compactMap(\.self).joined(separator: "; ") }
    }

    private func errors(where condition: String, _ parameters: String) -> [String] {
        errors("DELETE FROM posts WHERE \(condition)", parameters)
    }

    private static let advice =
        "`:p` is bound as `Date`, but `Post.at` is stored as `Date` by `unixMilliseconds`; "
        + "declare the parameter as `{ type: Date, transformer: unixMilliseconds }`"

    @Test(
        "in another form than their columns are reported",
        arguments: [
            "at > :p", ":p <= at", "posts.at = :p", "at BETWEEN :p AND 5", "at BETWEEN 0 AND :p", "at IN (:p, 0)",
            "at IS NOT :p", "id = 1 AND (at = $p OR at < 3)", "CASE at WHEN :p THEN 1 END",
            "id IN (SELECT p.id FROM posts AS p WHERE p.at > :p LIMIT 1)",
        ])
    func places(_ condition: String) {
        #expect(errors(where: condition, "p: Date") == [Self.advice])
        #expect(errors(where: condition, "p: { type: Date, transformer: unixMilliseconds }") == [])
    }

    @Test(
        "are reported where a row is written",
        arguments: [
            "UPDATE posts SET state = 'draft', at = :p WHERE id = 1",
            "INSERT INTO posts (id, at) VALUES (1, max(2, 3)), (2, :p)",
            "INSERT OR IGNORE INTO main.posts AS p (id, at) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET at = :p",
        ])
    func writes(_ sql: String) {
        #expect(errors(sql, "p: Date") == [Self.advice])
        #expect(errors(sql, "p: { type: Date, transformer: unixMilliseconds }") == [])
    }

    @Test(
        "are reported with the declaration that they need",
        arguments: [
            ("at = :p", "Date?", "{ type: Date?, transformer: unixMilliseconds }"),
            ("at IN :p", "\"[Date]\"", "{ type: \"[Date]\", transformer: unixMilliseconds }"),
            ("edited > :p", "Date", "{ type: Date, transformer: rfc3339 }"),
            ("seen > :p", "{ type: Date, transformer: unixMilliseconds }", "Date"),
            (
                "day = :p", "{ type: Date, transformer: rfc3339 }",
                "{ type: Date, transformer: 'dateFormat(\"yyyy-MM-dd\")' }"
            ),
            ("email = :p", "String", "{ type: String, transformer: lowercased }"),
            ("secret = :p", "String", "{ type: String, transformer: Reversed }"),
            ("tags = :p", "\"[String]\"", "{ type: \"[String]\", transformer: commaSeparated }"),
            ("written > :p", "Date", "String"), ("uuid = :p", "Data", "UUID"), ("hash = :p", "String", "Data"),
            ("id = :p", "UUID", "Int64"), ("id IN :p", "\"[UUID]\"", "\"[Int64]\""),
        ])
    func declarations(_ condition: String, _ parameter: String, _ needed: String) {
        let found = errors(where: condition, "p: \(parameter)")
        #expect(found.count == 1 && found[0].hasSuffix("; declare the parameter as `\(needed)`"), "\(found)")
        #expect(errors(where: condition, "p: \(needed)") == [])
    }

    @Test("that two columns need in different forms become two")
    func two() {
        let condition = "at > :p OR edited > :p"
        let both = "{ type: Date, transformer: rfc3339 }"
        #expect(
            errors(where: condition, "p: \(both)") == [
                "`:p` is bound as `Date` by `rfc3339`, but `Post.at` is stored as `Date` by `unixMilliseconds`; use another "
                    + "parameter for it, declared as `{ type: Date, transformer: unixMilliseconds }`"
            ])
        let more = "p: \(both), q: { type: Date, transformer: unixMilliseconds }"
        #expect(errors(where: "at > :q OR edited > :p", more) == [])
    }

    @Test("that a list of numbers would have to match exactly become a range")
    func lists() {
        let found = errors(where: "seen IN :p", "p: { type: \"[Date]\", transformer: unixMilliseconds }")
        #expect(
            found.count == 1 && found[0].hasSuffix("; a list of REAL cannot be matched exactly by IN, so use a range"))
    }

    @Test(
        "are not reported in other places, or in a form that is the same or intended",
        arguments: [
            ("at / 1000 > :p", "Date"), ("at > :p * 1000", "Date"), ("at + 1 > :p", "Date"), ("-at < :p", "Date"),
            ("abs(at) > :p", "Date"), ("at > coalesce(:p, 0)", "Date"), ("at > (SELECT :p * 1000)", "Date"),
            ("id || at = :p", "String"), ("at > :p", "Int64"), ("at > :p", "Double"), ("written = :p", "UUID"),
            ("written = :p", "{ type: String, transformer: lowercased }"),
            ("written > :p", "{ type: Date, transformer: rfc3339 }"), ("count = :p", "Int"), ("id = :p", "String"),
            ("edited = :p", "{ type: Date, transformer: iso8601 }"), ("uuid = :p", "String"),
            ("seen > :p", "{ type: Date, transformer: unixSeconds }"), ("state = :p", "String"),
            ("open = :p", "{ type: Bool, transformer: intBool }"), ("hash = :p", "DatabaseValue"),
            ("any = :p", "Date"), ("(:p IS NULL OR seen > :p)", "Date?"), ("id IN :p", "Set<Int64>"),
            ("edited IN :p", "{ type: \"[Date]\", transformer: rfc3339 }"), ("seen > :p LIMIT 1", "Date"),
        ])
    func accepted(_ condition: String, _ parameter: String) {
        #expect(errors(where: "id IN (SELECT id FROM posts WHERE \(condition))", "p: \(parameter)") == [])
    }

    @Test("are not reported if the name may be that of another column, of a table, or of a result")
    func ambiguous() {
        for sql in [
            "SELECT p.id FROM posts p JOIN events e ON e.id = p.id WHERE e.at > :p",
            "SELECT id FROM (SELECT id, seen AS at FROM posts) WHERE at > :p",
            "SELECT id FROM (SELECT id, max(seen) at FROM posts) WHERE at > :p",
            "WITH x (id, at) AS (SELECT id, seen FROM posts) SELECT id FROM x WHERE at > :p",
        ] {
            #expect(errors("DELETE FROM posts WHERE id IN (\(sql))", "p: Date") == [], "\(sql)")
        }
    }

    @Test("are compared with the columns of views") func views() {
        let sql = "DELETE FROM posts WHERE id IN (SELECT 1 FROM recents WHERE moment > :p)"
        #expect(errors(sql, "p: Date").map { $0.contains("`Recent.moment` is stored as") } == [true])
        #expect(errors(sql, "p: { type: Date, transformer: unixMilliseconds }") == [])
    }
}
