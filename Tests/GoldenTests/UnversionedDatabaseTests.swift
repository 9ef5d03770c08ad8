import ModelgenCore
import ModelgenDiagnostics
import Testing

/// Databases with `migration: auto`, `recreate` or `none`, over several releases.
@Suite("Releases of databases without versions")
struct UnversionedDatabaseTests {
    private let pipeline: Pipeline

    init() throws { pipeline = try Pipeline.plain() }

    private func files(_ text: String) -> [SourceFile] { [SourceFile(path: "m.model.yaml", text: text)] }

    private func items(_ database: String, _ fields: String = "name: String", _ more: String = "") -> [SourceFile] {
        files(
            """
            database: { \(database) }
            models:
              Item: { table: items, primaryKey: id, fields: { id: Int64, \(fields) }\(more) }
            """)
    }

    private func release(_ files: [SourceFile], after lock: SourceFile) throws -> SourceFile {
        let released = pipeline.release(files, lock: lock)
        try #require(errors(released.diagnostics) == [])
        return SourceFile(path: "modelgen.lock", text: try #require(released.lock))
    }

    private func errors(_ diagnostics: [Diagnostic]) -> [String] {
        diagnostics.filter { $0.severity == .error }.map { "\($0.rule): \($0.message)" }
    }

    private func problems(_ files: [SourceFile], after lock: SourceFile) -> [String] {
        errors(pipeline.analyse(files, lock: lock, for: .generating).diagnostics)
    }

    @Test("one that is gone is gone from the lock, and one with versions remains")
    func gone() throws {
        let text = """
            database: [{ name: Library }, { name: Cache, migration: auto }]
            models:
              Book: { database: Library, primaryKey: id, fields: { id: Int64 } }
            """
        let page = "\n  Page: { database: Cache, primaryKey: id, fields: { id: Int64 } }"
        let both = try pipeline.lock(files(text + page))
        #expect(both.text.contains("Cache migration auto"))
        let one = files(text.replacing(", { name: Cache, migration: auto }", with: ""))
        let lock = try release(one, after: both)
        #expect(!lock.text.contains("Cache "))
        #expect(lock.text.contains("Library 1 hash"))
        #expect(lock.text == (try pipeline.lock(one)).text)
    }

    @Test("renaming one is an error, because its files would be rejected", arguments: ["auto", "recreate"])
    func renamed(_ mode: String) throws {
        let lock = try pipeline.lock(items("name: Shop, migration: \(mode)"))
        for other in [mode, "versioned"] {
            let told = problems(items("name: Store, migration: \(other)"), after: lock)
            #expect(told.count == 1)
            #expect(told.first?.hasPrefix("released-database-renamed: the database `Shop` was released") == true)
        }
        let versioned = try pipeline.lock(items("name: Shop"))
        #expect(problems(items("name: Store, migration: \(mode)"), after: versioned).count == 1)
    }

    @Test("with `none`, any file is opened, and the name does not matter")
    func renamedNone() throws {
        let lock = try pipeline.lock(items("name: Shop, migration: none"))
        #expect(problems(items("name: Store, migration: none"), after: lock) == [])
    }

    @Test("one that gets versions starts from its last release", arguments: ["auto", "recreate", "none"])
    func becomesVersioned(_ mode: String) throws {
        let lock = try pipeline.lock(items("name: Shop, migration: \(mode)"))
        #expect(problems(items("name: Shop"), after: lock) == [])
        // Its files have version 1 without the new column, and would not get it.
        let same = problems(items("name: Shop", "name: String, size: Int?"), after: lock)
        #expect(same.count == 1)
        #expect(same.first?.hasPrefix("released-version-changed: ") == true)
        let next = items("name: Shop, version: 2", "name: String, size: { type: Int?, since: 2 }")
        #expect(problems(next, after: lock) == [])
        #expect(errors(pipeline.analyse(next, lock: lock, for: .checking).diagnostics) == [])
    }

    @Test("one that had versions changes in a new version, and gets versions again", arguments: ["auto", "recreate"])
    func returns(_ mode: String) throws {
        let lock = try pipeline.lock(items("name: Shop"))
        let size = "name: String, size: { type: Int, default: 0 }"
        #expect(problems(items("name: Shop, migration: \(mode)"), after: lock) == [])
        #expect(
            problems(items("name: Shop, migration: \(mode)", size), after: lock) == [
                "released-version-changed: version 1 of `Shop` was released with `migration: versioned` and cannot change; "
                    + "write `version: 2`"
            ])
        let second = try release(items("name: Shop, version: 2, migration: \(mode)", size), after: lock)
        // A file of version 1 lacks the column, as the lock says.
        #expect(problems(items("name: Shop, version: 2", size), after: second).count == 1)
        let since = size.replacing("Int,", with: "Int, since: 2,")
        let third = pipeline.release(items("name: Shop, version: 2", since), lock: second)
        #expect(errors(third.diagnostics) == [])
        #expect(third.databases.map(\.pinned) == [[2]])
    }

