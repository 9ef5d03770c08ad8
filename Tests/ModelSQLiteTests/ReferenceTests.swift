import Foundation
import ModelAdoption
import ModelMigrations
import ModelSQLite
import Testing

/// Parents and children in version 1, and the steps to version 2.
private struct Family: Sendable, CustomTestStringConvertible {
    var action = "NO ACTION"
    var steps: [DatabaseMigration.Step]
    var testDescription: String

    var tables: [String] {
        [
            "CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT)",
            """
            CREATE TABLE children (
                id INTEGER PRIMARY KEY, parent INTEGER DEFAULT 2 REFERENCES parents (id) ON DELETE \(action) ON UPDATE \(action),
                note TEXT
            )
            """,
        ]
    }

    func schema(_ version: Int = 2) -> DatabaseSchema {
        DatabaseSchema(
            "Family", version: version, applicationID: 0x4d47_3002,
            create: version == 1 ? tables : ["CREATE TABLE x (y)"],
            migrations: [DatabaseMigration(to: 2, steps)], adoptable: [AdoptableVersion(1, create: tables)])
    }

    static let rows = """
        INSERT INTO parents VALUES (1, 'one'), (2, 'two'), (3, 'three');
        INSERT INTO children VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'c'), (4, NULL, 'd');
        """
}

extension DatabaseMigration.Step {
    fileprivate static let rebuildOfParents = Self.rebuild(
        TableRebuild(
            table: "parents",
            create: "CREATE TABLE modelgen_new_parents (id INTEGER PRIMARY KEY, name TEXT, size INTEGER)",
            copy: "INSERT INTO modelgen_new_parents (id, name) SELECT id, name FROM parents"))

    fileprivate static func rebuildOfChildren(_ action: String = "NO ACTION", as name: String = "children") -> Self {
        .rebuild(
            TableRebuild(
                table: name,
                create: """
                    CREATE TABLE modelgen_new_\(name) (
                        id INTEGER PRIMARY KEY,
                        parent INTEGER REFERENCES parents (id) ON DELETE \(action) ON UPDATE \(action), note TEXT
                    )
                    """,
                copy: "INSERT INTO modelgen_new_\(name) (id, parent, note) SELECT id, parent, note FROM \(name)"))
    }
}

private let statements = [
    "DELETE FROM parents WHERE id = 1", "DELETE FROM parents", "UPDATE parents SET id = 9 WHERE id = 1",
    "DELETE FROM children; DELETE FROM parents", "DELETE FROM parents; DELETE FROM children",
    "UPDATE children SET parent = 7 WHERE id = 4; INSERT INTO parents VALUES (7, 'seven')",
    "UPDATE children SET parent = 7", "INSERT OR REPLACE INTO parents VALUES (1, 'new')",
]

private let changes = ["NO ACTION", "RESTRICT", "CASCADE", "SET NULL", "SET DEFAULT"].flatMap { action in
    statements.flatMap { script in
        let steps = script.components(separatedBy: "; ").map { DatabaseMigration.Step.sql($0) }
        let rebuilds: [[DatabaseMigration.Step]] = [
            [], [.rebuildOfParents], [.rebuildOfChildren(action)], [.rebuildOfParents, .rebuildOfChildren(action)],
        ]
        return rebuilds.map { rebuilds in
            Family(
                action: action, steps: steps + rebuilds,
                testDescription: "\(script), with \(action) and \(rebuilds.count) rebuilds")
        }
    }
}

private let harmless: [(String, [DatabaseMigration.Step])] = [
    ("children are rebuilt", [.rebuildOfChildren()]), ("parents are rebuilt", [.rebuildOfParents]),
    ("both are rebuilt", [.rebuildOfParents, .rebuildOfChildren()]),
    ("children are renamed and rebuilt", ["ALTER TABLE children RENAME TO kids", .rebuildOfChildren(as: "kids")]),
    ("parents get another column", ["ALTER TABLE parents ADD COLUMN size INTEGER"]),
    ("references are written again", ["UPDATE children SET parent = parent"]),
    ("references are written again, then rebuilt", ["UPDATE children SET parent = parent", .rebuildOfChildren()]),
    ("a step in Swift writes all columns", [.swift("rewrite")]),
    (
        "a step in Swift writes all columns, then all is rebuilt",
        [.swift("rewrite"), .rebuildOfParents, .rebuildOfChildren()]
    ),
    ("a dangling row gets another key", ["UPDATE children SET id = 13 WHERE id = 11"]),
    (
        "a dangling row is written again",
        [
            "INSERT INTO children SELECT id + 3, parent, note FROM children WHERE id > 10",
            "DELETE FROM children WHERE id = 11",
            .rebuildOfChildren(),
        ]
    ),
    ("a dangling row is removed", ["DELETE FROM children WHERE id = 11", .rebuildOfChildren()]),
]

