import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import Testing

@testable import ModelgenVerification

/// A database's history, and the statements of its versions.
struct History: CustomTestStringConvertible {
    var testDescription: String
    var schema: Schema
    /// What creates version 1, and what leads to each later version that changes something.
    var statements: [Int: String]

    init(
        _ description: String,
        version: Int,
        _ models: [Model],
        sqlite: SQLiteVersion = .default,
        steps: [Int: [DatabaseMigration.Step]] = [:],
        _ statements: [Int: String]
    ) {
        testDescription = description
        schema = blog(version: version, models, sqlite: sqlite, steps: steps)
        self.statements = statements
    }
}

@Suite struct HistoryTests {
    @Test("a history has these statements, and SQLite agrees", arguments: fields + models)
    func history(_ history: History) throws {
        let planned = try proved(history.schema)
        var statements = [1: Self.text(planned.versions[0].shape.createStatements)]
        for migration in planned.migrations {
            statements[migration.version] = Self.text(planned.sql(to: migration.version))
        }
        #expect(statements == history.statements)
        // Some depend on the rows.
        #expect(verifyAllPairs(planned, schema: history.schema).allSatisfy { $0.severity == .warning })
    }

    /// The statements without those of full-text indexes, which depend on nothing but their table.
    private static func text(_ statements: [String]) -> String {
        statements.filter { !$0.contains("_fts") }.joined(separator: "\n")
    }

    @Test("rows that a step inserts get a computed fill") func computedFill() throws {
        let slug = stored("slug", since: 2, fill: .code(swift: "", sql: "lower(title)"))
        let schema = blog(
            version: 2,
            [model("Post", [key, stored("title"), slug], [2: [.sql("INSERT INTO posts (title) VALUES ('New')")]])])
        let planned = try #require(schema.plannedDatabase("Blog"))
        #expect(planned.findings == [])
        #expect(verifyChain(planned) == [])
    }

    @Test("a version that does more than add columns is looked at on its own") func extents() throws {
        let indexed = index("i", "a", since: 6)
        let fields = [key, stored("a", optional(int), since: 2), stored("b", optional(int), since: 7)]
        let steps: [Int: [TableStep]] = [3: [was { $0.name = "old" }], 5: [.sql("UPDATE posts SET a = 1")]]
        let planned = try proved(
            blog(
                version: 7,
                [model("Post", fields, indexes: [indexed], steps), model("Tag", [key], since: 4)]))
        #expect(planned.migrations.map { $0.extent == .additions } == [true, false, false, false, false, true])
    }

    @Test("exported scripts run as they are", arguments: fields + models)
    func script(_ history: History) throws {
        let planned = try proved(history.schema)
        let database = try MemoryDatabase()
        let first = try #require(planned.script(version: 1))
        let rest = try #require(planned.script(from: 1, to: planned.version))
        let steps = planned.migrations.flatMap(\.swiftSteps)
        #expect(rest.matches(of: /-- Swift: (.*)\n/).map { String($0.1) } == steps.map(\.name.text))
        for statement in SQLText.statements(in: first + rest.withoutSwiftSteps) { try database.run(statement) }
        let fresh = try MemoryDatabase()
        #expect(fresh.setUp(planned.newest, isNewest: true) == [])
        #expect(try database.differences(from: fresh) == [])
        #expect(try database.rows("PRAGMA user_version") == [[.integer(Int64(planned.version))]])
        #expect(planned.script(version: 9) == nil)
        #expect(planned.script(from: planned.version, to: 1) == nil)
    }

    @Test(
        "every statement of a script ends, whatever its comments look like",
        arguments: ["-- Swift: replaced by SQL\n", "-- Swift:\n", "/* x */ ", ""], ["", " -- Swift: end", " /* ; */"])
    func comments(before: String, after: String) throws {
        let sql = ["title = 'a'", "title = title || 'b'"].map { "\(before)UPDATE posts SET \($0)\(after)" }
        let steps = sql.map { TableStep.sql($0) } + [.swift("tidy")]
        let planned = try proved(blog(version: 2, [model("Post", [key, stored("title")], [2: steps])]))
        let script = try #require(planned.script(from: 1, to: 2))
        let statements = SQLText.statements(in: script)
        #expect(statements.count { $0.contains("UPDATE") } == 2)
        #expect(statements.count { $0.contains("written in Swift") } == 1)
        let database = try MemoryDatabase()
        for statement in planned.versions[0].shape.createStatements { try database.run(statement) }
        try database.run("INSERT INTO posts (title) VALUES ('')")
        try database.run("PRAGMA user_version = 1")
        try database.run("PRAGMA application_id = \(planned.applicationID)")
        for statement in SQLText.statements(in: script.withoutSwiftSteps) { try database.run(statement) }
        #expect(try database.rows("SELECT title FROM posts") == [[.text("ab")]])
    }
}
