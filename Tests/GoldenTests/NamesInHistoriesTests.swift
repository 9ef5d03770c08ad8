import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import ModelgenSchema
import Testing

/// Names that are easily taken for something else, in schemas with versions.
@Suite("Names in histories")
struct NamesInHistoriesTests {
    private let pipeline: Pipeline

    init() throws { pipeline = try Pipeline.plain() }

    private func errors(_ yaml: String, lock: SourceFile? = nil) -> [String] {
        pipeline.errors([SourceFile(path: "m.model.yaml", text: yaml)], lock: lock, for: .checking)
            .map { "\($0.rule): \($0.message)" }
    }

    // MARK: - Keywords

    /// Keywords of every kind: those that only a quoted name can be, and those that SQLite also accepts as names.
    private static let keywords = [
        "from", "order", "group", "limit", "as", "by", "end", "select", "where", "case", "when", "then", "else", "and",
        "not", "null", "is", "in", "desc", "asc", "key", "offset", "having", "distinct", "between", "like", "escape",
        "collate", "cast", "on", "or", "all", "check", "union", "values", "to", "exists", "using",
    ]

    @Test("undoing the rename of a column leaves keywords alone", arguments: keywords)
    func keyword(_ name: String) {
        #expect(
            errors(
                """
                database: { name: Mail, version: 2 }
                models:
                  Letter:
                    table: letters
                    primaryKey: id
                    fields:
                      id: Int64
                      f: { type: String, column: "\(name)" }
                      n: { type: Int?, column: n, generated: 'CASE WHEN "\(name)" IS NOT NULL THEN 1 ELSE 0 END' }
                    checks: ['CASE WHEN "\(name)" BETWEEN ''a'' AND ''b'' OR "\(name)" IN (1) THEN 1 ELSE 1 END']
                    indexes: [{ fields: [f], where: '"\(name)" IS NOT NULL AND NOT "\(name)" LIKE ''x''' }]
                    migrations: { 2: [{ rename: { column: { sender: "\(name)" } } }] }
                  Sent:
                    view: >-
                      SELECT DISTINCT id, "\(name)" AS f, CAST("\(name)" AS TEXT) COLLATE NOCASE AS g FROM letters
                      WHERE "\(name)" = 'a' AND EXISTS (SELECT 1 FROM letters AS l WHERE l."\(name)" IS NULL)
                      GROUP BY id, "\(name)" HAVING count(*) > 0
                      ORDER BY "\(name)" DESC, CASE "\(name)" WHEN 'a' THEN 1 ELSE 2 END ASC LIMIT 5 OFFSET 0
                    fields: { id: Int64, f: String, g: String }

                """) == [])
    }

    @Test(
        "a bare word that SQLite takes for a column is renamed, keyword or not", arguments: ["key", "end", "desc", "a"])
    func bareName(_ name: String) throws {
        let planned = try pipeline.database(
            """
            database: { name: Mail, version: 2 }
            models:
              Letter:
                table: letters
                primaryKey: id
                fields: { id: Int64, f: { type: String, column: \(name) } }
                checks: ['CASE WHEN \(name) > ''a'' THEN letters.\(name) ELSE \(name) || ''x'' END AND (\(name))']
                migrations: { 2: [{ rename: { column: { sender: \(name) } } }] }

            """)
        #expect(
            planned.versions[0].shape.tables[0].checks.map(\.expression.text) == [
                "CASE WHEN sender > 'a' THEN letters.sender ELSE sender || 'x' END AND (sender)"
            ])
    }

    // MARK: - Names that were used again

    private static let reference = "s: { type: 'Int64?', references: M.k }"

    /// The other model was renamed to `M` after the first one was dropped.
    @Test("two dropped models with one name, which existed at the same time, are two models", arguments: ["", "M"])
    func droppedTwice(present: String) {
        let model = present.isEmpty ? "" : "M: { table: m2, primaryKey: z, since: 6, fields: { z: Int64 } }"
        #expect(
            errors(
                """
                database:
                  name: D
                  version: 6
                  migrations:
                    3:
                      - dropModel: { M: { table: m, primaryKey: k, fields: { k: Int64, \(Self.reference) } } }
                    5:
                      - dropModel: { M: { table: n, primaryKey: q, since: 2, fields: { q: Int64, f: Int32? } } }
                models:
                  Kept: { table: kept, primaryKey: id, fields: { id: Int64 } }
                  \(model)

                """) == [])
    }

    @Test("a dropped model refers to itself by its name, whatever was called so later", arguments: ["", "dropped"])
    func calledSoLater(renamed: String) {
        let other = "{ table: n, primaryKey: q, fields: { q: Int64 } }"
        #expect(
            errors(
                """
                formerly: { M: Other }
                database:
                  name: D
                  version: 6
                  migrations:
                    3:
                      - dropModel: { M: { table: m, primaryKey: k, fields: { k: Int64, \(Self.reference) } } }
                    \(renamed.isEmpty ? "" : "5: [{ dropModel: { Other: \(other) } }]")
                models:
                  Kept: { table: kept, primaryKey: id, fields: { id: Int64 } }
                  \(renamed.isEmpty ? "Other: \(other)" : "")

                """) == [])
    }

    // MARK: - Letters that are not ASCII

    /// Pairs of names that are one for Swift, or for Unicode, and two for SQLite.
    private static let pairs = [
        ("état", "ÉTAT"), ("kelvin", "\u{212a}elvin"), ("straße", "STRAẞE"),
    ]

    @Test("SQLite ignores case in ASCII only, and so does a table", arguments: pairs)
    func letters(_ one: String, _ other: String) throws {
        let yaml = """
            database: { name: D, version: 2 }
            models:
              M:
                table: "\(one)"
                primaryKey: id
                fields:
                  id: Int64
                  a: { type: String, column: "\(one)", index: true }
                  b: { type: String, column: "\(other)", index: true }
                checks: ['"\(one)" <> "\(other)"']
                migrations: { 2: [{ rename: { column: { former: "\(other)" } } }] }
              N: { table: "\(other)", primaryKey: id, fields: { id: Int64 } }

            """
        #expect(errors(yaml) == [])
        let table = try #require(try pipeline.database(yaml).versions[0].shape.tables.first { $0.columns.count == 3 })
        #expect(table.columns.map(\.name.text.utf8.count) == ["id", one, "former"].map(\.utf8.count))
        #expect(table.checks.map { Array($0.expression.text.utf8) } == [Array("\"\(one)\" <> former".utf8)])
        #expect(errors(yaml.replacing("\"\(other)\", index", with: "\"\(one)\", index")) != [])
    }

    @Test("the two normal forms of a letter are two names")
    func forms() {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        #expect(FoldedName(composed) != FoldedName(decomposed))
        let sql = renaming(
            .column(table: "t", from: SQLName(decomposed), to: "x"), in: "\(composed) <> \(decomposed)",
            scope: .expression(table: "t"))
        #expect(Array(sql.utf8) == Array("\(composed) <> x".utf8))
    }

    @Test("names that differ in ASCII case are still one")
    func ascii() {
        let two =
            "models: { M: { primaryKey: id, fields: { id: Int64, a: { type: Int, column: Éa }, b: { type: Int, column: ÉA } } } }"
        #expect(errors("database: { name: D }\n\(two)\n").map { $0.prefix { $0 != ":" } } == ["column-twice"])
    }

    // MARK: - Normal forms

    @Test("a text in another normal form than a name is written with its own bytes")
    func normalForms() throws {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        let yaml = """
            database: { name: D }
            enums: { Place: { cases: { \(composed): "\(decomposed)" } } }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, place: Place, \(composed): { type: String, column: "\(decomposed)" } }

            """
        let result = pipeline.generate([SourceFile(path: "m.model.yaml", text: yaml)], lock: nil, for: .generating)
        #expect(result.diagnostics.errors.map(\.message) == [])
        let lines = try #require(result.files.first).text.split(separator: "\n").filter { line in
            line.unicodeScalars.contains("\u{301}") || line.unicodeScalars.split(separator: "\\").count > 1
        }
        let code = lines.filter { !$0.contains("\"\"\"") }.joined(separator: "\n")
        #expect(code.contains("case"), "\(code)")
        #expect(code.contains("Column") || code.contains("column"), "\(code)")
    }

    @Test("a default, a check or a computed column in another normal form is another one")
    func otherForm() {
        let (composed, decomposed) = ("\u{e9}", "e\u{301}")
        let fields = [
            "type: String, default: \"X\"", "type: String, check: \"a <> 'X'\"",
            "type: \"[String]\", default: [\"X\"]", "type: \"[String: String]\", default: { \"X\": a }",
            "type: String?, generated: \"b || 'X'\"",
        ]
        for field in fields {
            let yaml = """
                database: { name: D, version: 2 }
                models:
                  M:
                    primaryKey: id
                    fields: { id: Int64, b: String, a: { \(field.replacing("X", with: composed)) } }
                    migrations: { 2: [{ change: { a: { from: { \(field.replacing("X", with: decomposed)) } } } }] }

                """
            #expect(errors(yaml) == [])
        }
    }
}
