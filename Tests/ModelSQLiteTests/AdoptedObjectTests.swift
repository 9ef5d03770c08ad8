import Foundation
import ModelAdoption
import ModelMigrations
import ModelSQLite
import Testing

/// What a file of another program contains besides its version, when a version changes what that depends on.
@Suite("Objects of another program in an adopted file")
struct AdoptedObjectTests: AdoptingSuite {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let first = [
        "CREATE TABLE posts (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT, note TEXT)",
        "CREATE VIEW titles AS SELECT id, title FROM posts",
    ]

    private func schema(_ steps: [DatabaseMigration.Step], _ first: [String] = first) -> DatabaseSchema {
        DatabaseSchema(
            "Blog", version: 2, applicationID: 7, create: ["CREATE TABLE unused (id INTEGER)"],
            migrations: [DatabaseMigration(to: 2, steps)], adoptable: [AdoptableVersion(1, create: first)])
    }

    private static let anything: Adoption = .version(1).tolerating(.columns, .indexes, .triggers, .views, .tables)

    private func texts(_ sql: String) throws -> [String] {
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        return try pool.read { db in try db.rows(SQL(trusted: sql)) { try $0.read(String.self, 0) } }
    }

    private func migrate(
        _ steps: [DatabaseMigration.Step], _ first: [String] = first, tolerating adoption: Adoption = anything
    ) throws {
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        try pool.migrate(schema(steps, first), adopting: adoption)
    }

    private static let rebuild = DatabaseMigration.Step.rebuild(
        TableRebuild(
            table: "posts",
            create: "CREATE TABLE modelgen_new_posts (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT)",
            copy: "INSERT INTO modelgen_new_posts (id, title) SELECT id, title FROM posts", counter: .kept,
            dropping: ["note"]))

