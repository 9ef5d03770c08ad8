import CModelSQLite
import Foundation
import ModelSQLite
import Testing

/// Objects in a file made by another program work as under SQLite's defaults.
@Suite("Files of other programs")
struct BroughtFileTests {
    let folder: TemporaryFolder
    let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("brought.sqlite")
    }

    private struct Untouched: SQLiteDatabase {
        static let schema = DatabaseSchema("Untouched", version: 1, applicationID: 5, mode: .none, create: [])
        let pool: DatabasePool
        init(pool: DatabasePool) { self.pool = pool }
    }

    @Test("a trigger that changes its own table does not call itself")
    func recursion() throws {
        try run(
            """
            CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, changes INTEGER NOT NULL DEFAULT 0);
            CREATE TRIGGER touch AFTER UPDATE ON notes BEGIN
                UPDATE notes SET changes = changes + 1 WHERE id = new.id;
            END;
            INSERT INTO notes (id, text) VALUES (1, 'a');
            """, in: file)
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        try pool.write { db in try db.run("UPDATE notes SET text = 'b' WHERE id = 1") }
        #expect(try pool.read { db in try db.value(Int.self, "SELECT changes FROM notes") } == 1)
    }

    @Test("double-quoted strings work in triggers and views, and a misspelt column is still an error")
    func doubleQuotes() throws {
        try run(
            """
            CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT);
            CREATE TABLE log (what TEXT);
            CREATE TRIGGER added AFTER INSERT ON notes BEGIN INSERT INTO log VALUES ("added " || new.text); END;
            CREATE VIEW kinds AS SELECT id, "plain" AS kind FROM notes;
            """, in: file)
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        #expect(throws: SQLiteError.self) {
            try pool.read { db in try db.value(String.self, "SELECT \"tetx\" FROM notes") }
        }
        try pool.write { db in try db.run("INSERT INTO notes VALUES (1, 'a')") }
        try pool.write { db in try db.run(script: "INSERT INTO notes VALUES (2, 'b'); DELETE FROM notes WHERE id = 2") }
        let log = try pool.read { db in try db.rows("SELECT what FROM log") { try $0.read(String.self, 0) } }
        #expect(log == ["added a", "added b"])
        #expect(try pool.read { db in try db.value(String.self, "SELECT kind FROM kinds") } == "plain")
    }

    @Test(
        "so they do if they are words or names of the statement as well",
        arguments: ["INSERT", "INTO", "notes", "text", "id", "a", "VALUES", "UPDATE", "SET", "new", "DELETE", "note"])
    func doubleQuotedWords(_ word: String) throws {
        try run(
            """
            CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT);
            CREATE TABLE log (what TEXT);
            CREATE TRIGGER added AFTER INSERT ON notes BEGIN INSERT INTO log VALUES ("\(word)"); END;
            CREATE TRIGGER changed AFTER UPDATE ON notes BEGIN INSERT INTO log VALUES ("\(word)"); END;
            CREATE TRIGGER removed AFTER DELETE ON notes BEGIN INSERT INTO log VALUES ("\(word)"); END;
            CREATE VIEW kinds AS SELECT 1 AS one, "\(word)" AS kind FROM log;
            """, in: file)
        for sql in [
            #"INSERT INTO "notes" ("id", "text") VALUES (1, 'a') RETURNING "id""#,
            #"UPDATE "notes" SET "text" = 'b' WHERE "id" = 1"#, #"DELETE FROM "notes" WHERE "id" = 1"#,
        ] {
            let pool = try DatabasePool(.file(file))
            defer { pool.closeAndWait() }
            for misspelt in [#"SELECT "texd" FROM "notes""#, #"UPDATE "notes" SET "text" = "texd""#] as [SQL] {
                #expect(throws: SQLiteError.self) { try pool.write { db in try db.run(misspelt) } }
            }
            try pool.write { db in try db.run(script: sql + #"; SELECT "id", "text", 'a' FROM "notes""#) }
            #expect(try pool.read { db in try db.value(String.self, #"SELECT "what" FROM "log""#) } == word)
            #expect(try pool.read { db in try db.value(String.self, #"SELECT "kind" FROM "kinds""#) } == word)
            try pool.write { db in try db.run("DELETE FROM log") }
        }
    }

    @Test(
        "so they do if they are added while a statement that uses them is prepared, and after a misspelt column",
        arguments: ["INSERT INTO notes (text) VALUES ('a')", "INSERT INTO notes (text) VALUES ('a') RETURNING id"])
    func laterDoubleQuotes(_ insert: String) throws {
        try run(
            """
            CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT);
            CREATE TABLE log (what TEXT);
            CREATE VIEW kinds AS SELECT 'plain' AS kind;
            """, in: file)
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        func use() throws -> String? {
            _ = try pool.write { db in try db.run(SQL(trusted: insert)) }
            return try pool.read { db in try db.value(String.self, "SELECT kind FROM kinds") }
        }
        #expect(try use() == "plain")
        try run(
            """
            CREATE TRIGGER added AFTER INSERT ON notes BEGIN INSERT INTO log VALUES ("added"); END;
            DROP VIEW kinds;
            CREATE VIEW kinds AS SELECT "quoted" AS kind;
            """, in: file)
        #expect(try use() == "quoted")
        for misspelt: SQL in ["SELECT tetx FROM notes", "SELECT kind, tetx FROM kinds"] {
            #expect(throws: SQLiteError.self) { try pool.write { db in try db.run(misspelt) } }
            #expect(throws: SQLiteError.self) { try pool.read { db in try db.value(String.self, misspelt) } }
            #expect(try use() == "quoted")
        }
        #expect(try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM log WHERE what = 'added'") } == 3)
    }

    @Test("a column of ours that is missing and a text of a trigger do not make each other valid")
    func misspelt() throws {
        try run(
            """
            CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT);
            CREATE TABLE log (what TEXT);
            CREATE TRIGGER added AFTER INSERT ON notes BEGIN INSERT INTO log VALUES ("texd"); END;
            """, in: file)
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        #expect(throws: SQLiteError.self) {
            try pool.write { db in try db.run(#"INSERT INTO "notes" ("text") VALUES ("texd")"#) }
        }
        #expect(throws: SQLiteError.self) {
            try pool.read { db in try db.run(#"SELECT 1 FROM "notes" JOIN "log" ON "texd""#) }
        }
        #expect(try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM notes") } == 0)
    }

    @Test("a file keeps its journal mode, a new one gets a write-ahead log, and the configuration can change that")
    func journal() throws {
        try run("CREATE TABLE notes (id INTEGER PRIMARY KEY)", in: file)
        func mode(_ url: URL, _ journal: DatabaseConfiguration.Journal) throws -> String? {
            var configuration = DatabaseConfiguration()
            configuration.journal = journal
            let database = try Untouched.openAndWait(at: url, configuration)
            defer { database.pool.closeAndWait() }
            try database.write { db in try db.run("CREATE TABLE IF NOT EXISTS more (id INTEGER PRIMARY KEY)") }
            return try database.pool.writeWithoutTransaction { db in
                try db.value(String.self, "PRAGMA journal_mode")
            }
        }
        #expect(try mode(file, .asFound) == "delete")
        #expect(try mode(file, .asFound) == "delete")
        #expect(try mode(file, .writeAhead) == "wal")
        #expect(try mode(file, .asFound) == "wal")
        #expect(try mode(file, .rollback) == "delete")
        #expect(try mode(folder.file("new.sqlite"), .asFound) == "wal")
        #expect(try mode(folder.file("other.sqlite"), .rollback) == "delete")
    }

    @Test("a file with a rollback journal is read and written by many at once")
    func concurrency() async throws {
        try run("CREATE TABLE notes (id INTEGER PRIMARY KEY)", in: file)
        let pool = try DatabasePool(.file(file))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { () async throws -> Void in
                    try await pool.write { db in try db.run("INSERT INTO notes DEFAULT VALUES") }
                    _ = try await pool.read { db in try db.value(Int.self, "SELECT count(*) FROM notes") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await pool.read { db in try db.value(Int.self, "SELECT count(*) FROM notes") } == 20)
        await pool.close()
    }
}

/// Runs a script as another program would, using SQLite directly with its defaults.
func run(_ script: String, in file: URL) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    var message: UnsafeMutablePointer<CChar>?
    guard sqlite3_open(file.path, &handle) == SQLITE_OK, sqlite3_exec(handle, script, nil, nil, &message) == SQLITE_OK
    else {
        throw ScriptFailure(message: message.map { String(cString: $0) } ?? "cannot open \(file.path)")
    }
}

struct ScriptFailure: Error { let message: String }
