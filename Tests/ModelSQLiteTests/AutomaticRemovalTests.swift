import Foundation
import ModelAutoMigration
import ModelMigrations
import ModelSQLite
import Testing

/// What an automatic migration makes of tables, names and notes of earlier releases.
@Suite("Automatic migration of what earlier releases have left")
struct AutomaticRemovalTests {
    private let pool: DatabasePool

    init() throws { pool = try DatabasePool(.memory) }

    private func migrate(_ create: [String]) throws {
        try pool.migrate(DatabaseSchema("Shop", version: 1, applicationID: 7, mode: .auto, create: create))
    }

    private func texts(_ sql: String) throws -> [String] {
        try pool.read { db in try db.rows(SQL(trusted: sql)) { try $0.read(String.self, 0) } }
    }

    private func run(_ script: String) throws { try pool.write { db in try db.run(script: script) } }

    // MARK: Tables that the schema no longer has

    private static let posts = "CREATE TABLE posts (id INTEGER PRIMARY KEY /* Int64 */, slug TEXT UNIQUE /* String */)"
    private static let comments = [
        "id INTEGER PRIMARY KEY /* Int64 */, post INTEGER REFERENCES posts (id) /* Int64? */)",
        "id INTEGER PRIMARY KEY AUTOINCREMENT /* Int64 */, post INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE /* Int64 */)",
        "id INTEGER PRIMARY KEY /* Int64 */, post INTEGER CONSTRAINT x REFERENCES posts ON DELETE SET NULL ON UPDATE SET DEFAULT NOT DEFERRABLE CHECK (post > 0) /* Int64? */)",
        "id INTEGER PRIMARY KEY /* Int64 */, post INTEGER REFERENCES posts (id) DEFERRABLE INITIALLY DEFERRED NOT NULL /* Int64 */)",
        "id INTEGER PRIMARY KEY /* Int64 */, post INTEGER /* Int64? */, FOREIGN KEY (post) REFERENCES posts (id) ON DELETE CASCADE)",
        "id INTEGER PRIMARY KEY /* Int64 */, post INTEGER /* Int64? */, CONSTRAINT x FOREIGN KEY (post) REFERENCES posts ON DELETE RESTRICT, CHECK (id > 0))",
        "id INTEGER PRIMARY KEY /* Int64 */, post INTEGER REFERENCES posts (id) /* Int64? */) WITHOUT ROWID",
    ]

    @Test("a table of ours that the schema no longer has keeps its rows and refuses no deletion", arguments: comments)
    func removedModel(_ columns: String) throws {
        try migrate([
            Self.posts, "CREATE TABLE comments (\(columns)", "CREATE INDEX comments_on_post ON comments (post)",
        ])
        try run("INSERT INTO posts VALUES (1, 'a'), (2, 'b'); INSERT INTO comments VALUES (5, 1), (6, 2)")
        try migrate([Self.posts])
        try run("DELETE FROM posts WHERE id = 1; UPDATE posts SET id = 3 WHERE id = 2")
        #expect(try texts("SELECT id || ' ' || post FROM comments ORDER BY id") == ["5 1", "6 2"])
        // It is copied once, and restricted again if the model comes back.
        let sql = try texts("SELECT sql FROM sqlite_master WHERE name = 'comments'")
        try migrate([Self.posts, "CREATE INDEX posts_on_slug ON posts (slug)"])
        #expect(try texts("SELECT sql FROM sqlite_master WHERE name = 'comments'") == sql)
        if columns.contains("AUTOINCREMENT") {
            try run("DELETE FROM comments WHERE id = 6; INSERT INTO comments (post) VALUES (3)")
            #expect(try texts("SELECT quote(max(id)) FROM comments") == ["7"])
        }
    }