    @Test("the versions before its last release were never in the lock") func versionsBeforeRelease() throws {
        let lock = try pipeline.lock(items("name: Shop, version: 3, migration: auto"))
        let next = items("name: Shop, version: 4", "name: String, size: { type: Int?, since: 4 }")
        #expect(
            problems(next, after: lock).contains {
                $0.contains(
                    "`Shop` was released without versions before version 3, so nothing records version 1; "
                        + "write `oldest: 3`")
            })
    }

    @Test("a release with a higher version replaces the one before it, also if versions were pinned earlier")
    func higherVersions() throws {
        let (versioned, auto) = (
            try pipeline.lock(items("name: Shop")), try pipeline.lock(items("name: Shop, migration: auto"))
        )
        for (lock, oldest) in [(versioned, 1), (auto, 3)] {
            let second = try release(items("name: Shop, version: 2, migration: auto", "name: Int"), after: lock)
            let third = try release(items("name: Shop, version: 3, migration: auto"), after: second)
            #expect(!third.text.contains("Shop 2 ") && third.text.contains("Shop 3 column items.name"))
            #expect(third.text.contains("Shop 1 ") == (oldest == 1))
            let size = "name: String, size: { type: Int?, since: 4 }"
            #expect(problems(items("name: Shop, version: 4, oldest: \(oldest)", size), after: third) == [])
        }
    }

    @Test("versions that were pinned earlier stay in the lock, so that a database can return to them")
    func pinnedEarlier() throws {
        let first = try pipeline.lock(items("name: Shop"))
        let fields = "name: String, size: { type: Int?, since: 2 }"
        let second = try release(items("name: Shop, version: 2", fields), after: first)
        let more = fields + ", note: String?"
        let auto = try release(items("name: Shop, version: 3, migration: auto", more), after: second)
        #expect(auto.text.contains("Shop 2 hash") && auto.text.contains("Shop 3 column items.note"))
        // The releases that follow only replace the last one.
        #expect(try release(items("name: Shop, version: 3, migration: auto", more), after: auto).text == auto.text)
        // Its last release is the version that it had then.
        #expect(
            problems(items("name: Shop, version: 3", more), after: auto) == [
                "released-version-changed: version 1 of `Shop` was released and cannot change: the column `items.note` "
                    + "is new in it; write `since: 3` on it"
            ])
        let back = fields + ", note: { type: String?, since: 3 }"
        #expect(problems(items("name: Shop, version: 3", back), after: auto) == [])
        #expect(problems(items("name: Shop, version: 4", back + ", at: { type: Date?, since: 4 }"), after: auto) == [])
    }

    @Test(
        "steps that would change rows are errors, because they never run",
        arguments: [
            ("name: String", "rename: { title: name }"), ("name: String", "rename: { column: { title: name } }"),
            ("name: String", "was: { table: things }"), ("name: String", "sql: \"UPDATE items SET name = ''\""),
            ("name: String", "swift: trim"),
            ("name: String", "change: { name: { from: Int, using: \"name || ''\" } }"),
            ("name: { type: String, since: 2, fill: x }", "was: { checks: [id > 0] }"),
        ])
    func steps(_ fields: String, _ step: String) throws {
        for mode in ["auto", "recreate", "none"] {
            let text = items(
                "name: Shop, version: 2, migration: \(mode)", fields, ", migrations: { 2: [{ \(step) }] }")
            let told = errors(pipeline.analyse(text, for: .generating).diagnostics)
            #expect(told.count == 1, "\(told)")
            #expect(
                told.first?.hasPrefix(
                    "idle-step: this has no effect, because `migration: \(mode)` of `Shop` runs no steps; ") == true,
                "\(told)")
        }
        let versioned = items("name: Shop, version: 2", fields, ", migrations: { 2: [{ \(step) }] }")
        #expect(errors(pipeline.analyse(versioned, for: .generating).diagnostics) == [])
    }

    @Test("a table or a column that seems to be renamed is a warning, because files get a new one without rows")
    func newNames() throws {
        let lock = try pipeline.lock(items("name: Shop, migration: auto"))
        func warnings(_ files: [SourceFile]) -> [String] {
            pipeline.analyse(files, lock: lock, for: .checking).diagnostics.map { "\($0.rule): \($0.message)" }
        }
        let table = items("name: Shop, migration: auto")[0].text.replacing("table: items", with: "table: things")
        #expect(
            warnings(files(table)) == [
                "renamed-without-steps: the table `items` seems to be named `things` now, and `migration: auto` creates it "
                    + "without rows; write `table: items`, or copy them in `didMigrate`"
            ])
        #expect(
            warnings(items("name: Shop, migration: auto", "title: String")) == [
                "renamed-without-steps: the column `items.name` seems to be named `items.title` now, and "
                    + "`migration: auto` adds it without its values; write `column: name`, or copy them in `didMigrate`"
            ])
        #expect(warnings(items("name: Shop, migration: auto", "title: { type: String, column: name }")) == [])
        #expect(warnings(items("name: Shop, migration: auto", "name: String, title: String")) == [])
        #expect(warnings(items("name: Shop, migration: auto", "title: Int?")) == [])
    }

    @Test("steps that only say what a table was are no errors: files can be adopted as an earlier version")
    func descriptions() throws {
        let text = items(
            "name: Shop, version: 2, migration: auto, adopt: [1]", "name: String",
            ", migrations: { 2: [{ drop: { size: Int? } }, { was: { indexes: [name] } }] }")
        #expect(errors(pipeline.analyse(text, for: .generating).diagnostics) == [])
    }
}
