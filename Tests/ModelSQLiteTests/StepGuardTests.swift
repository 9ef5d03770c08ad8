import CModelSQLite
import Foundation
import ModelMigrations
import ModelSQLite
import ModelTesting
import Testing

/// What a Swift step might do that would leave the file without a version.
struct Misdeed: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let violation: StepViolation
    let run: @Sendable (Database) throws -> Void

    init(_ script: String, _ violation: StepViolation) {
        testDescription = script
        self.violation = violation
        run = { db in try db.run(script: script) }
    }

    init(_ name: String, _ violation: StepViolation, _ run: @escaping @Sendable (Database) throws -> Void) {
        testDescription = name
        self.violation = violation
        self.run = run
    }

    static let all = [
        Misdeed("COMMIT", .transaction("COMMIT")),
        Misdeed("END", .transaction("COMMIT")),
        Misdeed("ROLLBACK", .transaction("ROLLBACK")),
        Misdeed("BEGIN", .transaction("BEGIN")),
        Misdeed("DELETE FROM comments; COMMIT; BEGIN IMMEDIATE", .transaction("COMMIT")),
        Misdeed("SAVEPOINT mine; DELETE FROM comments", .transaction("SAVEPOINT")),
        Misdeed("by a prepared statement", .transaction("COMMIT")) { db in try db.run("COMMIT") },
        Misdeed("caught", .transaction("COMMIT")) { db in
            try db.run("DELETE FROM comments")
            try? db.run(script: "COMMIT")
        },
        Misdeed("through SQLite's own interface", .transaction("COMMIT")) { db in
            sqlite3_exec(db.pointer, "DELETE FROM comments; COMMIT; BEGIN; DELETE FROM users", nil, nil, nil)
        },
        Misdeed("each statement alone, through SQLite's own interface", .transaction("ROLLBACK")) { db in
            for sql in ["ROLLBACK", "DELETE FROM comments", "BEGIN"] { sqlite3_exec(db.pointer, sql, nil, nil, nil) }
        },
        Misdeed("OR ROLLBACK, and on without a transaction", .transaction("ROLLBACK")) { db in
            sqlite3_exec(db.pointer, "INSERT OR ROLLBACK INTO users SELECT * FROM users", nil, nil, nil)
            sqlite3_exec(db.pointer, "DELETE FROM comments", nil, nil, nil)
        },
        Misdeed("PRAGMA user_version = 9", .pragma("user_version")),
        Misdeed("PRAGMA main.user_version(9)", .pragma("user_version")),
        Misdeed("PRAGMA application_id = 7", .pragma("application_id")),
        Misdeed("PRAGMA foreign_keys = OFF", .pragma("foreign_keys")),
        Misdeed("PRAGMA writable_schema = ON", .pragma("writable_schema")),
        Misdeed("PRAGMA journal_mode = DELETE", .pragma("journal_mode")),
        Misdeed("PRAGMA defer_foreign_keys = OFF", .pragma("defer_foreign_keys")),
        Misdeed("PRAGMA ignore_check_constraints = ON", .pragma("ignore_check_constraints")),
        Misdeed("ATTACH ':memory:' AS other", .attachment),
        Misdeed("DETACH main", .attachment),
        Misdeed("CREATE TABLE stray (x)", .schema("table stray was added")),
        Misdeed("CREATE VIEW posts_seen AS SELECT 1", .schema("view posts_seen was added")),
        Misdeed("DROP TABLE comments", .schema("table comments was dropped")),
        Misdeed("DROP INDEX users_unique_email", .schema("index users_unique_email was dropped")),
        Misdeed("ALTER TABLE posts ADD COLUMN more TEXT", .schema("table posts was changed")),
        Misdeed("ALTER TABLE comments RENAME TO notes", .schema("table notes was added")),
        Misdeed("DROP TABLE comments; CREATE TABLE comments (id TEXT)", .schema("table comments was changed")),
        Misdeed(
            "CREATE TRIGGER hush BEFORE DELETE ON posts BEGIN SELECT raise(IGNORE); END",
            .schema("trigger hush was added")),
    ]
}

