import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema
import Testing

/// A change to a released version, and the step that the error must propose instead.
struct ReleasedEdit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The keys of the model at the release and now: lines of YAML.
    var released: String
    var edited: String
    /// What is to be written instead.
    var steps: [String]

    init(_ description: String, _ released: String, _ edited: String, _ steps: String...) {
        (testDescription, self.released, self.edited, self.steps) = (description, released, edited, steps)
    }

    private static let fields = "fields: { id: Int64, a: String, b: Int64?, other: Int64? }"

    static let all: [ReleasedEdit] = [
        ReleasedEdit(
            "a unique went", "\(fields)\nunique: [[a], [b]]", "\(fields)\nunique: [[b]]",
            "- was: { unique: [{ fields: [a], name: m_unique_a }, { fields: [b], name: m_unique_b }] }"),
        ReleasedEdit(
            "an index is over other fields", "\(fields)\nindexes: [{ fields: [a, b desc], where: \"b > 3\", name: i }]",
            "\(fields)\nindexes: [{ fields: [b], name: i }]",
            "- was: { indexes: [{ fields: [a, b desc], where: \"b > 3\", name: i }] }"),
        ReleasedEdit(
            "an index over a column with capitals went",
            "fields: { id: Int64, madeAt: { type: Int64, column: madeAt } }\nindexes: [{ fields: [madeAt desc], name: i }]",
            "fields: { id: Int64, madeAt: { type: Int64, column: madeAt } }",
            "- was: { indexes: [{ fields: [madeAt desc], name: i }] }"),
        ReleasedEdit(
            "an index over an expression went",
            "\(fields)\nindexes: [{ fields: [{ expression: \"lower(a)\" }], name: i }]", fields,
            "- was: { indexes: [{ fields: [{ expression: \"lower ( a )\" }], name: i }] }"),
        ReleasedEdit(
            "an index became unique", "\(fields)\nindexes: [{ fields: [a], name: i }]",
            "\(fields)\nunique: [{ fields: [a], name: i }]",
            "- was: { indexes: [{ fields: [a], name: i }], unique: [] }"),
        ReleasedEdit(
            "a check changed, a second one stayed",
            "\(fields)\nchecks: [\"b > 0\", { sql: \"length(a) > 1\", name: c }]",
            "\(fields)\nchecks: [\"b > 1\", { sql: \"length(a) > 1\", name: c }]",
            "- was: { checks: [\"b > 0\", { sql: \"length(a) > 1\", name: c }] }"),
        ReleasedEdit(
            "the full text went", "\(fields)\nfullText: [a]", fields, "- was: { fullText: [a] }"),
        ReleasedEdit(
            "a full text came", fields, "\(fields)\nfullText: [a]", "- was: { fullText: [] }"),
        ReleasedEdit(
            "STRICT came", fields, "\(fields)\nstrict: true", "- was: { strict: false }"),
        ReleasedEdit(
            "the key is another, and without rowid", "primaryKey: id\n\(fields)",
            "primaryKey: [id, a]\nwithoutRowID: true\n\(fields)",
            "- was: { primaryKey: [id], withoutRowID: false }"),
        ReleasedEdit(
            "AUTOINCREMENT went", "fields: { id: { type: Int64, autoincrement: true }, a: String }",
            "fields: { id: Int64, a: String }", "- change: { id: { from: { type: Int64, autoincrement: true } } }"),
        ReleasedEdit(
            "a reference went", "fields: { id: Int64, b: { type: Int64?, references: Other.id, onDelete: setNull } }",
            "fields: { id: Int64, b: Int64? }",
            "- change: { b: { from: { type: Int64?, references: Other.id, onDelete: setNull } } }"),
        ReleasedEdit(
            "a reference came", "fields: { id: Int64, b: Int64? }",
            "fields: { id: Int64, b: { type: Int64?, references: Other.id } }", "- change: { b: { from: Int64? } }"),
        ReleasedEdit(
            "a reference acts differently",
            "fields: { id: Int64, b: { type: Int64?, references: Other.id, onDelete: cascade, onUpdate: restrict } }",
            "fields: { id: Int64, b: { type: Int64?, references: Other.id } }",
            "- change: { b: { from: { type: Int64?, references: Other.id, onDelete: cascade, onUpdate: restrict } } }"),
        ReleasedEdit(
            "a reference acts differently, and its column is optional",
            "fields: { id: Int64, b: { type: Int64, references: Other.id } }",
            "fields: { id: Int64, b: { type: Int64?, references: Other.id, onDelete: setNull } }",
            "- change: { b: { from: { type: Int64, references: Other.id } } }"),
        ReleasedEdit(
            "a reference went, and its column is optional",
            "fields: { id: Int64, b: { type: Int64, references: Other.id } }", "fields: { id: Int64, b: Int64? }",
            "- change: { b: { from: { type: Int64, references: Other.id } } }"),
        ReleasedEdit(
            "a column with all there is went",
            "fields: { id: Int64, a: { type: String, default: \"x'y\", collate: NOCASE, check: \"a <> ''\" } }",
            "fields: { id: Int64 }",
            "- drop: { a: { type: String, default: \"x'y\", collate: NOCASE, check: \"a <> ''\" } }"),
        ReleasedEdit(
            "a computed column is computed differently",
            "fields: { id: Int64, a: { type: Int64?, generated: { sql: \"id + 1\", kind: stored } } }",
            "fields: { id: Int64, a: { type: Int64?, generated: { sql: \"id + 2\", kind: stored } } }",
            "- change: { a: { from: { type: Int64?, generated: { sql: \"id + 1\", kind: stored } } } }"),
        ReleasedEdit(
            "a declared type changed", "fields: { id: Int64, a: { type: Double, columnType: \"DECIMAL(10,2)\" } }",
            "fields: { id: Int64, a: Double }",
            "- change: { a: { from: { type: Double, columnType: \"DECIMAL(10,2)\" } } }"),
        ReleasedEdit(
            "a column was renamed that checks, indexes and another column mention",
            """
            fields: { id: Int64, a: { type: String, check: "a <> ''" }, c: { type: String?, generated: "lower(a)" } }
            checks: ["length(a) < 9"]
            unique: [[a, id]]
            indexes: [{ fields: [{ expression: "upper(a)" }], where: "a > 'b'", name: i }]
            """,
            """
            fields: { id: Int64, n: { type: String, check: "n <> ''" }, c: { type: String?, generated: "lower(n)" } }
            checks: ["length(n) < 9"]
            unique: [[n, id]]
            indexes: [{ fields: [{ expression: "upper(n)" }], where: "n > 'b'", name: i }]
            """, "- rename: { a: n }"),
        ReleasedEdit(
            "a column was renamed, and a check that mentions it changed",
            "fields: { id: Int64, a: { type: String, check: \"a <> ''\" }, b: Int64? }\nchecks: [\"b > length(a)\"]",
            "fields: { id: Int64, n: { type: String, check: \"n <> ''\" }, b: Int64? }\nchecks: [\"b >= length(n)\"]",
            "- rename: { a: n }", "- was: { checks: [\"b > length(a)\"] }"),
        ReleasedEdit(
            "a check and an index of columns whose names need quotes went",
            """
            \(hostile)
            checks: ["\\"order\\" > 0 OR \\"it's\\" <> 'a b' OR \\"a b\\" > 1"]
            indexes: [{ fields: [o, c], where: "[A \\\"b] > 1", name: "%i" }]
            """, hostile,
            #"- was: { checks: ["\"order\" > 0 OR \"it's\" <> 'a b' OR \"a b\" > 1"] }"#,
            #"- was: { indexes: [{ fields: [o, c], where: "\"A \"\"b\" > 1", name: "%i" }] }"#),
        ReleasedEdit(
            "a column has another collation, and its check names columns that need quotes",
            "fields: { id: Int64, a: { type: String, column: a b, check: \"\\\"a b\\\" <> 'a b'\", collate: NOCASE } }",
            "fields: { id: Int64, a: { type: String, column: a b, check: \"\\\"a b\\\" <> 'a b'\" } }",
            #"- change: { a: { from: { type: String, collate: NOCASE, check: "\"a b\" <> 'a b'" } } }"#),
        ReleasedEdit(
            "a column has a name that is a word of YAML", "fields: { id: Int64, a: Int64? }",
            "fields: { id: Int64, a: { type: Int64?, column: \"null\" } }",
            "- rename: { column: { a: \"null\" } }"),
        ReleasedEdit(
            "a column in capitals, which no field would have by itself, is renamed with its field",
            "fields: { id: Int64, a: { type: Int64?, column: Camel } }", "fields: { id: Int64, b: Int64? }",
            "- rename: { column: { Camel: b } }"),
        ReleasedEdit(
            "a removed column is named exactly like its field, unlike the strategy would",
            "fields: { id: Int64, shipVia: { type: Int64?, column: shipVia } }", "fields: { id: Int64 }",
            "- drop: { shipVia: { type: Int64?, column: shipVia } }"),
        ReleasedEdit(
            "a column has the name of another one's field",
            "fields: { id: Int64, a: { type: Bool, column: \"x y\" }, b: Int8 }",
            "fields: { id: Int64, c: { type: Bool, column: c }, b: { type: Int8, column: z } }",
            "- rename: { column: { b: z } }", "- rename: { column: { \"x y\": c } }"),
    ]

    /// Fields whose columns need quotes in SQL.
    private static let hostile = """
        fields:
          id: Int64
          o: { type: Int64?, column: order }
          i: { type: String?, column: "it's" }
          c: { type: Int64?, column: "a b" }
          q: { type: Int64?, column: 'A "b' }
        """
}

@Suite("Messages about an edited release")
struct AdviceTests {
    private func models(_ keys: String, version: Int, steps: [String] = []) -> [SourceFile] {
        let lines = keys.split(separator: "\n").map { "    \($0)\n" }.joined()
        let key = keys.contains("primaryKey") ? "" : "    primaryKey: id\n"
        let migrations =
            steps.isEmpty ? "" : "    migrations:\n      2:\n" + steps.map { "        \($0)\n" }.joined()
        let text = """
            database: { name: D, version: \(version), sqlite: "3.37" }
            models:
              Other: { table: others, primaryKey: id, fields: { id: Int64 } }
              Pair: { table: pairs, primaryKey: [x, y], fields: { x: Int64, y: Int64 } }
              M:
                table: m

            """ + key + lines + migrations
        return [SourceFile(path: "m.model.yaml", text: text)]
    }

    @Test("the step to write instead, which solves the problem", arguments: ReleasedEdit.all + ReleasedEdit.definitions)
    func advice(_ edit: ReleasedEdit) throws {
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(models(edit.released, version: 1))

        let told = pipeline.analyse(models(edit.edited, version: 1), lock: lock, for: .checking).diagnostics
        #expect(told.allSatisfy { $0.rule == "released-version-changed" })
        let steps = told.flatMap { $0.message.split(separator: "`").map(String.init).filter { $0.hasPrefix("- ") } }
        for step in edit.steps { #expect(told.contains { $0.message.contains("`\(step)`") }, "\(told.map(\.message))") }

        // A second `change` of a field would be an error.
        let changes = steps.filter { $0.hasPrefix("- change") }
        #expect(changes.count == Set(changes).count, "\(told.map(\.message))")

        // With the proposed step, the version is what it was.
        let written = Set(steps).sorted()
        #expect(written == edit.steps.sorted(), "\(told.map(\.message))")
        let following = models(edit.edited, version: 2, steps: written)
        let errors = pipeline.errors(following, lock: lock, for: .checking)
        #expect(errors.map(\.message) == [], "\(written)")
    }

    @Test("the options of a table that came or went are not empty code")
    func options() throws {
        let pipeline = try Pipeline.plain()
        func files(_ keys: String) -> [SourceFile] {
            let text =
                "database: { name: D, sqlite: \"3.37\" }\nmodels: { M: { table: m, fields: { a: Int64 }\(keys) } }\n"
            return [SourceFile(path: "m.model.yaml", text: text)]
        }
        for (released, edited, change) in [
            ("", ", strict: true", "the table `m` had no key and no options and is `STRICT` now; "),
            (", strict: true", "", "the table `m` was `STRICT` and has no key and no options now; "),
        ] {
            let lock = try pipeline.lock(files(released))
            let told = pipeline.errors(files(edited), lock: lock, for: .checking).map(\.message)
            #expect(told.count == 1 && told[0].contains(change), "\(told)")
        }
    }

    @Test("a table that keeps all its columns keeps its name, although it gets those of one that went")
    func kept() throws {
        let a =
            "database: { name: D, version: 1 }\nmodels:\n  A: { table: a, primaryKey: id, fields: { id: Int64, x: Int?"
        func files(_ text: String) -> [SourceFile] { [SourceFile(path: "m.model.yaml", text: text)] }
        let c = "\n  C: { table: c, primaryKey: id, fields: { id: Int64, x: Int?, y: Int?, z: Int? } }\n"
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(files(a + " } }" + c))
        let told = pipeline.errors(files(a + ", y: Int?, z: Int? } }\n"), lock: lock, for: .checking).map(\.message)
        #expect(told.count == 3 && !told.contains { $0.contains("seems to be named") }, "\(told)")
        #expect(told.contains { $0.contains("the table `c` was removed") })
    }

    @Test(
        "a view that changed or went is proposed as it was, with its names in quotes",
        arguments: [
            "SELECT id, \"order\", \"a b\" FROM \"m n\" WHERE \"order\" > 1 ORDER BY \"order\"",
            "SELECT m.\"order\", '\"a b\" order' AS id, 0 AS \"a b\" FROM \"m n\" AS m",
        ])
    func views(_ sql: String) throws {
        func files(_ view: String, _ more: String = "") -> [SourceFile] {
            let text = """
                database: { name: D, version: \(more.isEmpty ? 1 : 2) }
                models:
                  M: { table: m n, primaryKey: id, fields: { id: Int64, o: { type: Int?, column: order }, c: { type: Int?, column: a b } } }
                  V:
                    table: v
                    view: \(view.quotedForJSON)
                    fields: { id: Int64?, o: { type: Int?, column: order }, c: { type: Int?, column: a b } }

                """
            return [SourceFile(path: "m.model.yaml", text: text + more)]
        }
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(files(sql))
        let edited = "SELECT id, \"order\", \"a b\" FROM \"m n\" WHERE id > 7"
        let told = pipeline.errors(files(edited), lock: lock, for: .checking).map(\.message)
        let step = "- was: { view: \(sql.quotedForJSON) }"
        #expect(told.count == 1 && told[0].contains("`\(step)`"), "\(told)")
        let followed = files(edited, "    migrations: { 2: [\(step.dropFirst(2))] }\n")
        #expect(pipeline.errors(followed, lock: lock, for: .checking).map(\.message) == [])
    }

    @Test(
        "a view with aliases in quotes, which the lock does not have, is taken from version control",
        arguments: [
            ("AS \"the name\"", true), ("AS \"order\"", true), ("AS x", false), ("|| CAST(id AS TEXT) AS x", false),
        ])
    func aliases(_ alias: String, _ isLost: Bool) throws {
        func files(_ view: String) -> [SourceFile] {
            let text = """
                database: { name: D }
                models:
                  M: { table: m, primaryKey: id, fields: { id: Int64, a: String } }
                  V: { table: v, view: \(view.quotedForJSON), fields: { id: Int64 } }

                """
            return [SourceFile(path: "m.model.yaml", text: text)]
        }
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(files("SELECT id, a \(alias) FROM m"))
        let told = pipeline.errors(files("SELECT id FROM m"), lock: lock, for: .checking).map(\.message)
        #expect(told.count == 1 && told[0].hasSuffix("the lock has no quotes around aliases") == isLost, "\(told)")
    }

    @Test("the message about a dropped index names the dropped field, although a field has that name")
    func taken() throws {
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(
            models("fields: { id: Int64, a: String? }\nindexes: [{ fields: [a], name: i }]", version: 1))
        let edited =
            "fields: { id: Int64, a: { type: Int64?, column: b, since: 2 } }\nindexes: [{ fields: [a], name: i }]"
        let told = pipeline.errors(models(edited, version: 2), lock: lock, for: .checking).map(\.message)
        let steps = [
            "- drop: { oldA: { type: String?, column: a } }", "- was: { indexes: [{ fields: [oldA], name: i }] }",
        ]
        #expect(told.count == 2 && steps.allSatisfy { step in told.contains { $0.contains("`\(step)`") } }, "\(told)")
        let followed = models(edited, version: 2, steps: steps)
        #expect(pipeline.errors(followed, lock: lock, for: .checking).map(\.message) == [])
    }

    @Test("a step is proposed at the model, and a dropped model has its columns, although more has changed")
    func places() throws {
        func files(_ a: String, _ database: String = "version: 1", _ c: String = "") -> [SourceFile] {
            let text = "database: { name: D, \(database) }\nmodels:\n  A: { primaryKey: id, \(a) }\n" + c
            return [SourceFile(path: "m.model.yaml", text: text)]
        }
        let c = "  C: { table: \"c d\", primaryKey: id, fields: { id: Int64, x: { type: Int?, column: \"{x}\" } } }\n"
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(files("table: a, fields: { id: Int64, x: Int? }", "version: 1", c))
        let edited = "table: b, fields: { id: Int64 }, migrations: { 2: [{ was: { table: a } }"
        let told = pipeline.errors(files(edited + "] }", "version: 2"), lock: lock, for: .checking)
        let drop = try #require(told.first { $0.message.contains("`a.x` was removed") })
        #expect(drop.range?.text == "A" && drop.message.hasSuffix("`- drop: { x: Int? }`"), "\(drop.message)")
        let gone = try #require(told.first { $0.message.contains("the table `\"c d\"` was removed") })
        let step = try #require(gone.message.split(separator: "`").last.map { String($0.dropFirst(2)) })
        #expect(step.contains("x: { type: Int?, column: \"{x}\" }"), "\(step)")
        let followed = files(
            edited + ", { drop: { x: Int? } }] }", "version: 2, migrations: { 2: [{ \(step) }] }")
        #expect(pipeline.errors(followed, lock: lock, for: .checking).map(\.message) == [])
    }

    @Test("tables that exchange their names are renamed, not emptied", arguments: [["A", "B"], ["A", "B", "C"]])
    func exchanged(_ names: [String]) throws {
        func models(_ tables: [String], version: Int, steps: [String: String] = [:]) -> [SourceFile] {
            let models = zip(names, tables).map { name, table in
                let step = steps[name].map { ", migrations: { 2: [\($0.dropFirst(2))] }" } ?? ""
                return
                    "  \(name): { table: \(table), primaryKey: id, fields: { id: Int64, of\(name): { type: String, unique: true } }\(step) }\n"
            }
            let text = "database: { name: D, version: \(version) }\nmodels:\n" + models.joined()
            return [SourceFile(path: "m.model.yaml", text: text)]
        }
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(models(names.map { $0 + "s" }, version: 1))
        let exchanged = (names.dropFirst() + names.prefix(1)).map { $0 + "s" }
        let told = pipeline.errors(models(exchanged, version: 2), lock: lock, for: .checking).map(\.message)
        let steps = Dictionary(uniqueKeysWithValues: names.map { ($0, "- was: { table: \($0)s }") })
        #expect(
            told.count == names.count && steps.values.allSatisfy { step in told.contains { $0.contains(step) } },
            "\(told)")
        #expect(pipeline.errors(models(exchanged, version: 2, steps: steps), lock: lock, for: .checking) == [])
    }
}