    @Test("such a table does no harm if what it refers to gets another key", arguments: comments)
    func removedModelAndKey(_ columns: String) throws {
        try migrate([Self.posts, "CREATE TABLE comments (\(columns)"])
        try run("INSERT INTO posts VALUES (1, 'a'); INSERT INTO comments VALUES (5, 1)")
        try migrate(["CREATE TABLE posts (slug TEXT PRIMARY KEY /* String */)"])
        try run("UPDATE posts SET slug = 'b'; DELETE FROM posts")
        #expect(try texts("SELECT id || ' ' || post FROM comments") == ["5 1"])
    }

    @Test(
        "a key that the schema no longer has may be omitted, although an earlier release recorded nothing about it",
        arguments: ["id INTEGER PRIMARY KEY, slug TEXT)", "id INT, slug TEXT, PRIMARY KEY (slug, id)) WITHOUT ROWID"])
    func removedKey(_ columns: String) throws {
        try migrate(["CREATE TABLE posts (\(columns)"])
        try run("INSERT INTO posts VALUES (1, 'a')")
        try migrate(["CREATE TABLE posts (slug TEXT PRIMARY KEY)"])
        try run("INSERT INTO posts (slug) VALUES ('b')")
        #expect(
            try texts("SELECT slug || ' ' || quote(id) FROM posts ORDER BY slug").map { $0.prefix(3) } == [
                "a 1", "b N",
            ])
    }

    @Test("such a table keeps its hidden rowids")
    func hiddenRowIDs() throws {
        try migrate([
            Self.posts,
            "CREATE TABLE comments (name TEXT PRIMARY KEY /* String */, post INTEGER REFERENCES posts (id) /* Int64? */)",
        ])
        try run(
            "INSERT INTO posts VALUES (1, 'a'); INSERT INTO comments (rowid, name, post) VALUES (5, 'x', 1), (9, 'y', 1)"
        )
        try migrate([Self.posts])
        try run("DELETE FROM posts")
        #expect(try texts("SELECT rowid || ' ' || name FROM comments ORDER BY rowid") == ["5 x", "9 y"])
    }

    @Test("a table of another program keeps its references")
    func otherTable() throws {
        try migrate([Self.posts])
        try run(
            """
            CREATE TABLE theirs (id INTEGER PRIMARY KEY, post REFERENCES posts (id));
            INSERT INTO posts VALUES (1, 'a'); INSERT INTO theirs VALUES (5, 1)
            """)
        try migrate([Self.posts, "CREATE INDEX posts_on_slug ON posts (slug)"])
        #expect(throws: SQLiteError.self) { try run("DELETE FROM posts") }
    }

    // MARK: Names

    @Test(
        "what has a name that the schema needs for something else is never dropped: the error names it",
        arguments: [
            (
                "CREATE TABLE stats (id INTEGER PRIMARY KEY /* Int64 */)", "CREATE VIEW stats AS SELECT 1 AS id",
                "a view"
            ),
            (
                "CREATE TABLE stats (id INTEGER PRIMARY KEY /* Int64 */)", "CREATE VIEW STATS AS SELECT 1 AS id",
                "a view"
            ),
            (
                "CREATE TABLE stats (id INTEGER PRIMARY KEY /* Int64 */)", "CREATE INDEX stats ON posts (slug)",
                "an index"
            ),
        ])
    func takenTable(_ old: String, _ new: String, _ kind: String) throws {
        try migrate([Self.posts, old])
        try run("INSERT INTO stats VALUES (7)")
        let error = #expect(throws: SQLiteError.self) { try migrate([Self.posts, new]) }
        guard case .migration(.notMatching(let found))? = error?.kind else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(found[1]?.map(\.name) == ["stats"])
        #expect(
            error?.message.contains("the file has the table stats, and Shop needs this name for \(kind)") == true,
            "\(error?.message ?? "")")
        #expect(try texts("SELECT quote(id) FROM stats") == ["7"])
    }

    @Test(
        "nor is a view or an index of another program",
        arguments: [
            ("CREATE VIEW stats AS SELECT 1", "view"), ("CREATE INDEX stats ON posts (slug)", "index"),
        ])
    func takenByOthers(_ theirs: String, _ kind: String) throws {
        try migrate([Self.posts])
        try run(theirs)
        let error = #expect(throws: SQLiteError.self) {
            try migrate([Self.posts, "CREATE TABLE stats (id INTEGER PRIMARY KEY /* Int64 */)"])
        }
        #expect(
            error?.message.contains("the file has the \(kind) stats, and Shop needs this name for a table") == true,
            "\(error?.message ?? "")")
    }

    @Test("a view of ours may become a table, and an index one of another table")
    func freed() throws {
        try migrate([Self.posts, "CREATE VIEW stats AS SELECT 1 AS id", "CREATE INDEX i ON posts (slug)"])
        try migrate([
            Self.posts, "CREATE TABLE stats (id INTEGER PRIMARY KEY /* Int64 */)", "CREATE INDEX i ON stats (id)",
        ])
        #expect(
            try texts("SELECT type || ' ' || tbl_name FROM sqlite_master WHERE name IN ('stats', 'i')").sorted()
                == ["index stats", "table stats"])
    }

    // MARK: Notes about values

    @Test(
        "a comment in SQL says nothing about values",
        arguments: [
            ("total INTEGER AS (id * 2 /* net */) VIRTUAL", "total INTEGER AS (id * 2 /* gross */) VIRTUAL"),
            ("total INTEGER AS (id * 2 /* net */)", "total INTEGER AS (id * 2 /* gross */)"),
            (
                "\"check\" INTEGER /* Int64? */, CHECK (id > 0 /* net */)",
                "\"check\" INTEGER /* Int64? */, CHECK (id > 0 /* gross */)"
            ),
            (
                "total INTEGER DEFAULT (1 /* net */) CHECK (total > 0 /* a */)",
                "total INTEGER DEFAULT (1 /* gross */) CHECK (total > 0 /* b */)"
            ),
        ])
    func sqlComments(_ old: String, _ new: String) throws {
        func table(_ column: String) -> [String] {
            ["CREATE TABLE items (id INTEGER PRIMARY KEY /* Int64 */, \(column))"]
        }
        try migrate(table(old))
        try run("INSERT INTO items (id) VALUES (1)")
        try migrate(table(new))
        #expect(try texts("SELECT quote(id) FROM items") == ["1"])
    }

    @Test("columns and indexes whose names differ only in normal form are two")
    func normalForms() throws {
        let (first, second) = ("caf\u{E9}", "cafe\u{301}")
        let items = """
            CREATE TABLE items (id INTEGER PRIMARY KEY /* Int64 */, "\(first)" INTEGER NOT NULL /* Date by unixSeconds */, \
            "\(second)" TEXT NOT NULL /* String */
            """
        func index(_ name: String) -> String { "CREATE UNIQUE INDEX \"\(name)\" ON items (id)" }
        try migrate([items + ")", index(first), index(second)])
        try run("INSERT INTO items VALUES (1, 0, 'text')")
        try migrate([items + ", more TEXT /* String? */)", index(first)])
        #expect(try texts("SELECT quote(\"\(first)\") || \"\(second)\" FROM items") == ["0text"])
        #expect(try texts("SELECT hex(name) FROM sqlite_master WHERE type = 'index'") == ["636166C3A9"])
        #expect(try texts("SELECT key FROM modelgen_schema WHERE key LIKE 'form %'").count == 4)
    }

    // MARK: References

    @Test("rows without the row that they refer to are repaired where a schema without versions can: in willMigrate")
    func references() throws {
        try migrate([
            Self.posts, "CREATE TABLE comments (id INTEGER PRIMARY KEY /* Int64 */, post INTEGER /* Int64? */)",
        ])
        try run("INSERT INTO comments VALUES (1, 9)")
        let error = #expect(throws: SQLiteError.self) {
            try migrate([Self.posts, "CREATE TABLE comments (\(Self.comments[0])"])
        }
        #expect(error?.kind == .migration(.foreignKeys(table: "comments")))
        #expect(
            error?.message.hasSuffix("refer to missing rows of posts; change or delete them in `willMigrate`") == true,
            "\(error?.message ?? "")")
    }
}
