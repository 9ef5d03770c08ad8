import Foundation
import ModelAutoMigration
import ModelMigrations
import ModelSQLite
import Testing

private func schema(_ mode: MigrationMode, _ create: [String], version: Int = 1, oldest: Int = 1) -> DatabaseSchema {
    DatabaseSchema("Auto", version: version, oldest: oldest, applicationID: 7, mode: mode, create: create)
}

@Suite("Automatic migration")
struct AutomaticTests {
    let folder: TemporaryFolder
    let pool: DatabasePool

    init() throws {
        folder = try TemporaryFolder()
        pool = try DatabasePool(.file(folder.file("auto.sqlite")))
        try pool.migrate(
            schema(
                .auto,
                [
                    "CREATE TABLE \"item\" (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, amount INTEGER, old TEXT)",
                    "CREATE INDEX item_name ON item (name)",
                    "CREATE TABLE part (id INTEGER PRIMARY KEY, item INTEGER REFERENCES item (id) ON DELETE CASCADE)",
                    "CREATE VIEW names AS SELECT name FROM item",
                ]
            )
        )
        try pool.write { (db: Database) throws in
            try db.run("INSERT INTO item (id, name, amount, old) VALUES (5, 'a', 3, 'keep'), (6, 'b', NULL, NULL)")
            try db.run("INSERT INTO part (id, item) VALUES (1, 5), (2, 6)")
            try db.run("INSERT INTO item (id, name) VALUES (90, 'gone')")
            try db.run("DELETE FROM item WHERE id = 90")
            try db.run("CREATE INDEX theirs ON item (amount)")
        }
    }

    @Test("a file whose values were converted by steps in the meantime is opened, and its forms are those of now")
    func convertedBySteps() throws {
        func table(_ form: String) -> [String] {
            ["CREATE TABLE m (id INTEGER PRIMARY KEY, d TEXT NOT NULL /* Data by \(form) */)"]
        }
        let pool = try DatabasePool(.memory)
        try pool.migrate(schema(.auto, table("hex")))
        try pool.write { (db: Database) throws in try db.run("INSERT INTO m VALUES (1, '00ff')") }
        let steps = [DatabaseMigration(to: 2, ["UPDATE m SET d = 'AP8='"])]
        try pool.migrate(
            DatabaseSchema(
                "Auto", version: 2, applicationID: 7,
                create: ["CREATE TABLE m (id INTEGER PRIMARY KEY, d TEXT NOT NULL)"],
                migrations: DatabaseMigrations(steps)))
        try pool.migrate(schema(.auto, table("base64"), version: 2))
        #expect(throws: SQLiteError.self) { try pool.migrate(schema(.auto, table("hex"), version: 2)) }
    }

    @Test("steps do not make a version of a file that skipped the last automatic release, until that has opened it")
    func skippedRelease() throws {
        let (first, last) = ("CREATE TABLE m (id INTEGER PRIMARY KEY", ", b TEXT NOT NULL DEFAULT ''")
        let versioned = DatabaseSchema(
            "Auto", version: 2, applicationID: 7, create: [first + last + ", c TEXT)"],
            migrations: [DatabaseMigration(to: 2, ["ALTER TABLE m ADD COLUMN c TEXT"])])
        func version(_ pool: DatabasePool) throws -> Int? {
            try pool.read { try $0.value(Int.self, "PRAGMA user_version") }
        }

        let pool = try DatabasePool(.memory)
        try pool.migrate(schema(.auto, [first + ")"]))
        // An index and a column of another program do no harm.
        try pool.write { db in try db.run(script: "ALTER TABLE m ADD COLUMN theirs; CREATE INDEX i ON m (theirs)") }
        let error = #expect(throws: SQLiteError.self) { try pool.migrate(versioned) }
        guard case .migration(.notMatching(let differences))? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(differences[2]?.map(\.subject) == ["column b of m"])
        #expect(error?.message.contains("has not opened this file") == true)
        #expect(try version(pool) == 1)
        // Nor several versions, of which only the last one notices it: the last release could not open the file.
        let later = DatabaseSchema(
            "Auto", version: 3, applicationID: 7, create: [first + last + ", c TEXT, d TEXT)"],
            migrations: [
                DatabaseMigration(to: 2, ["ALTER TABLE m ADD COLUMN c TEXT"]),
                DatabaseMigration(to: 3, ["ALTER TABLE m ADD COLUMN d TEXT"]),
            ])
        #expect(throws: SQLiteError.self) { try pool.migrate(later) }
        #expect(try version(pool) == 1)
        try pool.migrate(schema(.auto, [first + last + ")"]))
        try pool.migrate(versioned)
        #expect(try version(pool) == 2)
    }