private let times = ["adopted at once", "adopted before", "adopted before, with deferred keys"]

private struct Rewriting: DatabaseMigrating {
    func run(step: String, _ db: Database) throws {
        try db.run("UPDATE children SET parent = parent, note = note || '!'")
    }
}

@Suite("References while a version runs")
struct ReferenceTests: AdoptingSuite {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func contents(_ pool: DatabasePool, children: String = "children") throws -> [String] {
        try pool.read { db in
            try db.rows("SELECT id || ' ' || name FROM parents ORDER BY id") { try $0.read(String.self, 0) }
                + db.rows("SELECT id || ' ' || ifnull(parent, '-') FROM \(name: children) ORDER BY id") {
                    try $0.read(String.self, 0)
                }
        }
    }

    @Test("a statement does the same to references in a version that rebuilds their tables", arguments: changes)
    private func actions(_ family: Family) throws {
        let plain = try DatabasePool(.memory)
        try plain.migrate(family.schema(1))
        try plain.write { (db: Database) throws in try db.run(script: Family.rows) }
        let accepted =
            (try? plain.write { (db: Database) throws -> Void in
                try db.run("PRAGMA defer_foreign_keys = ON")
                for case .sql(let sql) in family.steps { try db.run(SQL(trusted: sql)) }
            }) != nil
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        try pool.migrate(family.schema(1))
        try pool.write { (db: Database) throws in try db.run(script: Family.rows) }
        if accepted {
            try pool.migrate(family.schema())
            #expect(
                try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM pragma_foreign_key_check") } == 0)
        } else {
            #expect(throws: SQLiteError.self) { try pool.migrate(family.schema()) }
            #expect(try version(file) == 1)
        }
        #expect(try contents(pool) == contents(plain))
    }

    @Test(
        "rows that referred to missing rows before may do so afterwards", arguments: harmless.indices,
        times)
    func tolerated(_ index: Int, _ time: String) throws {
        let family = Family(steps: harmless[index].1, testDescription: harmless[index].0)
        let pool = try adopted(family, time)
        defer { pool.closeAndWait() }
        try pool.migrate(family.schema(), migrating: Rewriting(), adopting: .matching.unlessAdopted)
        #expect(try version(file) == 2)
        let children = try pool.read { db in
            try db.value(Int.self, "SELECT count(*) FROM sqlite_master WHERE name = 'children'") == 1
                ? "children" : "kids"
        }
        #expect(try contents(pool, children: children).contains("10 77"))
    }

