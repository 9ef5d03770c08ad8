import ModelMigrations
import ModelSQLite
import ModelTesting
import Testing

@Suite("Verification of migrations")
struct MigrationVerificationTests {
    @Test("migrations are verified step by step, with every fault injected")
    func verify() async throws {
        try BlogDatabase.verifyMigrations(migrating: Nicknames(), faults: .afterEveryStatement)
        #expect(throws: SQLiteError.self) { try BlogDatabase.verifyMigrations(migrating: SQLMigrations()) }
    }

    @Test("a migration that leaves out a check or a unique constraint is found")
    func lostConstraints() throws {
        struct Loose: MigratedDatabase {
            static let schema = DatabaseSchema(
                "Loose", version: 2, applicationID: 6,
                create: ["CREATE TABLE marks (name TEXT NOT NULL UNIQUE, points INTEGER CHECK (points >= 0))"],
                migrations: [
                    DatabaseMigration(to: 2, ["ALTER TABLE marks ADD COLUMN points INTEGER"])
                ])
            static var earliestVersion: EarliestVersion? {
                EarliestVersion(1, create: ["CREATE TABLE marks (name TEXT NOT NULL)"])
            }
            let pool: DatabasePool
        }
        let error = #expect(throws: MigrationsDiffer.self) { try Loose.verifyMigrations() }
        let missing = error?.difference.split(separator: "\n") ?? []
        #expect(missing.count == 2)
        for kind in ["check", "unique"] { #expect(missing.contains { $0.hasPrefix("- \(kind)") }, "\(missing)") }
    }

    @Test("a schema that needs a function from the configuration is verified with it")
    func function() throws {
        struct Doubled: MigratedDatabase {
            static let schema = DatabaseSchema(
                "Doubled", version: 2, applicationID: 9,
                create: ["CREATE TABLE marks (points INTEGER)", "CREATE INDEX doubled ON marks (twice(points))"],
                migrations: [DatabaseMigration(to: 2, ["CREATE INDEX doubled ON marks (twice(points))"])])
            static var earliestVersion: EarliestVersion? {
                EarliestVersion(1, create: ["CREATE TABLE marks (points INTEGER)"])
            }
            let pool: DatabasePool
        }
        #expect(try Doubled.verifyMigrations(.withTwice, faults: .afterEveryStatement) == [])
        #expect(throws: SQLiteError.self) { try Doubled.verifyMigrations() }
        let newest = try Doubled.inMemory(atVersion: 2, .withTwice)
        try newest.write { db in try db.run("INSERT INTO marks VALUES (1)") }
    }

    @Test("a database with a single version has the same tests before its next version")
    func singleVersion() throws {
        struct First: SQLiteDatabase {
            static let schema = DatabaseSchema(
                "First", version: 1, applicationID: 8, create: ["CREATE TABLE marks (points INTEGER NOT NULL)"])
            let pool: DatabasePool
        }
        #expect(try First.verifyMigrations(faults: .afterEveryStatement) == [])
        var filled: [Int] = []
        try First.verifyMigrations(rows: .none) { db, version in
            try db.run("INSERT INTO marks VALUES (1)")
            filled.append(version)
        }
        #expect(filled == [1])
        #expect(throws: SQLiteError.self) {
            try First.verifyMigrations { db, _ in try db.run("INSERT INTO marks VALUES (NULL)") }
        }
        let old = try First.inMemory(atVersion: 1)
        #expect(try old.pool.read { db in try db.value(Int.self, "SELECT count(*) FROM marks") } == 0)
        let folder = try TemporaryFolder()
        for version in [0, 2] {
            #expect(throws: SQLiteError.self) { try First.inMemory(atVersion: version) }
            #expect(throws: SQLiteError.self) { try First.create(at: folder.file("marks.sqlite"), version: version) }
        }
        #expect(folder.files.isEmpty)
    }

    @Test(
        "a new database is not migrated to an earlier version, which would have no tables, nor to one that does not exist"
    )
    func newDatabase() throws {
        let pool = try DatabasePool(.memory)
        for version in [2, BlogDatabase.schema.version + 1] {
            let error = #expect(throws: SQLiteError.self) {
                try pool.migrate(BlogDatabase.schema, migrating: Nicknames(), to: version)
            }
            #expect(error?.kind == .misuse)
        }
        #expect(try pool.read { db in try db.value(Int.self, "PRAGMA user_version") } == 0)
        try pool.migrate(BlogDatabase.schema, migrating: Nicknames(), to: BlogDatabase.schema.version)
        let old = try BlogDatabase.inMemory(atVersion: 1, migrating: Nicknames())
        try old.pool.migrate(BlogDatabase.schema, migrating: Nicknames(), to: 2)
        #expect(try old.pool.read { db in try db.value(Int.self, "PRAGMA user_version") } == 2)
    }

    @Test("rows of a WITHOUT ROWID table whose key is not its first column are intact, whatever SQLite 3.40 reports")
    func keyAtTheEnd() throws {
        struct Marks: MigratedDatabase {
            static let schema = DatabaseSchema(
                "Marks", version: 1, applicationID: 5,
                create: ["CREATE TABLE marks (points INTEGER NOT NULL, name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID"])
            let pool: DatabasePool
        }
        try Marks.verifyMigrations(rows: .none) { db, _ in try db.run("INSERT INTO marks VALUES (1, 'a'), (2, 'b')") }
    }

    @Test("a foreign key may write the column that it refers to in another case")
    func referencesInAnotherCase() throws {
        struct Posts: MigratedDatabase {
            static let schema = DatabaseSchema(
                "Posts", version: 1, applicationID: 8,
                create: [
                    "CREATE TABLE users (id INTEGER PRIMARY KEY)",
                    "CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES Users (ID))",
                ])
            let pool: DatabasePool
        }
        #expect(try Posts.verifyMigrations() == [])
    }

    @Test("made-up rows from which a rebuild cannot compute a column are reported, and those of a test are an error")
    func uncomputableRows() throws {
        struct Documents: MigratedDatabase {
            private static let words = "words INTEGER GENERATED ALWAYS AS (json_extract(meta, '$.words')) STORED"
            static let schema = DatabaseSchema(
                "Documents", version: 2, applicationID: 7,
                create: ["CREATE TABLE notes (id INTEGER PRIMARY KEY, meta TEXT NOT NULL, \(words))"],
                migrations: [
                    DatabaseMigration(
                        to: 2,
                        [
                            .rebuild(
                                TableRebuild(
                                    table: "notes",
                                    create:
                                        "CREATE TABLE modelgen_new_notes (id INTEGER PRIMARY KEY, meta TEXT NOT NULL, \(words))",
                                    copy: "INSERT INTO modelgen_new_notes (id, meta) SELECT id, meta FROM notes"))
                        ])
                ])
            static var earliestVersion: EarliestVersion? {
                EarliestVersion(1, create: ["CREATE TABLE notes (id INTEGER PRIMARY KEY, meta TEXT NOT NULL)"])
            }
            let pool: DatabasePool
        }
        let notes = try Documents.verifyMigrations()
        #expect(notes.count == 1 && notes[0].contains("malformed JSON"), "\(notes)")
        #expect(
            try Documents.verifyMigrations(rows: .none) { db, version in
                if version == 1 { try db.run("INSERT INTO notes (meta) VALUES ('{\"words\": 1}')") }
            } == [])
        #expect(throws: SQLiteError.self) {
            try Documents.verifyMigrations { db, version in
                if version == 1 { try db.run("INSERT INTO notes (meta) VALUES ('words')") }
            }
        }
    }
}