    @Test("G4: tables, columns and indexes are added, types rebuilt, and nothing of the user's is dropped")
    func auto() throws {
        try pool.migrate(
            schema(
                .auto,
                [
                    """
                    CREATE TABLE "item" (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL COLLATE NOCASE, \
                    amount TEXT NOT NULL DEFAULT 'none', size REAL NOT NULL DEFAULT 2.5, word TEXT NOT NULL)
                    """,
                    "CREATE UNIQUE INDEX item_unique ON item (name)",
                    "CREATE TABLE part (id INTEGER PRIMARY KEY, item INTEGER REFERENCES item (id) ON DELETE CASCADE)",
                    "CREATE TABLE extra (id INTEGER PRIMARY KEY)",
                    "CREATE VIEW names AS SELECT name FROM item",
                ]
            )
        )
        let rows = try pool.read { db in
            try db.rows("SELECT id, name, amount, size, word, old FROM item ORDER BY id") { row in
                try (0..<6).map { try row.read(DatabaseValue.self, $0) }
            }
        }
        #expect(
            rows == [
                [.integer(5), .text("a"), .text("3"), .real(2.5), .text(""), .text("keep")],
                [.integer(6), .text("b"), .text("none"), .real(2.5), .text(""), .null],
            ]
        )
        let names = try pool.read { db in
            try db.rows("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name") {
                try $0.read(String.self, 0)
            }
        }
        #expect(names == ["item_unique", "theirs"])
        #expect(try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM part") } == 2)
        #expect(try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM extra") } == 0)
        #expect(try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM names") } == 2)
        let next = try pool.write { (db: Database) throws in
            try db.run("INSERT INTO item (name, word) VALUES ('c', '')")
            return db.lastInsertedRowID
        }
        #expect(next == 91)
    }

    @Test("G4: the table in automatic versions 0 to 3: title is added, then age, and age stays when the model drops it")
    func versions() throws {
        func table(_ columns: String...) -> [String] {
            ["CREATE TABLE models (\((["name TEXT", "keyId INTEGER PRIMARY KEY"] + columns).joined(separator: ", ")))"]
        }
        let title = "title TEXT NOT NULL DEFAULT ''"
        let age = "age INTEGER"
        let versions: [(create: [String], columns: [String])] = [
            (table(), ["name", "keyId"]), (table(title), ["name", "keyId", "title"]),
            (table(title, age), ["name", "keyId", "title", "age"]), (table(title), ["name", "keyId", "title", "age"]),
        ]
        // From each version to each later one: a program may miss some.
        for first in versions.indices {
            let pool = try DatabasePool(.file(folder.file("versions\(first).sqlite")))
            defer { pool.closeAndWait() }
            for index in versions.indices.dropFirst(first) {
                try pool.migrate(schema(.auto, versions[index].create, version: index + 1))
                try pool.write { db in try db.run("INSERT INTO models (name, keyId) VALUES ('n', \(index + 1))") }
                if index == 2 { try pool.write { db in try db.run("UPDATE models SET age = 7") } }
                let columns = try pool.read { db in
                    try db.rows("SELECT name FROM pragma_table_info('models')") { try $0.read(String.self, 0) }
                }
                // A file that began at version 3 never had the age.
                #expect(Set(columns) == Set(versions[index].columns).subtracting(first == 3 ? ["age"] : []))
                #expect(
                    try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM models") } == index - first + 1)
                #expect(try pool.read { db in try db.value(Int.self, "PRAGMA user_version") } == index + 1)
            }
            if first <= 2 {
                #expect(try pool.read { db in try db.value(Int.self, "SELECT max(age) FROM models") } == 7)
            }
        }
    }

    @Test("recreate starts over when the schema has changed, but not before")
    func recreate() throws {
        let other = try DatabasePool(.file(folder.file("cache.sqlite")))
        let first = schema(
            .recreate,
            ["CREATE TABLE a (x)", "CREATE VIRTUAL TABLE f USING fts5(t)", "CREATE VIEW v AS SELECT 1"]
        )
        try other.migrate(first)
        try other.write { db in try db.run("INSERT INTO a VALUES (1)") }
        try other.migrate(first)
        #expect(try other.read { db in try db.value(Int.self, "SELECT count(*) FROM a") } == 1)
        try other.migrate(schema(.recreate, ["CREATE TABLE a (x, y)"]))
        #expect(try other.read { db in try db.value(Int.self, "SELECT count(y) FROM a") } == 0)
        #expect(
            try other.read { db in try db.value(Int.self, "SELECT count(*) FROM sqlite_master WHERE name = 'f'") } == 0
        )
    }

    @Test(
        "recreate and auto open files that are older than the oldest version",
        arguments: [MigrationMode.recreate, .auto])
    func olderThanOldest(_ mode: MigrationMode) throws {
        let other = try DatabasePool(.file(folder.file("cache.sqlite")))
        try other.migrate(schema(mode, ["CREATE TABLE a (x)"], version: 2))
        try other.migrate(schema(mode, ["CREATE TABLE a (x, y)"], version: 4, oldest: 3))
        #expect(try other.read { db in try db.value(Int.self, "SELECT count(y) FROM a") } == 0)
    }

    @Test("a cache of a newer release is emptied, too, with and without progress, and a database of one is refused")
    func newer() throws {
        for progress in [nil, { _ in }] as [(@Sendable (MigrationProgress) -> Void)?] {
            let other = try DatabasePool(.memory)
            try other.migrate(schema(.recreate, ["CREATE TABLE a (x, y)"], version: 3))
            try other.migrate(schema(.recreate, ["CREATE TABLE a (x)"], version: 2), progress: progress)
            #expect(try other.read { db in try db.value(Int.self, "PRAGMA user_version") } == 2)
            #expect(try other.read { db in try db.value(Int.self, "SELECT count(*) FROM pragma_table_info('a')") } == 1)
        }
        let other = try DatabasePool(.memory)
        try other.migrate(schema(.auto, ["CREATE TABLE a (x, y)"], version: 3))
        let error = #expect(throws: SQLiteError.self) {
            try other.migrate(schema(.auto, ["CREATE TABLE a (x)"], version: 2))
        }
        #expect(error?.kind == .migration(.newer(found: 3, known: 2)))
    }

    @Test(
        "a file that is opened read-only and has other tables is refused with what to do, whatever its version is",
        arguments: [0, 1, 2, 3])
    func readOnly(_ found: Int) throws {
        let file = folder.file("shared.sqlite")
        let writer = try DatabasePool(.file(file))
        if found > 0 { try writer.migrate(schema(.recreate, ["CREATE TABLE a (x)"], version: found)) }
        writer.closeAndWait()
        var configuration = DatabaseConfiguration()
        configuration.access = .readOnly
        let reader = try DatabasePool(.file(file), configuration)
        defer { reader.closeAndWait() }
        let error = #expect(throws: SQLiteError.self) {
            try reader.migrate(schema(.recreate, ["CREATE TABLE a (x, y)"], version: 2))
        }
        #expect(error?.kind == .migration(.older(found: found, known: 2)))
        #expect(
            error?.message
                == "the tables of Auto (version \(found)) are not this program's (version 2); open it again for writing"
        )
    }

    @Test(
        "a schema that needs a function from the configuration is created and followed",
        arguments: ["auto", "recreate"])
    func function(_ mode: String) throws {
        let pool = try DatabasePool(.file(folder.file("function.sqlite")), .withTwice)
        defer { pool.closeAndWait() }
        let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)"
        for index in ["CREATE INDEX doubled ON t (twice(a))", "CREATE INDEX quadrupled ON t (twice(twice(a)))"] {
            try pool.migrate(schema(mode == "auto" ? .auto : .recreate, [table, index]))
            let found = try pool.read { db in
                try db.value(String.self, "SELECT group_concat(sql) FROM sqlite_master WHERE name LIKE '%led'")
            }
            #expect(found == index)
        }
    }

    @Test("G7: a database can be told not to be migrated")
    func none() throws {
        try pool.migrate(schema(.none, ["CREATE TABLE other (x)"], version: 5))
        #expect(
            try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM sqlite_master WHERE name = 'other'") }
                == 0
        )
    }
}