    @Test(
        "but no others may", arguments: harmless.indices.dropLast(), times)
    func refused(_ index: Int, _ time: String) throws {
        var family = Family(steps: harmless[index].1, testDescription: harmless[index].0)
        let isRenamed = family.steps.contains("ALTER TABLE children RENAME TO kids")
        let wrong = "INSERT INTO \(isRenamed ? "kids" : "children") VALUES (12, 66, 'new')"
        let rebuild: (DatabaseMigration.Step) -> Bool = { if case .rebuild = $0 { true } else { false } }
        let place = family.steps.firstIndex(where: rebuild) ?? family.steps.endIndex
        family.steps.insert(.sql(wrong), at: place)
        let pool = try adopted(family, time)
        defer { pool.closeAndWait() }
        let error = #expect(throws: SQLiteError.self) {
            try pool.migrate(family.schema(), migrating: Rewriting(), adopting: .matching.unlessAdopted)
        }
        #expect(error?.kind == .migration(.foreignKeys(table: isRenamed ? "kids" : "children")))
        #expect(
            error?.message.contains(
                " of the rows of \(isRenamed ? "kids" : "children") refer to missing rows of parents; change or delete them"
            )
                == true, "\(error?.message ?? "")")
        #expect(try version(file) == (time == "adopted at once" ? 0 : 1))
        #expect(try contents(pool).contains("10 77"))
    }

    @Test(
        "whether dangling rows are still the same does not depend on hashing",
        arguments: [
            // One row gets another key, and one the other's earlier reference.
            ["UPDATE children SET id = 2 WHERE id = 1", "UPDATE children SET parent = 100 WHERE id = 3"],
            ["UPDATE children SET id = 9 WHERE id = 1", "UPDATE children SET parent = 100 WHERE id = 3"],
            ["UPDATE children SET id = 2 WHERE id = 3", "UPDATE children SET parent = 200 WHERE id = 1"],
            // Two with one reference, of which one gets another key and one another reference.
            ["UPDATE children SET id = 2 WHERE id = 4", "UPDATE children SET parent = 300 WHERE id = 5"],
            ["UPDATE children SET id = 2 WHERE id = 5", "UPDATE children SET parent = 300 WHERE id = 4"],
        ])
    func sameRows(_ steps: [String]) throws {
        // The order of a dictionary depends on what it contains, so with many files each order occurs.
        for number in 0..<20 {
            let url = folder.file("\(number).sqlite")
            func numbered(_ sql: String) -> String { sql.replacing("00", with: "0\(number)0") }
            let family = Family(steps: steps.map { .sql(numbered($0)) }, testDescription: "")
            let rows = "INSERT INTO children (id, parent) VALUES (1, 100), (3, 200), (4, 400), (5, 400);"
            try run((family.tables + [numbered(rows)]).joined(separator: ";"), in: url)
            let pool = try DatabasePool(.file(url))
            defer { pool.closeAndWait() }
            try pool.migrate(family.schema(), adopting: 1)
            #expect(try version(url) == 2)
        }
    }

    @Test(
        "nor may new ones that are as many as those that a step repairs or deletes",
        arguments: [
            ["DELETE FROM children WHERE id = 10", "UPDATE children SET parent = 66 WHERE id = 1"],
            ["UPDATE children SET parent = 1 WHERE id = 10", "UPDATE children SET parent = 66 WHERE id = 2"],
            ["DELETE FROM children WHERE id = 10", "DELETE FROM parents WHERE id = 2"],
        ], times)
    func compensated(_ steps: [String], _ time: String) throws {
        let rebuild: [DatabaseMigration.Step] = steps[1].contains("children") ? [.rebuildOfChildren()] : []
        let family = Family(steps: steps.map { .sql($0) } + rebuild, testDescription: "")
        let pool = try adopted(family, time)
        defer { pool.closeAndWait() }
        let error = #expect(throws: SQLiteError.self) {
            try pool.migrate(family.schema(), adopting: .matching.unlessAdopted)
        }
        #expect(error?.kind == .migration(.foreignKeys(table: "children")))
        #expect(try contents(pool).contains("10 77"))
    }

    @Test("dangling rows may get the keys of each other", arguments: times)
    func moved(_ time: String) throws {
        let family = Family(
            steps: ["UPDATE children SET id = 12 WHERE id = 11", "UPDATE children SET id = 11 WHERE id = 10"],
            testDescription: "")
        let pool = try adopted(family, time)
        defer { pool.closeAndWait() }
        try pool.migrate(family.schema(), adopting: .matching.unlessAdopted)
        #expect(try Set(contents(pool)).isSuperset(of: ["11 77", "12 78"]))
    }

    @Test("references broken by a rebuild undo the version")
    func brokenReferences() async throws {
        try makeOldFile(file)
        let pool = try DatabasePool(.file(file))
        try await pool.write { db in try db.run("UPDATE posts SET user_id = '99' WHERE id = 2") }
        pool.closeAndWait()
        let error = await #expect(throws: SQLiteError.self) {
            try await BlogDatabase.open(at: file, migrating: Nicknames())
        }
        #expect(error?.kind == .migration(.foreignKeys(table: "posts")))
        #expect(try version(file) == 2)
    }

    @Test(
        "only the references affected by a rebuild are checked: those broken before are left alone",
        arguments: [DatabaseConfiguration.ForeignKeys.enforced, .ignored])
    func referencesElsewhere(_ foreignKeys: DatabaseConfiguration.ForeignKeys) throws {
        let rebuild = TableRebuild(
            table: "notes", create: "CREATE TABLE modelgen_new_notes (id INTEGER PRIMARY KEY, body TEXT)",
            copy: "INSERT INTO modelgen_new_notes (id, body) SELECT id, body FROM notes")
        let schema = DatabaseSchema(
            "Notes", version: 2, applicationID: 77, create: [],
            migrations: [DatabaseMigration(to: 2, [.rebuild(rebuild)])])
        var loose = DatabaseConfiguration()
        loose.foreignKeys = .ignored
        let old = try DatabasePool(.file(file), loose)
        try old.write { db in
            try db.run(
                script: """
                    CREATE TABLE notes (id INTEGER PRIMARY KEY, body);
                    CREATE TABLE users (id INTEGER PRIMARY KEY);
                    CREATE TABLE posts (user_id INTEGER REFERENCES users (id));
                    INSERT INTO notes VALUES (1, 'kept');
                    INSERT INTO posts VALUES (99);
                    PRAGMA user_version = 1;
                    PRAGMA application_id = 77;
                    """)
        }
        old.closeAndWait()
        var configuration = DatabaseConfiguration()
        configuration.foreignKeys = foreignKeys
        let pool = try DatabasePool(.file(file), configuration)
        defer { pool.closeAndWait() }
        try pool.migrate(schema)
        #expect(try version(file) == 2)
        #expect(
            try pool.read { db in
                try db.value(String.self, "SELECT type FROM pragma_table_info('notes') WHERE name = 'body'")
            } == "TEXT")
        #expect(try pool.read { db in try db.value(String.self, "SELECT body FROM notes") } == "kept")
        #expect(try pool.read { db in try db.value(Int.self, "SELECT user_id FROM posts") } == 99)
    }

    @Test("a step in Swift runs once, whether or not there are rows that referred to missing rows before")
    func once() throws {
        struct Counting: DatabaseMigrating {
            let calls = Collected<String>()
            func run(step: String, _ db: Database) throws {
                calls.add(step)
                try db.run("UPDATE children SET parent = parent")
            }
        }
        for time in times {
            let family = Family(steps: [.swift("count"), .rebuildOfChildren()], testDescription: time)
            let pool = try adopted(family, time)
            defer { pool.closeAndWait() }
            let steps = Counting()
            try pool.migrate(family.schema(), migrating: steps, adopting: .matching.unlessAdopted)
            #expect(steps.calls.values == ["count"])
            try FileManager.default.removeItem(at: file)
        }
    }

    @Test("a hook cannot leave rows that refer to missing rows", arguments: ["ON", "OFF"], [true, false])
    func hooks(_ value: String, _ isBefore: Bool) throws {
        struct Hiding: DatabaseMigrating {
            let value: String
            let isBefore: Bool
            func hide(_ db: Database) throws {
                try db.run(script: "PRAGMA defer_foreign_keys = \(value)")
                try db.run("INSERT INTO children VALUES (20, 99, 'hidden')")
            }
            func willMigrate(_ db: Database, from: Int, to: Int) throws { if isBefore { try hide(db) } }
            func didMigrate(_ db: Database, from: Int, to: Int) throws { if !isBefore { try hide(db) } }
        }
        let family = Family(steps: ["UPDATE children SET note = 'x'", .rebuildOfChildren()], testDescription: "")
        let pool = try adopted(family, "adopted before")
        defer { pool.closeAndWait() }
        let error = #expect(throws: SQLiteError.self) {
            try pool.migrate(family.schema(), migrating: Hiding(value: value, isBefore: isBefore))
        }
        let hook = isBefore ? "willMigrate" : "didMigrate"
        #expect(error?.kind == .migration(.step(hook, .pragma("defer_foreign_keys"))))
        #expect(error?.message.contains("foreign keys are deferred in steps") == true)
    }

    /// A file with rows of another program that refer to missing rows.
    private func adopted(_ family: Family, _ time: String) throws -> DatabasePool {
        let dangling = "INSERT INTO children VALUES (10, 77, 'lost'), (11, 78, 'lost, too')"
        let action = "ON UPDATE \(family.action)"
        let tables = family.tables.map {
            time.hasSuffix("deferred keys")
                ? $0.replacingOccurrences(of: action, with: action + " DEFERRABLE INITIALLY DEFERRED") : $0
        }
        try run((tables + [Family.rows, dangling]).joined(separator: ";\n"), in: file)
        let pool = try DatabasePool(.file(file))
        if time != "adopted at once" { try pool.migrate(family.schema(1), adopting: 1) }
        return pool
    }
}
