import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import Testing

/// Details of a schema that decide what files of earlier versions look like.
@Suite("Details of released versions")
struct ReleasedDetailsTests {
    private let pipeline: Pipeline

    init() throws { pipeline = try Pipeline.plain() }

    private func files(_ text: String) -> [SourceFile] { [SourceFile(path: "m.model.yaml", text: text)] }

    private func errors(_ text: String, lock: SourceFile? = nil) -> [String] {
        pipeline.errors(files(text), lock: lock, for: .checking).map { "\($0.rule): \($0.message)" }
    }

    // MARK: - Defaults

    @Test(
        "a default that SQLite would round is an error",
        arguments: ["UInt64", "UInt"], ["9223372036854775808", "18446744073709551615"])
    func rounded(type: String, value: String) {
        func model(_ field: String) -> String {
            "database: { name: D, version: 2 }\nmodels: { M: { primaryKey: id, fields: { id: Int64, n: \(field) } } }\n"
        }
        for key in ["default", "since: 2, fill", "since: 2, default"] {
            // It is not missing as well.
            #expect(
                errors(model("{ type: \(type), \(key): \(value) }")).map { $0.prefix { $0 != ":" } } == [
                    "default-without-sql"
                ])
        }
        #expect(errors(model("{ type: \(type), default: 9223372036854775807 }")) == [])
        #expect(errors(model("{ type: \(type), default: \(value), transformer: stringNumber }")) == [])
        #expect(errors(model("{ type: \"[\(type)]\", default: [\(value)] }")) == [])
    }

    // MARK: - Names

    @Test("a lock of a modelgen that knew fewer keywords has the same names")
    func keywords() throws {
        func models(_ more: String) -> String {
            """
            database: { name: D }
            models:
              Order:
                table: order
                primaryKey: [group, from]
                fullText: [select]
                checks: [{ sql: "length(\\"select\\") > 0", name: where }]
                indexes: [{ fields: [select], name: index }]
                withoutRowID: false
                fields: { group: Int64, from: Int64, select: String, case: { type: "[String]" } }
              Item:
                primaryKey: id
                fields:
                  id: Int64
                  group: { type: Int64, references: Order.group }
                  from: { type: Int64, references: Order.from\(more) }
              All: { view: "SELECT \\"group\\" FROM \\"order\\"", fields: { group: Int64 } }
            """
        }
        var lock = try Lock(parsing: pipeline.lock(files(models(""))).text)
        for version in lock.databases[0].versions.indices {
            lock.databases[0].versions[version].facts = lock.databases[0].versions[version].facts.map {
                Fact($0.kind, $0.subject.replacing("\"", with: ""), $0.value.replacing("\"", with: ""))
            }
        }
        let earlier = SourceFile(path: "modelgen.lock", text: lock.text)
        #expect(!earlier.text.contains("\"order\""))
        #expect(errors(models(""), lock: earlier) == [])
        #expect(errors(models(", onDelete: cascade"), lock: earlier) != [])
    }

    // MARK: - Views

    private func posts(_ fields: String, _ view: String, _ more: String = "") -> String {
        """
        database: { name: D }
        models:
          Post: { primaryKey: id, fields: { \(fields) } }
          All: { view: "\(view)", fields: { id: Int64, title: String, body: String } }
        \(more)
        """
    }

    @Test(
        "the order of fields is no part of a released view",
        arguments: [
            "SELECT * FROM post", "SELECT p.* FROM post AS p", "SELECT *, 1 AS one FROM post WHERE id > 0",
            "SELECT * FROM (SELECT * FROM post)", "WITH x AS (SELECT * FROM post) SELECT * FROM x",
        ])
    func order(view: String) throws {
        let (fields, moved) = ("id: Int64, title: String, body: String", "body: String, id: Int64, title: String")
        let lock = try pipeline.lock(files(posts(fields, view)))
        #expect(errors(posts(moved, view), lock: lock) == [])
        let next = try #require(pipeline.release(files(posts(moved, view)), lock: lock).lock)
        #expect(
            next.split(separator: "\n").filter { $0.hasPrefix("D ") }
                == lock.text.split(separator: "\n").filter { $0.hasPrefix("D ") })
        #expect(errors(posts(moved, view + " LIMIT 7"), lock: lock).count == 1)
    }

    @Test("the order is part of a view that combines rows by position")
    func union() throws {
        let view = "SELECT * FROM post UNION SELECT id, title, body FROM post"
        let lock = try pipeline.lock(files(posts("id: Int64, title: String, body: String", view)))
        #expect(errors(posts("id: Int64, body: String, title: String", view), lock: lock).count == 1)
    }

    // MARK: - Indexes of changed fields

    /// The earlier definition of a changed field, how many indexes of it are told to be elsewhere, and the step that says
    /// what they were.
    static let changes = [
        (from: ", unique: true", count: 1, was: ""), (from: ", index: { where: \"at > ''\" }", count: 1, was: ""),
        (from: ", unique: { name: v }, index: true", count: 2, was: ""), (from: ", unique: false", count: 1, was: ""),
        (from: "", count: 0, was: ""), (from: "", count: 0, was: ", { was: { unique: [at, other] } }"),
        (from: "", count: 0, was: ", { was: { unique: [], indexes: [] } }"),
    ]

    @Test("what is said about the earlier indexes of a changed field is used or refused", arguments: changes)
    func indexes(_ change: (from: String, count: Int, was: String)) throws {
        for now in ["", ", unique: true", ", index: true"] {
            let earlier =
                "{ change: { at: { from: { type: Date, transformer: iso8601\(change.from) }, restored: same } } }"
            let text = """
                database: { name: D, version: 2 }
                models:
                  Log:
                    table: log
                    primaryKey: id
                    fields: { id: Int64, other: { type: Int, unique: true }, at: { type: Date, transformer: rfc3339\(now) } }
                    migrations: { 2: [\(earlier)\(change.was)] }

                """
            let rules = errors(text).map { String($0.prefix { $0 != ":" }) }
            #expect(rules == Array(repeating: "index-in-change", count: change.count))
            guard change.count == 0 else { continue }
            let planned = try pipeline.database(text)
            let indexes = planned.versions.map { $0.shape.tables[0].indexes.count }
            let present = now.isEmpty ? 1 : 2
            let isPlain = now.contains("index") && change.was.contains("other")
            #expect(
                indexes == [change.was.isEmpty ? present : change.was.contains("[]") ? 0 : isPlain ? 3 : 2, present])
        }
    }

    // MARK: - Documents

    @Test("models that contain each other in too many ways are an error, at once", .timeLimit(.minutes(20)))
    func documents() {
        let names = (0..<12).map { "M\($0)" }
        let cyclic = names.map { name in
            "  \(name): { fields: { \(names.filter { $0 != name }.map { "to\($0): \"[\($0)]?\"" }.joined(separator: ", ")) } }\n"
        }
        let layered = names.indices.map { index in
            let next = "M\(index + 1)"
            let fields = index == 11 ? "x: Int" : (0..<4).map { "f\($0): \(next)?" }.joined(separator: ", ")
            return "  M\(index): { fields: { \(fields) } }\n"
        }
        for models in [cyclic, layered] {
            let table = "  Item: { primaryKey: id, fields: { id: Int64, doc: M0 } }\n"
            let text = "database: { name: D }\nmodels:\n" + models.joined() + table
            #expect(errors(text).map { $0.prefix { $0 != ":" } } == ["document-too-large"])
            #expect(errors(text.replacing("doc: M0", with: "doc: JSON")) == [])
        }
    }

    // MARK: - Former names

    @Test("each file has its own former names, whichever comes first")
    func formerly() throws {
        func file(_ letter: String, _ user: String) -> SourceFile {
            SourceFile(
                path: "\(letter).model.yaml",
                text: """
                    database: { name: D\(letter), version: 2 }
                    formerly: { User: \(user) }
                    models:
                      \(user): { database: D\(letter), primaryKey: id, fields: { id: Int64 } }
                      Note\(letter):
                        database: D\(letter)
                        primaryKey: id
                        fields: { id: Int64 }
                        migrations: { 2: [{ drop: { owner: { type: "Int64?", references: User.id } } }] }

                    """)
        }
        let two = [file("A", "Account"), file("B", "Member")]
        for files in [two, two.reversed()] {
            let result = pipeline.analyse(files, for: .checking)
            #expect(result.diagnostics.errors.map(\.message) == [])
            for planned in try #require(result.models).databases {
                let keys = planned.versions[0].shape.tables.flatMap(\.foreignKeys).map(\.table.text)
                #expect(keys == [planned.name.text == "DA" ? "account" : "member"])
            }
        }
    }

    @Test("another file's former name helps only where the own files have none, and a contradiction is an error")
    func sharedFormerName() {
        func file(_ name: String, _ text: String) -> SourceFile { SourceFile(path: "\(name).model.yaml", text: text) }
        let models = file(
            "a",
            """
            database: { name: D, version: 2 }
            models:
              Account: { primaryKey: id, fields: { id: Int64 } }
              Member: { primaryKey: id, fields: { id: Int64 } }
              Note:
                primaryKey: id
                fields: { id: Int64 }
                migrations: { 2: [{ drop: { owner: { type: "Int64?", references: User.id } } }] }

            """)
        let names = ["Account", "Member"].map { file($0, "formerly: { User: \($0) }\n") }
        #expect(pipeline.errors([models, names[0]], for: .checking).map(\.message) == [])
        let errors = pipeline.errors([models] + names, for: .checking)
        #expect(errors.map(\.rule) == ["duplicate-name"])
    }

    // MARK: - Squashing

    @Test("a squash of one database leaves another one as it is", arguments: ["<<: *common", "shared: *common", ""])
    func squash(alias: String) throws {
        let second =
            alias.hasPrefix("<<")
            ? "{ <<: *common }" : alias.isEmpty ? "{ id: Int64, n: { type: Int, since: 2, default: 0 } }" : "*common"
        let text = """
            database: [{ name: A, version: 3 }, { name: B, version: 3 }]
            models:
              One: { database: A, primaryKey: id, fields: &common { id: Int64, n: { type: Int, since: 2, default: 0 } } }
              Two: { database: B, primaryKey: id, fields: \(second) }

            """
        let result = pipeline.squash(files(text), lock: nil, database: "A", before: 3)
        guard alias.isEmpty else {
            #expect(result.diagnostics.map(\.rule) == ["squash-refused"])
            #expect(result.diagnostics.first?.message.contains("B") == true)
            return
        }
        #expect(result.diagnostics.errors.map(\.message) == [])
        let squashed = try #require(result.files.first?.new.text)
        #expect(squashed.contains("B, primaryKey: id, fields: { id: Int64, n: { type: Int, since: 2, default: 0 } }"))
        #expect(squashed.contains("&common { id: Int64, n: { type: Int, default: 0 } }"))
    }
}
