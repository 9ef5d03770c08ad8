import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenRendering
import Testing

@Suite("Histories that are easy to get wrong")
struct NastyHistoryTests {
    @Test("every version becomes every later one with all its rows", arguments: NastyHistory.all)
    func pairs(_ history: NastyHistory) throws {
        let pipeline = try Pipeline.plain()
        let file = SourceFile(path: "m.model.yaml", text: history.yaml + "\n")
        let result = pipeline.analyse([file], for: .checking)
        let told = result.diagnostics.filter { !history.findings.contains($0.rule) }
        #expect(told.map { "\($0.rule): \($0.message)" } == [])
        #expect(Set(result.diagnostics.map(\.rule)) == Set(history.findings))
        let generated = pipeline.errors([file], for: .generating)
        #expect(generated.map(\.message) == [])
        let planned = try #require(result.models?.databases.first)
        #expect(planned.versions.count > 1)
        // The versions must differ, otherwise nothing was tested; a field's name alone is not a difference.
        #expect(planned.migrations.contains { !$0.steps.isEmpty })
    }

    /// Steps and definitions that are rejected, with the rule that reports them.
    static let refused: [(rule: String, keys: String)] = [
        ("unbound-parameter", "migrations: { 2: [{ sql: \"UPDATE m SET a = :typo\" }] }"),
        ("unbound-parameter", "migrations: { 2: [{ sql: \"DELETE FROM m WHERE id = ?\" }] }"),
        ("unbound-parameter", "migrations: { 2: [{ change: { a: { from: String?, using: \"ifnull(a, $x)\" } } }] }"),
        ("unbound-parameter", "checks: [\"a < :x\"]"),
        ("unbound-parameter", "indexes: [{ fields: [{ expression: \"id + ?2\" }] }]"),
        ("unbound-parameter", "unique: [{ fields: [a], where: \"a < @x\" }]"),
        (
            "sqlite-refuses",
            "migrations: { 2: [{ sql: \"INSERT INTO m (id, a) WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL "
                + "SELECT x + 1 FROM n) SELECT x, x FROM n\" }] }"
        ),
        // Memory is limited, too.
        (
            "sqlite-refuses",
            "migrations: { 2: [{ sql: \"INSERT INTO m (id, a) SELECT 1, hex(zeroblob(400000000))\" }] }"
        ),
        // So is the total size of many values.
        (
            "sqlite-refuses",
            "migrations: { 2: [{ sql: \"INSERT INTO m (id, a) WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL "
                + "SELECT x + 1 FROM n WHERE x < 5000) SELECT x, hex(zeroblob(5000000)) FROM n\" }] }"
        ),
        // At runtime, it would be rejected at the end of the version.
        ("sqlite-refuses", "migrations: { 2: [{ sql: \"CREATE TEMP TABLE z AS SELECT a FROM m\" }] }"),
        ("sqlite-refuses", "migrations: { 2: [{ sql: \"CREATE TEMPORARY VIEW m2 AS SELECT 1\" }] }"),
        (
            "sqlite-refuses",
            "migrations: { 2: [{ sql: \"CREATE TEMP TRIGGER t AFTER UPDATE ON m BEGIN SELECT 1; END\" }] }"
        ),
        ("clock-in-schema", "checks: [\"a < strftime('%s')\"]"),
        ("clock-in-schema", "checks: [\"a < julianday(' NOW ')\"]"),
        ("clock-in-schema", "checks: [\"a < CURRENT_TIMESTAMP\"]"),
        ("clock-in-schema", "checks: [\"a < unixepoch('subsec')\"]"),
        ("clock-in-schema", "indexes: [{ fields: [a], where: \"a < datetime()\" }]"),
        ("change-of-nothing", "migrations: { 2: [{ change: { a: { from: Int?, using: \"1\", restored: same } } }] }"),
        (
            "changed-twice",
            "migrations: { 2: [{ change: { a: { from: Int64, using: \"'x'\" } } }, { change: { a: { from: Data, using: \"'y'\" } } }] }"
        ),
        (
            "changed-twice",
            "migrations: { 2: [{ was: { checks: [id > 1] } }, { was: { checks: [id > 2], unique: [a] } }] }"
        ),
        ("changed-twice", "migrations: { 2: [{ was: { table: x } }, { was: { table: y } }] }"),
        ("change-without-conversion", "migrations: { 2: [{ change: { a: { from: Double } } }] }"),
        ("change-without-conversion", "migrations: { 2: [{ change: { a: { from: Date } } }] }"),
    ]

