import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import Testing

/// What was added by a released version is removed, by someone who does what the messages say, once.
@Suite("Advice about removed parts that a later version added")
struct ReleasedRemovalTests {
    private let pipeline: Pipeline

    init() throws { pipeline = try Pipeline.plain() }

    private func files(_ version: Int, _ models: String, _ steps: [String] = []) -> [SourceFile] {
        let migrations = steps.isEmpty ? "" : "  migrations:\n    3:\n" + steps.map { "      \($0)\n" }.joined()
        let text = "database:\n  name: D\n  version: \(version)\n\(migrations)models:\n\(models)\n"
        return [SourceFile(path: "m.model.yaml", text: text)]
    }

    /// The lock after two releases.
    private func lock(_ first: String, _ second: String) throws -> SourceFile {
        let lock = try pipeline.lock(files(1, first))
        let released = pipeline.release(files(2, second), lock: lock)
        try #require(released.diagnostics.errors.map(\.message) == [])
        return SourceFile(path: "modelgen.lock", text: try #require(released.lock))
    }

    private func proposals(_ models: String, _ lock: SourceFile, _ steps: [String] = []) -> [String] {
        let told = pipeline.errors(files(3, models, steps), lock: lock, for: .checking).map(\.message)
        return told.flatMap { $0.components(separatedBy: "`").filter { $0.hasPrefix("- ") } }
    }

    private static let city = "  City: { primaryKey: id, fields: { id: Int64, name: String } }"

    @Test(
        "says since when a field was there, and what older rows got",
        arguments: [
            ("{ type: String?, since: 2 }", "{ type: String?, since: 2 }"),
            ("{ type: String, since: 2, fill: x }", "{ type: String, since: 2, fill: x }"),
            ("{ type: Int64, since: 2, fill: -1 }", "{ type: Int64, since: 2, fill: -1 }"),
            (
                "{ type: Int64, since: 2, fill: { sql: id * 2 } }",
                "{ type: Int64, since: 2, fill: { sql: \"id * 2\" } }"
            ),
            ("{ type: Bool, since: 2, default: true }", "{ type: Bool, since: 2, default: true }"),
            ("{ type: String?, since: 2, column: w }", "{ type: String?, column: w, since: 2 }"),
        ])
    func field(_ field: String, _ definition: String) throws {
        func city(_ more: String) -> String {
            "  City:\n    primaryKey: id\n    fields: { id: Int64, name: String\(more) }"
        }
        let lock = try lock(city(""), city(", v: \(field)"))
        let told = proposals(city(""), lock)
        let name = field.contains("column") ? "w" : "v"
        let plain = definition.replacing("column: w, ", with: "")
        #expect(told == ["- drop: { \(name): \(plain) }"])
        let step = "\n    migrations: { 3: [{ \(told.first?.dropFirst(2) ?? "") }] }"
        #expect(pipeline.errors(files(3, city("") + step), lock: lock, for: .checking).map(\.message) == [])
    }

    @Test("says since when a table, its columns, indexes and checks were there")
    func table() throws {
        let town = """

              Town:
                table: towns
                since: 2
                primaryKey: id
                fields: { id: Int64, name: String, size: { type: Int, index: true } }
                checks: ["size > 0"]
            """
        let lock = try lock(Self.city, Self.city + town)
        let told = proposals(Self.city, lock)
        #expect(
            told == [
                "- dropModel: { Towns: { table: towns, since: 2, primaryKey: [id], fields: { id: Int64, name: String, "
                    + "size: Int }, indexes: [{ fields: [size], name: towns_on_size }], checks: [\"size > 0\"] } }"
            ])
        #expect(proposals(Self.city, lock, told) == [])
        #expect(pipeline.errors(files(3, Self.city, told), lock: lock, for: .checking).map(\.message) == [])
    }