@Suite("What a step must not do")
struct StepGuardTests {
    let folder: TemporaryFolder
    let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("blog.sqlite")
        try makeOldFile(file)
        let pool = try DatabasePool(.file(file))
        try pool.migrate(BlogDatabase.schema, migrating: MigrationSteps([:]), to: 2)
        pool.closeAndWait()
    }

    @Test(
        "a step that ends the transaction, changes the schema or the connection is refused by name",
        arguments: Misdeed.all)
    func steps(_ misdeed: Misdeed) throws {
        let before = try contents(file)
        let error = #expect(throws: SQLiteError.self) {
            try BlogDatabase.openAndWait(at: file, migrating: MigrationSteps(["fillNicknames": misdeed.run]))
        }
        #expect(error?.kind == .migration(.step("fillNicknames", misdeed.violation)))
        #expect(error?.message.contains("fillNicknames to version 3 of Blog") == true)
        #expect(try version(file) == 2)
        #expect(try contents(file) == before)
        // A correct step continues from there.
        try BlogDatabase.openAndWait(at: file, migrating: Nicknames()).pool.closeAndWait()
        #expect(try version(file) == 4)
    }

    @Test("a hook must not, either", arguments: [true, false])
    func hooks(_ isBefore: Bool) throws {
        struct Hooks: BlogMigrations {
            let isBefore: Bool
            func fillNicknames(_ db: Database) throws {}
            func willMigrate(_ db: Database, from: Int, to: Int) throws {
                if isBefore { try db.run(script: "COMMIT") }
            }
            func didMigrate(_ db: Database, from: Int, to: Int) throws {
                if !isBefore { try db.run(script: "DROP TABLE users") }
            }
        }
        let before = try contents(file)
        let error = #expect(throws: SQLiteError.self) {
            try BlogDatabase.openAndWait(at: file, migrating: Hooks(isBefore: isBefore))
        }
        let failure: MigrationFailure =
            isBefore
            ? .step("willMigrate", .transaction("COMMIT"))
            : .step("didMigrate", .schema("table users was dropped"))
        #expect(error?.kind == .migration(failure))
        #expect(try contents(file) == before)
    }

    @Test(
        "SQL in a step must not, either",
        arguments: ["COMMIT", "ROLLBACK", "PRAGMA user_version = 7", "ATTACH '' AS other"])
    func sql(_ sql: String) throws {
        let schema = DatabaseSchema(
            "Blog", version: 3, applicationID: BlogDatabase.schema.applicationID, create: [],
            migrations: [DatabaseMigration(to: 3, ["DELETE FROM comments", .sql(sql)])])
        let before = try contents(file)
        let pool = try DatabasePool(.file(file))
        let error = #expect(throws: SQLiteError.self) { try pool.migrate(schema) }
        pool.closeAndWait()
        guard case .migration(.step(sql, _)) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try contents(file) == before)
        #expect(try version(file) == 2)
    }

    @Test("a step may use temporary tables that it drops, savepoints, and pragmas that read")
    func allowed() throws {
        let steps = MigrationSteps([
            "fillNicknames": { db in
                try db.run(script: "CREATE TEMP TABLE names AS SELECT id, title FROM posts; PRAGMA table_info(posts)")
                try db.run(script: "CREATE TABLE stray (x); DROP TABLE stray; ANALYZE; PRAGMA foreign_key_check(posts)")
                #expect(try db.value(Int.self, "PRAGMA defer_foreign_keys") == 1)
                _ = try db.savepoint {
                    try db.run("UPDATE posts SET nickname = (SELECT title FROM names WHERE names.id = posts.id)")
                }
                _ = try? db.savepoint {
                    try db.run("DELETE FROM posts")
                    throw CancellationError()
                }
                try db.run(script: "DROP TABLE names")
                #expect(try db.value(Int.self, "PRAGMA user_version") == 2)
            }
        ])
        let blog = try BlogDatabase.openAndWait(at: file, migrating: steps)
        #expect(try blog.read { db in try Post.order { [$0.id] }.all(db) }.map(\.nickname) == ["First", "Sëcond", ""])
        blog.pool.closeAndWait()
    }

    @Test("a temporary table that is left behind is refused, since it would hide one in the file")
    func temporary() throws {
        let steps = MigrationSteps(["fillNicknames": { db in try db.run(script: "CREATE TEMP TABLE notes (x)") }])
        let error = #expect(throws: SQLiteError.self) { try BlogDatabase.openAndWait(at: file, migrating: steps) }
        #expect(error?.kind == .migration(.step("didMigrate", .schema("temporary notes was left"))))
        #expect(try version(file) == 2)
    }

    @Test("outside of migrations, a script cannot end its transaction, either")
    func scripts() throws {
        let pool = try DatabasePool(.memory)
        for script in ["COMMIT", "DELETE FROM a; ROLLBACK", "SAVEPOINT b"] {
            try pool.write { db in try db.run(script: "CREATE TABLE IF NOT EXISTS a (x); INSERT INTO a VALUES (1)") }
            let error = #expect(throws: SQLiteError.self) { try pool.write { db in try db.run(script: script) } }
            #expect(error?.kind == .misuse)
        }
        #expect(try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM a") } == 3)
    }
}