    @Test(
        "impossible histories are rejected by name, both by generate and by check",
        arguments: NastyHistoryTests.refused.indices)
    func refusals(_ index: Int) throws {
        let (rule, keys) = Self.refused[index]
        let text = """
            database: { name: D, version: 2, sqlite: "3.40" }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, a: String, b: { type: Int?, since: 2 } }
                \(keys)

            """
        let pipeline = try Pipeline.plain()
        for purpose in [Purpose.generating, .checking] {
            let told = pipeline.analyse([SourceFile(path: "m.model.yaml", text: text)], for: purpose).diagnostics
            #expect(told.contains { $0.rule == rule && $0.severity == .error }, "\(told.map(\.message))")
        }
    }

    @Test(
        "a parameter is reported at its SQL, wherever a field has some",
        arguments: [
            ("check", "\"v > :x\""), ("generated", "id + ?"), ("default", "{ swift: \"0\", sql: \"(@x)\" }"),
            ("fill", "{ sql: \"ifnull(?1, 0)\" }"),
        ])
    func parameters(_ key: String, _ sql: String) throws {
        let start = """
            database: { name: D, version: 2 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, v: { type: Int?, since: 2, 
            """
        let text = "\(start)\(key): \(sql) } }\n"
        let told = try Pipeline.plain().errors([SourceFile(path: "m.model.yaml", text: text)], for: .checking)
        #expect(told.count == 1 && told[0].message.contains("nothing binds `"), "\(told.map(\.message))")
        #expect(told.first?.range?.start == start.utf8.count)
    }

    @Test("a column of a full-text index has no name that FTS5 uses", arguments: ["Rank", "M_fts"])
    func fullText(_ name: String) throws {
        let text = """
            database: { name: D }
            models: { M: { table: m, primaryKey: id, fullText: [t], fields: { id: Int64, t: { type: String, column: \(name) } } } }

            """
        let told = try Pipeline.plain().errors([SourceFile(path: "m.model.yaml", text: text)], for: .checking)
        #expect(told.map(\.rule) == ["full-text-column"])
    }

    @Test("a table that gets the name of one that the same version drops is refused")
    func taken() throws {
        let text = """
            database:
              name: D
              version: 2
              migrations: { 2: [{ dropModel: { Old: { table: m, primaryKey: id, fields: { id: Int64 } } } }] }
            models:
              M: { table: m, primaryKey: id, fields: { id: Int64 }, migrations: { 2: [{ was: { table: n } }] } }

            """
        let told = try Pipeline.plain().errors([SourceFile(path: "m.model.yaml", text: text)], for: .checking)
        #expect(told.map(\.rule) == ["name-still-taken"])
    }

    @Test("what is wrong with a dropped model is reported at the step that drops it")
    func dropped() throws {
        for field in ["{ type: Int, check: xx > 0 }", "{ type: Int, references: City.n }", "{ type: Int, since: 2 }"] {
            let text = """
                database:
                  name: D
                  version: 3
                  migrations:
                    3: [{ dropModel: { Old: { primaryKey: id, fields: { id: Int64, x: \(field) } } } }]
                models:
                  City: { primaryKey: id, fields: { id: Int64, n: Int } }

                """
            let told = try Pipeline.plain().errors([SourceFile(path: "m.model.yaml", text: text)], for: .checking)
            let line = told.first?.range.map { $0.file.lines.location(at: $0.start).line }
            #expect(told.count == 1 && line == 5, "\(field): \(told.map(\.message)), \(line ?? 0)")
        }
    }

    @Test("a real number that becomes a text is reported with the digits that it loses")
    func digits() throws {
        let text = """
            database: { name: D, version: 2 }
            models:
              M:
                primaryKey: id
                fields: { id: Int64, a: Decimal }
                migrations: { 2: [{ change: { a: { from: Double, restored: same } } }] }

            """
        let told = try Pipeline.plain().errors([SourceFile(path: "m.model.yaml", text: text)], for: .checking)
        #expect(told.map(\.rule) == ["migration-loses-rows"])
        #expect(told[0].message.hasSuffix("is missing; as text, a number has 15 digits, so write `using:`"))
        // What is written with all its digits is there.
        #expect(!told[0].message.contains("a = '1'") && !told[0].message.contains("a = '1.0'"), "\(told[0].message)")
    }