    @Test("says since when parts of a table were there that is older")
    func parts() throws {
        func town(_ more: String, _ parts: String = "") -> String {
            "\n  Town:\n    table: towns\n    primaryKey: id\n    fields: { id: Int64, name: String\(more) }\(parts)"
        }
        let second = town(
            ", size: { type: Int, since: 2, fill: 1 }",
            "\n    indexes: [{ fields: [name], since: 2 }]\n    checks: [{ sql: \"length(name) > 0\", since: 2 }]")
        let lock = try lock(Self.city + town(""), Self.city + second)
        let told = proposals(Self.city, lock)
        #expect(told.count == 1)
        for part in [
            "size: { type: Int, since: 2, fill: 1 }", "{ fields: [name], name: towns_on_name, since: 2 }",
            "{ sql: \"length(name) > 0\", since: 2 }",
        ] {
            #expect(told.first?.contains(part) == true, "\(part): \(told)")
        }
        #expect(pipeline.errors(files(3, Self.city, told), lock: lock, for: .checking).map(\.message) == [])
    }

    @Test("says that rows got NULL when their column was added, if the field is required and filled now")
    func filledLater() throws {
        func city(_ field: String, _ step: String = "") -> String {
            "  City:\n    primaryKey: id\n    fields: { id: Int64\(field) }" + step
        }
        let lock = try lock(city(""), city(", v: { type: Int?, since: 2 }"))
        func errors(_ earlier: String) -> [String] {
            let step = "\n    migrations: { 3: [{ change: { v: { from: \(earlier) } } }] }"
            return pipeline.errors(
                files(3, city(", v: { type: Int, since: 2, fill: 5 }", step)), lock: lock, for: .checking
            ).map(\.message)
        }
        let told = errors("Int?")
        let advice = "write `fill: null` in the `from` of the step that changed the field"
        #expect(told.count == 1 && told[0].hasSuffix(advice), "\(told)")
        #expect(errors("{ type: Int?, fill: null }") == [])
        // Without a step that changed the field, the fill itself is what is new.
        let filled = pipeline.errors(
            files(3, city(", v: { type: Int?, since: 2, fill: 0 }")), lock: lock, for: .checking
        )
        .map(\.message)
        #expect(filled.count == 1 && filled[0].contains("is new in it; files that have passed it"), "\(filled)")
    }