@Suite("Names that try to break out")
struct NameTests {
    @Test(
        "a table's name may contain quotes, even followed by a combining mark",
        arguments: ["a\"b", "\"", "a\"\u{301}b", "'); DROP TABLE x; --", "ß \u{1F600}", "select", "a(b"]
    )
    func names(_ name: String) throws {
        let pool = try DatabasePool(.memory)
        let quoted =
            "\"" + String(String.UnicodeScalarView(name.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] })) + "\""
        try pool.migrate(schema(.auto, ["CREATE TABLE \(quoted) (id INTEGER PRIMARY KEY, x TEXT)"]))
        try pool.write { db in try db.run("INSERT INTO \(name: name) VALUES (1, \("v"))") }
        try pool.migrate(schema(.auto, ["CREATE TABLE \(quoted) (id INTEGER PRIMARY KEY, x TEXT, y TEXT NOT NULL)"]))
        let row = try pool.read { db in
            try db.rows("SELECT x, y FROM \(name: name)") {
                [try $0.read(String.self, 0), try $0.read(String.self, 1)]
            }
        }
        #expect(row == [["v", ""]])
        let tables = try pool.read { db in
            try db.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'modelgen_schema'") {
                try $0.read(String.self, 0)
            }
        }
        #expect(tables.map { Array($0.unicodeScalars) } == [Array(name.unicodeScalars)])
    }
}