    @Test("a fill that fills nothing is refused")
    func fills() throws {
        let pipeline = try Pipeline.plain()
        for field in [
            "{ type: Int, fill: 1 }", "{ type: Int?, since: 2, fill: 1, column: false }",
            "{ type: Int?, since: 2, fill: 1, generated: \"id + 1\" }",
        ] {
            let text = """
                database: { name: D, version: 2 }
                models:
                  M: { primaryKey: id, fields: { id: Int64, b: { type: Int?, since: 2 }, a: \(field) } }
                  N: { fields: { x: { type: Int, fill: 1 } } }

                """
            let told = pipeline.analyse([SourceFile(path: "m.model.yaml", text: text)], for: .generating).diagnostics
            #expect(told.count { $0.range?.text == "fill" } == 2, "\(field): \(told.map(\.message))")
        }
    }

    @Test("steps on rows run in the order of the tables' names in their version, those of the database last")
    func order() throws {
        let pipeline = try Pipeline.plain()
        let models = [
            "  Z: { table: z, primaryKey: id, fields: { id: Int64 }, migrations: { 2: [{ sql: DELETE FROM b }, { swift: first }], "
                + "3: [{ was: { table: b } }] } }\n",
            "  A: { table: c, primaryKey: id, fields: { id: Int64 }, migrations: { 2: [{ sql: DELETE FROM c }] } }\n",
            "  M: { table: A, since: 2, primaryKey: id, fields: { id: Int64 }, migrations: { 2: [{ sql: DELETE FROM A }] } }\n",
        ]
        for order in [models, models.reversed()] {
            let text =
                "database: { name: D, version: 3, migrations: { 2: [{ sql: DELETE FROM c WHERE 1 }] } }\nmodels:\n"
                + order.joined()
            let result = pipeline.analyse([SourceFile(path: "m.model.yaml", text: text)], for: .checking)
            #expect(result.diagnostics.map(\.message) == [])
            let steps = result.models?.databases.first?.migrations.first?.steps.compactMap { step -> String? in
                switch step.action {
                case .sql(let sql) where sql.hasPrefix("DELETE"): sql
                case .swift(let name): name.text
                case .sql, .rebuild, .dropTable: nil
                }
            }
            #expect(steps == ["DELETE FROM A", "DELETE FROM b", "first", "DELETE FROM c", "DELETE FROM c WHERE 1"])
        }
    }

    @Test(
        "keys are rewritten in place only if references to them follow by themselves",
        arguments: [
            (", onUpdate: cascade", "", true), (", onUpdate: setNull", "", true), (", onUpdate: restrict", "", false),
            ("", "", false), (", onUpdate: cascade", ", using: \"m + 5000\"", false),
        ])
    func followers(_ action: String, _ using: String, _ isInPlace: Bool) throws {
        let reference = "{ type: Int64?, references: M.id\(action) }"
        let step = using.isEmpty ? "" : "2: [{ change: { m: { from: \(reference)\(using) } } }]"
        let planned = try Pipeline.plain().database(
            """
            database: { name: D, version: 2 }
            models:
              M:
                table: m
                primaryKey: id
                fields: { id: Int64, a: String }
                migrations: { 2: [{ change: { id: { from: Int32, using: "id + 5000" } } }] }
              N: { table: n, primaryKey: id, fields: { id: Int64, m: \(reference) }, migrations: { \(step) } }

            """)
        let steps = planned.migrations.flatMap(\.steps)
        #expect(steps.flatMap(\.statements).contains { $0.hasPrefix("UPDATE m SET id = ") } == isInPlace)
        let isRebuilt = steps.contains { step in
            if case .rebuild(let plan) = step.action { plan.table.text == "m" } else { false }
        }
        #expect(isRebuilt != isInPlace)
    }

    @Test("the number of versions is limited, with a message beyond the limit")
    func limits() throws {
        let pipeline = try Pipeline.plain()
        func rules(_ text: String) -> [String] {
            pipeline.analyse([SourceFile(path: "m.model.yaml", text: text)], for: .generating).diagnostics.map(\.rule)
        }
        let fields = (2...2_100).map { "f\($0): { type: Int?, since: \($0) }" }.joined(separator: ", ")
        #expect(
            rules(
                "database: { name: D, version: 2100 }\nmodels: { M: { primaryKey: id, fields: { id: Int64, \(fields) } } }\n"
            )
            .contains("too-many-versions"))
        #expect(
            rules(
                "database: { name: D, version: 3000000000 }\nmodels: { M: { primaryKey: id, fields: { id: Int64 } } }\n"
            )
                == ["invalid-version"])
    }
}