    @Test("a fill of NULL is pinned if older rows would otherwise get the default, and read from earlier locks if not")
    func null() throws {
        func city(_ field: String) -> String { "  City: { primaryKey: id, fields: { id: Int64\(field) } }" }
        func errors(_ field: String, _ lock: SourceFile) -> [String] {
            pipeline.errors(files(2, city(field)), lock: lock, for: .checking).map(\.message)
        }
        let pinned = try lock(city(""), city(", v: { type: Int?, default: 5, since: 2, fill: null }"))
        #expect(errors(", v: { type: Int?, default: 5, since: 2, fill: null }", pinned) == [])
        let told = errors(", v: { type: Int?, default: 5, since: 2 }", pinned)
        let advice = "was `null`, as in `fill: { sql: \"null\" }`"
        #expect(told.count == 1 && told[0].contains(advice), "\(told)")
        #expect(errors(", v: { type: Int?, default: 5, since: 2, fill: { sql: \"null\" } }", pinned) == [])

        let plain = ", v: { type: Int?, since: 2 }"
        var earlier = try Lock(parsing: lock(city(""), city(plain)).text)
        let subject = try #require(
            earlier.databases[0].versions[1].facts.first { $0.kind == .column && $0.subject.hasSuffix(".v") }
        )
        .subject
        earlier.databases[0].versions[1].facts.append(Fact(.fill, subject, "null"))
        earlier.databases[0].versions[1].facts.sort()
        let former = SourceFile(path: "modelgen.lock", text: earlier.text)
        #expect(errors(plain, former) == [])
        #expect(errors(", v: { type: Int?, since: 2, fill: null }", former) == [])
        let steps = proposals(city(""), former)
        #expect(steps.count == 1 && steps[0].hasPrefix("- drop: { v: { type: Int?, since: 2, fill: "), "\(steps)")
        let dropped = city("").dropLast(2) + ", migrations: { 3: [{ \(steps.first?.dropFirst(2) ?? "") }] } }"
        #expect(pipeline.errors(files(3, String(dropped)), lock: former, for: .checking).map(\.message) == [])
    }

    @Test("writes SQL as a person would") func views() throws {
        func view(_ sql: String) -> String {
            Self.city + "\n  Big:\n    view: \"\(sql)\"\n    fields: { n: Int }"
        }
        let sql =
            "SELECT count(*) AS n FROM City AS c WHERE c.name IN ('a', 'B') AND CAST(id AS text) <> '' GROUP BY lower(name)"
        let lock = try pipeline.lock(files(1, view(sql)))
        let told = pipeline.errors(files(2, view("SELECT 1 AS n")), lock: lock, for: .checking).map(\.message)
        #expect(
            told.count == 1 && told[0].contains("`- was: { view: \"\(sql.replacing("City", with: "city"))\" }`"),
            "\(told)")
        let dropped = pipeline.errors(files(2, Self.city), lock: lock, for: .checking).map(\.message)
        #expect(
            dropped.count == 1 && dropped[0].contains("view: \"SELECT count(*) AS n FROM city AS c WHERE"), "\(dropped)"
        )
    }

    /// What a second release changed in a model, the steps for it, and the present definition.
    private static let changes = [
        ("unique: [name]", "", "was: { unique: [[name]] }"),
        ("checks: [id > 0]", "checks: [id > 1]", "was: { checks: [\"id > 0\"] }"),
        ("x: { type: Int64 }", "x: { type: String }", "change: { x: { from: Int64, using: CAST(x AS TEXT) } }"),
        ("x: { type: Int64 }", "y: { type: Int64 }", "rename: { x: y }"),
        ("table: olds", "table: older", "was: { table: olds }"),
        ("primaryKey: [id, name]", "primaryKey: [id]", "was: { primaryKey: [id, name] }"),
    ]

    /// Whether the model is still there.
    enum Presence: CaseIterable { case kept, dropped }

    @Test(
        "names the version that made a change without a step, also in the definition of a dropped model",
        arguments: Presence.allCases, changes)
    func missingStep(_ presence: Presence, _ change: (String, String, String)) throws {
        func old(_ part: String, steps: String = "") -> String {
            let parts = [part] + (steps.isEmpty ? [] : ["migrations: { \(steps) }"])
            let fields = parts.first { $0.hasPrefix("x:") || $0.hasPrefix("y:") }.map { ", \($0)" } ?? ""
            let keys = parts.filter { !$0.isEmpty && !$0.hasPrefix("x:") && !$0.hasPrefix("y:") }
            let all = ["fields: { id: Int64, name: String\(fields) }"] + keys
            let table = all.contains { $0.hasPrefix("table:") } ? [] : ["table: olds"]
            let key = all.contains { $0.hasPrefix("primaryKey:") } ? [] : ["primaryKey: [id, name]"]
            return "{ \((table + key + all).joined(separator: ", ")) }"
        }
        func schema(_ definition: String) -> (models: String, steps: [String]) {
            switch presence {
            case .kept: (Self.city + "\n  Old: " + definition, [])
            case .dropped: (Self.city, ["- dropModel: { Old: \(definition) }"])
            }
        }
        let step = "2: [{ \(change.2) }]"
        let lock = try lock(
            Self.city + "\n  Old: " + old(change.0), Self.city + "\n  Old: " + old(change.1, steps: step))
        let wrong = schema(old(change.1))
        let told = pipeline.errors(files(3, wrong.models, wrong.steps), lock: lock, for: .checking).map(\.message)
        let place = presence == .dropped ? "`migrations: 2:` of the model in its `dropModel`" : "`migrations: 2:`"
        #expect(told.count == 1 && told[0].contains("write under \(place) `- "), "\(told)")
        let right = schema(old(change.1, steps: step))
        #expect(pipeline.errors(files(3, right.models, right.steps), lock: lock, for: .checking).map(\.message) == [])
    }
}
