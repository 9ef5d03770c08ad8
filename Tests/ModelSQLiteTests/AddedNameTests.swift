import Foundation
import ModelAdoption
import ModelMigrations
import ModelSQLite
import Testing

/// A version that brings a name which the file has already, from another program.
private struct AddedName: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What the file has besides version 1.
    var found: String
    var steps: [DatabaseMigration.Step]
    var name = "note"

    init(_ description: String, _ found: String, _ steps: [DatabaseMigration.Step], name: String = "note") {
        (testDescription, self.found, self.steps, self.name) = (description, found, steps, name)
    }

    private static let column = "ALTER TABLE posts ADD COLUMN note TEXT"

    fileprivate static func rebuild(
        _ columns: String, _ copied: String, from sources: String, dropping: [String] = []
    ) -> DatabaseMigration.Step {
        .rebuild(
            TableRebuild(
                table: "posts", create: "CREATE TABLE modelgen_new_posts (\(columns))",
                copy: "INSERT INTO modelgen_new_posts (\(copied)) SELECT \(sources) FROM posts", dropping: dropping))
    }

    static let all = [
        AddedName("a column is added", column, ["ALTER TABLE \"posts\" ADD COLUMN \"note\" TEXT"]),
        AddedName("a column is added, in other letters", column, ["ALTER TABLE posts ADD Note TEXT"], name: "note"),
        AddedName(
            "a column is added and filled", column,
            ["ALTER TABLE posts ADD COLUMN note TEXT", "UPDATE posts SET note = title"]),
        AddedName("a column is renamed", column, ["ALTER TABLE posts RENAME COLUMN title TO note"]),
        AddedName(
            "a rebuild adds a column", column,
            [rebuild("id INTEGER PRIMARY KEY, title TEXT, note TEXT", "id, title", from: "id, title")]),
        AddedName(
            "a rebuild adds a column and fills it", column,
            [rebuild("id INTEGER PRIMARY KEY, title TEXT, note TEXT", "id, title, note", from: "id, title, ''")]),
        AddedName(
            "a rebuild adds a generated column", column,
            [rebuild("id INTEGER PRIMARY KEY, title TEXT, note TEXT AS (title)", "id, title", from: "id, title")]),
        AddedName(
            "a rebuild renames a column", column,
            [rebuild("id INTEGER PRIMARY KEY, note TEXT", "id, note", from: "id, title", dropping: ["title"])]),
        AddedName(
            "a rebuild adds a column that the file computes", "ALTER TABLE posts ADD COLUMN note TEXT AS (title || id)",
            [rebuild("id INTEGER PRIMARY KEY, title TEXT, note TEXT", "id, title, note", from: "id, title, ''")]),
        AddedName(
            "a rebuild of a table with the name of the column", "ALTER TABLE posts ADD COLUMN posts TEXT",
            [rebuild("id INTEGER PRIMARY KEY, title TEXT, posts TEXT", "id, title", from: "id, title")], name: "posts"),
        AddedName("a table is created", "CREATE TABLE note (x)", ["CREATE TABLE note (id INTEGER PRIMARY KEY)"]),
        AddedName(
            "a table is created, and a view is there", "CREATE VIEW note AS SELECT 1", ["CREATE TABLE note (id)"]),
        AddedName("a table is renamed", "CREATE TABLE note (x)", ["ALTER TABLE posts RENAME TO note"]),
        AddedName("a view is created", "CREATE TABLE note (x)", ["CREATE VIEW \"note\" AS SELECT 1 AS one"]),
        AddedName(
            "an index is created", "CREATE INDEX note ON posts (title)", ["CREATE UNIQUE INDEX note ON posts (title)"]),
        AddedName(
            "an index is created, and a table is there", "CREATE TABLE note (x)", ["CREATE INDEX note ON posts (title)"]
        ),
        AddedName(
            "a trigger is created", "CREATE TRIGGER note AFTER DELETE ON posts BEGIN SELECT 1; END",
            ["CREATE TRIGGER note AFTER INSERT ON posts BEGIN SELECT 1; END"]),
        AddedName(
            "a full-text index is created", "CREATE TABLE note (x)",
            ["CREATE VIRTUAL TABLE note USING fts5(title, content='posts', content_rowid='id')"]),
    ]
}

@Suite("Names that a version brings and another program has taken")
struct AddedNameTests: AdoptingSuite {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let first = ["CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT)"]

    private func migrate(_ steps: [DatabaseMigration.Step]) throws {
        let schema = DatabaseSchema(
            "Blog", version: 2, applicationID: 7, create: ["CREATE TABLE unused (id INTEGER)"],
            migrations: [DatabaseMigration(to: 2, steps)], adoptable: [AdoptableVersion(1, create: Self.first)])
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        try pool.migrate(
            schema, adopting: .version(1).tolerating(.columns, .indexes, .triggers, .views, .tables).unlessAdopted)
    }

    @Test("an error names them, and nothing in the file changes", arguments: AddedName.all)
    private func taken(_ added: AddedName) throws {
        try run(
            (Self.first + ["INSERT INTO posts (id, title) VALUES (1, 'a')", added.found]).joined(separator: ";") + ";",
            in: file)
        if added.found.hasSuffix("COLUMN note TEXT") { try run("UPDATE posts SET note = 'theirs'", in: file) }
        let before = try Bytes(file)
        let error = #expect(throws: SQLiteError.self) { try migrate(added.steps) }
        #expect(try Bytes(file) == before)
        guard case .migration(.notMatching(let found))? = error?.kind else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(found[2]?.map(\.name) == [added.name])
        #expect(
            error?.message.contains("\(added.name)") == true
                && error?.message.contains("version 2 of Blog needs this name") == true, "\(error?.message ?? "")")
    }

    @Test(
        "a rebuild may replace the values of its own columns",
        arguments: [
            ("id INTEGER PRIMARY KEY, title TEXT", "id, title", "id, 'x'", ["title"], "x"),
            ("id INTEGER PRIMARY KEY, title TEXT AS ('no. ' || id)", "id", "id", ["title"], "no. 1"),
            ("id INTEGER PRIMARY KEY, title TEXT", "id, title", "id, upper(\"title\")", [], "A"),
            ("id INTEGER PRIMARY KEY, title TEXT", "id, title", "id, (SELECT max(title) FROM posts)", [], "a"),
        ])
    func own(_ columns: String, _ copied: String, _ sources: String, _ dropping: [String], _ title: String) throws {
        try run(Self.first[0] + "; INSERT INTO posts VALUES (1, 'a');", in: file)
        try migrate([AddedName.rebuild(columns, copied, from: sources, dropping: dropping)])
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        #expect(try pool.read { db in try db.value(String.self, "SELECT title FROM posts") } == title)
    }
}