    @Test(
        "what cannot live on is an error that names it, and nothing is adopted",
        arguments: [
            ("CREATE INDEX theirs ON posts (note)", "ALTER TABLE posts DROP COLUMN note"),
            ("CREATE INDEX theirs ON posts (title) WHERE note > 'a'", "ALTER TABLE posts DROP COLUMN note"),
            ("CREATE VIEW theirs AS SELECT note FROM posts", "ALTER TABLE posts DROP COLUMN note"),
            (
                "CREATE TRIGGER theirs AFTER INSERT ON posts BEGIN SELECT new.note; END",
                "ALTER TABLE posts DROP COLUMN note"
            ),
            ("CREATE INDEX theirs ON posts (note)", "rebuild"),
            ("CREATE UNIQUE INDEX theirs ON posts (id, note)", "rebuild"),
            ("CREATE VIEW theirs AS SELECT note FROM posts", "rebuild"),
            ("CREATE VIEW theirs AS SELECT \"note\" FROM posts", "rebuild"),
            ("CREATE VIEW theirs AS SELECT 1 WHERE EXISTS (SELECT 1 FROM posts WHERE note > 'a')", "rebuild"),
            ("CREATE TRIGGER theirs AFTER INSERT ON posts BEGIN SELECT new.note; END", "rebuild"),
            ("CREATE TRIGGER theirs AFTER DELETE ON posts WHEN old.note > 'a' BEGIN SELECT 1; END", "rebuild"),
            ("CREATE TRIGGER theirs AFTER UPDATE ON unrelated BEGIN UPDATE posts SET note = 'c'; END", "rebuild"),
            ("CREATE TRIGGER theirs AFTER UPDATE ON unrelated BEGIN DELETE FROM posts; END", "drop"),
            ("CREATE VIEW theirs AS SELECT title FROM posts", "drop"),
            ("CREATE VIEW theirs AS SELECT title FROM titles", "DROP VIEW"),
        ])
    func obstacles(_ object: String, _ step: String) throws {
        try run(
            (Self.first + ["CREATE TABLE unrelated (x)", object]).joined(separator: ";")
                + "; INSERT INTO posts VALUES (1, 'a', 'b')", in: file)
        let steps: [DatabaseMigration.Step] =
            switch step {
            case "rebuild": [Self.rebuild]
            case "drop": [.dropTable("posts")]
            case "DROP VIEW": []
            default: [.sql(step)]
            }
        let error = #expect(throws: SQLiteError.self) { try migrate(["DROP VIEW titles"] + steps) }
        guard case .migration(.notMatching(let found))? = error?.kind else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(found[2]?.map(\.name) == ["theirs"])
        #expect(
            error?.message.contains("theirs") == true && error?.message.contains("cannot be kept in version 2") == true)
        #expect(try texts("SELECT quote(user_version) FROM pragma_user_version") == ["0"])
        #expect(try texts("SELECT note FROM posts") == ["b"])
    }

    private static let keyed = ["CREATE TABLE posts (id INTEGER PRIMARY KEY, code TEXT UNIQUE)"]

    private static let unkeyed = DatabaseMigration.Step.rebuild(
        TableRebuild(
            table: "posts", create: "CREATE TABLE modelgen_new_posts (id INTEGER NOT NULL, code TEXT)",
            copy: "INSERT INTO modelgen_new_posts (id, code) SELECT id, code FROM posts", counter: .none))

    @Test(
        "a table that refers to a key that a version removes is an error that names the table",
        arguments: ["posts", "posts (id)", "posts (code)"],
        ["", "CREATE TRIGGER mine AFTER UPDATE ON unrelated BEGIN DELETE FROM posts; END"])
    func removedKey(_ parent: String, _ trigger: String) throws {
        let theirs = ["CREATE TABLE theirs (x REFERENCES \(parent))", "CREATE TABLE unrelated (x)", trigger]
        try run((Self.keyed + theirs).joined(separator: ";"), in: file)
        let error = #expect(throws: SQLiteError.self) { try migrate([Self.unkeyed], Self.keyed) }
        guard case .migration(.notMatching(let found))? = error?.kind else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(found[2]?.map(\.name) == ["theirs"])
        #expect(error?.message.contains("the table theirs, which cannot be kept in version 2") == true)
    }

    @Test("a reference that was broken before does not prevent a version")
    func brokenReference() throws {
        let theirs = [
            "CREATE TABLE theirs (x REFERENCES posts (missing))", "CREATE TABLE other (x REFERENCES nowhere)",
        ]
        try run((Self.keyed + theirs).joined(separator: ";"), in: file)
        try migrate([Self.unkeyed], Self.keyed)
        #expect(try texts("SELECT quote(user_version) FROM pragma_user_version") == ["2"])
    }

    @Test("what was broken before does not prevent a version, and stays in the file")
    func brokenBefore() throws {
        let broken = [
            "CREATE VIEW broken AS SELECT missing FROM posts", "CREATE VIEW also AS SELECT * FROM broken",
            "CREATE TRIGGER wrong AFTER INSERT ON posts BEGIN INSERT INTO nowhere VALUES (1); END",
            "CREATE VIEW fine AS SELECT title FROM posts", "CREATE TABLE unrelated (x)",
        ]
        let row = "INSERT INTO posts VALUES (1, 'a', 'b')"
        try run((Self.first + [row] + broken).joined(separator: ";"), in: file)
        try migrate(["DROP VIEW titles", Self.rebuild, .sql(Self.first[1]), .dropTable("unrelated")])
        let names = "SELECT name FROM sqlite_master WHERE type IN ('view', 'trigger') ORDER BY name"
        #expect(try texts(names) == ["also", "broken", "fine", "titles", "wrong"])
        #expect(try texts("SELECT title FROM fine") == ["a"])
    }

    @Test(
        "a table that ends takes no rows of other tables with it",
        arguments: ["", "ON DELETE CASCADE", "ON DELETE SET NULL"])
    func references(_ action: String) throws {
        let notes = "CREATE TABLE notes (id INTEGER PRIMARY KEY, post REFERENCES posts (id) \(action))"
        try run(
            (Self.first + [notes]).joined(separator: ";")
                + "; INSERT INTO posts VALUES (1, 'a', 'b'); INSERT INTO notes VALUES (5, 1)", in: file)
        let error = #expect(throws: SQLiteError.self) { try migrate(["DROP VIEW titles", .dropTable("posts")]) }
        #expect(error?.kind == .migration(.foreignKeys(table: "notes")))
        #expect(try texts("SELECT quote(post) FROM notes") == ["1"])
        try run("DELETE FROM notes", in: file)
        try migrate(["DROP VIEW titles", .dropTable("posts")])
        #expect(try texts("SELECT name FROM sqlite_master WHERE name IN ('posts', 'notes')") == ["notes"])
    }

    @Test("a trigger on a view of ours is still there after the view was created again")
    func viewTriggers() throws {
        let trigger = """
            CREATE TRIGGER theirs INSTEAD OF INSERT ON titles BEGIN INSERT INTO posts (title) VALUES (new.title); END
            """
        try run((Self.first + [trigger]).joined(separator: ";"), in: file)
        try migrate(["DROP VIEW titles", Self.rebuild, .sql(Self.first[1])])
        try run("INSERT INTO titles (title) VALUES ('new')", in: file)
        #expect(try texts("SELECT title FROM posts") == ["new"])
    }

    @Test("a trigger on a view that a step drops is not there afterwards, whatever else happens to the view")
    func droppedViewTrigger() throws {
        let trigger = "CREATE TRIGGER theirs INSTEAD OF INSERT ON titles BEGIN SELECT 1; END"
        try run((Self.first + [trigger]).joined(separator: ";"), in: file)
        try migrate(["DROP TRIGGER theirs", "DROP VIEW titles", Self.rebuild, .sql(Self.first[1])])
        #expect(try texts("SELECT name FROM sqlite_master WHERE type = 'trigger'") == [])
    }

    @Test("the indexes and triggers of a table that ends, end with it")
    func droppedTable() throws {
        let more = [
            "CREATE INDEX theirs ON posts (note)", "CREATE TRIGGER also AFTER DELETE ON posts BEGIN SELECT 1; END",
        ]
        try run((Self.first + more).joined(separator: ";"), in: file)
        try migrate(["DROP VIEW titles", .dropTable("posts")])
        #expect(try texts("SELECT name FROM sqlite_master WHERE name IN ('theirs', 'also', 'posts')") == [])
    }

    @Test(
        "a table that another program spells differently keeps its counter of keys",
        arguments: ["Posts", "POSTS", "posts"])
    func counter(_ name: String) throws {
        let create = Self.first[0].replacingOccurrences(of: "posts", with: "\"\(name)\"")
        try run(
            "\(create); \(Self.first[1]); INSERT INTO posts VALUES (1, 'a', 'b'), (50, 'c', 'd'); DELETE FROM posts WHERE id = 50",
            in: file)
        try migrate(["DROP VIEW titles", Self.rebuild, .sql(Self.first[1])])
        try run("INSERT INTO posts (title) VALUES ('new')", in: file)
        #expect(try texts("SELECT quote(max(id)) FROM posts") == ["51"])
    }

    @Test(
        "names that only Swift takes for one are two",
        arguments: [("état", "ÉTAT"), ("caf\u{E9}", "cafe\u{301}"), ("ß", "ẞ")])
    func names(_ own: String, _ other: String) throws {
        let own = "CREATE TABLE posts (id INTEGER PRIMARY KEY, \"\(own)\" TEXT)"
        let file = own.replacingOccurrences(of: "TEXT)", with: "TEXT, \"\(other)\" TEXT)")
        try run("\(file); INSERT INTO posts VALUES (1, 'own', 'other')", in: self.file)
        let error = #expect(throws: SQLiteError.self) { try migrate([], [own], tolerating: .version(1)) }
        guard case .migration(.notMatching(let found))? = error?.kind else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(found[1]?.count == 1)
        // Nor does a rebuild delete it.
        let column = own.split(separator: "\"")[1]
        let step = TableRebuild(
            table: "posts", create: own.replacingOccurrences(of: "posts", with: "modelgen_new_posts"),
            copy: "INSERT INTO modelgen_new_posts (id, \"\(column)\") SELECT id, \"\(column)\" FROM posts")
        try migrate([.rebuild(step)], [own])
        #expect(try texts("SELECT \"\(other)\" FROM posts") == ["other"])
    }
}
