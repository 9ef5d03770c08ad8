import ModelgenCore
import ModelgenDiagnostics
import Testing

/// Steps that convert a column by an expression, tried before they are released.
@Suite("Values that `using` makes of older ones")
struct ConversionTests {
    private let pipeline: Pipeline

    init() throws { pipeline = try Pipeline.plain() }

    private func models(_ field: String, _ step: String = "", version: Int = 2) -> [SourceFile] {
        let text = """
            database: { name: D, version: \(version) }
            enums: { Size: [small, large] }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, v: \(field) }

            """
        return [
            SourceFile(path: "m.model.yaml", text: text + (step.isEmpty ? "" : "    migrations: { 2: [\(step)] }\n"))
        ]
    }

    private func told(_ earlier: String, _ field: String, _ using: String, first: String = "") throws -> [String] {
        let lock = try pipeline.lock(models(earlier, version: 1))
        let step = "\(first){ change: { v: { from: \(earlier), using: \"\(using)\" } } }"
        let diagnostics = pipeline.analyse(models(field, step), lock: lock, for: .checking).diagnostics
        #expect(diagnostics.errors.map(\.message) == [], "\(field)")
        return diagnostics.map(\.message)
    }

    @Test(
        "are reported with the first that the new type does not read",
        arguments: [
            ("String?", "UUID?", "v", "`'word'` in `v`, which cannot be read as `UUID`"),
            ("String?", "UUID?", "upper(v)", "'WORD'"), ("Int64?", "Bool?", "v", "`-1`"),
            ("String?", "Date?", "v", "`'word'` in `v`, which cannot be read as `Date`"),
            (
                "String?", "{ type: Date?, transformer: iso8601 }", "v",
                "`'word'` in `v`, which cannot be read as `Date` by `iso8601`"
            ),
            ("Date?", "{ type: Date?, transformer: rfc3339 }", "v", "'1700000000.5'"),
            ("Int64?", "Int8?", "v", "9223372036854775807"),
            ("String?", "Size?", "v", "'word'"), ("String?", "Int64?", "v", "'word'"),
            ("Data?", "String?", "v", "a blob of"),
            ("String?", "Decimal?", "v", "'word'"), ("String?", "\"[String]?\"", "v", "'word'"),
            ("String?", "JSON?", "v", "'word'"), ("Int64?", "\"[Int]?\"", "v", "'1'"),
        ])
    func misread(_ earlier: String, _ field: String, _ using: String, _ message: String) throws {
        let told = try told(earlier, field, using)
        #expect(told.count == 1 && told[0].contains(message), "\(told)")
    }

    @Test(
        "are fine if the new type reads all of them",
        arguments: [
            ("Int64?", "Bool?", "v <> 0"), ("String?", "Int64?", "CAST(v AS INTEGER)"),
            ("String?", "Size?", "CASE v WHEN 'word' THEN 'large' END"),
            ("String?", "Date?", "strftime('%s', v) * 1.0"),
            ("Date?", "{ type: Date?, transformer: rfc3339 }", "strftime('%Y-%m-%dT%H:%M:%SZ', v, 'unixepoch')"),
            ("Int64?", "\"[Int]?\"", "json_array(v)"),
            ("Bool?", "Size?", "CASE v WHEN 1 THEN 'large' ELSE 'small' END"),
            ("String?", "UUID?", "NULL"), ("Double?", "Decimal?", "CAST(v AS TEXT)"),
            ("UUID?", "Data?", "CAST(v AS BLOB)"),
            // What a transformer writes is not any text or number.
            ("{ type: Date, transformer: iso8601 }", "Date", "CAST(strftime('%s', v) AS REAL)"),
            ("{ type: Date, transformer: 'dateFormat(\"yyyy-MM-dd\")' }", "Date", "CAST(strftime('%s', v) AS REAL)"),
            (
                "{ type: Date, transformer: unixSeconds }", "{ type: Date, transformer: rfc3339 }",
                "strftime('%Y-%m-%dT%H:%M:%SZ', v, 'unixepoch')"
            ),
            ("{ type: Bool, transformer: intBool }", "Bool", "v"),
            ("{ type: Int, transformer: stringNumber }", "{ type: Double, transformer: stringNumber }", "v"),
        ])
    func read(_ earlier: String, _ field: String, _ using: String) throws {
        #expect(try told(earlier, field, using) == [])
    }

    @Test(
        "the SQL of a default or a fill is reported if the type does not read its value",
        arguments: [
            (
                "{ type: Date, default: { swift: Date(), sql: CURRENT_TIMESTAMP } }",
                "is a text in its column, which cannot be read as `Date`; write SQL for the value that the program would store"
            ),
            (
                "{ type: Int, default: { swift: 1, sql: \"NULL\" } }",
                "is NULL in its column, which is not optional; write SQL for a value, or make the type `Int?`"
            ),
            ("{ type: Int, default: { swift: 1, sql: \"'x'\" } }", "`default` of `v` is `'x'` in its column"),
            ("{ type: Int, since: 2, default: 1, fill: { sql: (NULL) } }", "`fill` of `v` is NULL in its column"),
            ("{ type: Int, default: { swift: 1, sql: \"'1'\" } }", nil),
            ("{ type: Int?, default: { swift: nil, sql: \"NULL\" } }", nil),
            ("{ type: Date, default: { swift: Date(), sql: \"strftime('%s', 'now') * 1.0\" } }", nil),
            ("{ type: Date, transformer: iso8601, default: { swift: Date(), sql: CURRENT_TIMESTAMP } }", nil),
            ("{ type: Int, since: 2, default: 1, fill: { sql: id + 1 } }", nil),
        ] as [(String, String?)])
    func defaults(_ field: String, _ message: String?) throws {
        let told = pipeline.analyse(models(field), for: .generating).diagnostics.map(\.message)
        #expect(told.count == (message == nil ? 0 : 1) && message.map { told[0].contains($0) } ?? true, "\(told)")
    }

    @Test("a name in a fill that SQLite does not know is shown there, although a step rebuilds the table")
    func fills() throws {
        let step = "{ change: { v: { from: String, using: length(v) } } }"
        let field = "Int, w: { type: Int, since: 2, fill: { sql: missing + 1 } }"
        let found = pipeline.analyse(models(field, step), for: .generating).diagnostics
        #expect(found.map(\.message) == ["SQLite rejects a step to version 2: no such column: missing"])
        let range = try #require(found.first?.range)
        #expect(String(decoding: range.file.bytes[range.start..<range.end], as: UTF8.self) == "missing")
    }

    @Test("are fine after an `sql` step that deletes the others, and not tried if a step in Swift may convert them")
    func steps() throws {
        let delete = "{ sql: \"DELETE FROM m WHERE v NOT IN (0, 1)\" }, "
        #expect(try told("Int64", "Bool", "v", first: delete) == [])
        #expect(try told("Int64", "Bool", "v", first: "{ swift: convert }, ") == [])
        #expect(try told("Int64", "Bool", "v").count == 1)
    }

    @Test("are not reported for a released version, whose steps cannot change")
    func released() throws {
        let lock = try pipeline.lock(models("Int64", version: 1))
        let files = models("Bool", "{ change: { v: { from: Int64, using: v } } }")
        let released = pipeline.release(files, lock: lock)
        #expect(released.diagnostics.map(\.rule) == ["conversion-misread"])
        let next = SourceFile(path: "modelgen.lock", text: try #require(released.lock))
        #expect(pipeline.analyse(files, lock: next, for: .checking).diagnostics.map(\.message) == [])
    }
}
