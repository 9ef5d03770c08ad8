import Foundation
import ModelAdoption
import ModelAutoMigration
import ModelSQLite
import Testing

/// What an automatic migration must not do to rows and to what restricts them.
@Suite("Automatic migration of files that others, or earlier modes, have made")
struct AutomaticValueTests {
    let folder: TemporaryFolder
    private var file: URL { folder.file("auto.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func schema(
        _ create: [String], _ mode: MigrationMode = .auto, version: Int = 2, adoptable: AdoptableFiles? = nil
    ) -> DatabaseSchema {
        DatabaseSchema(
            "Auto", version: version, applicationID: 7, mode: mode, create: create, adoptable: adoptable)
    }

    private func texts(_ pool: DatabasePool, _ sql: String) throws -> [String] {
        try pool.read { db in try db.rows(SQL(trusted: sql)) { try $0.read(String.self, 0) } }
    }

    // MARK: Values

    private static let types = [
        "TEXT", "INTEGER", "INT", "REAL", "NUMERIC", "DATETIME", "TIMESTAMP", "DECIMAL(20, 2)", "VARCHAR(9)", "BLOB",
        "",
    ]
    private static let values = [
        "'2024-01-31T10:00:00Z'", "'n/a'", "''", "'1234567890123456789012.55'", "1.5", "7", "9007199254740993",
        "x'00ff'",
        "'12abc'", "NULL", "1e300",
    ]

    @Test("no value changes its meaning if its column gets another type", arguments: types, types)
    func retyped(_ old: String, _ new: String) throws {
        let pool = try DatabasePool(.memory)
        try pool.migrate(schema(["CREATE TABLE a (id INTEGER PRIMARY KEY, v \(old))"]))
        try pool.write { (db: Database) throws in
            for value in Self.values { try db.run(SQL(trusted: "INSERT INTO a (v) VALUES (\(value))")) }
        }
        // What an INSERT makes of the stored value, which only converts without loss.
        let plain = try DatabasePool(.memory)
        try plain.write { (db: Database) throws in
            try db.run(
                script:
                    "CREATE TABLE a (id INTEGER PRIMARY KEY, v \(old)); CREATE TABLE b (id INTEGER PRIMARY KEY, v \(new))"
            )
            for value in Self.values { try db.run(SQL(trusted: "INSERT INTO a (v) VALUES (\(value))")) }
            try db.run("INSERT INTO b SELECT * FROM a")
        }
        try pool.migrate(schema(["CREATE TABLE a (id INTEGER PRIMARY KEY, v \(new))"]))
        #expect(try texts(pool, "SELECT quote(v) FROM a") == texts(plain, "SELECT quote(v) FROM b"))
    }

    @Test("a file whose types are only spelled differently is adopted with all its values")
    func adopted() throws {
        try run(
            """
            CREATE TABLE a (id INTEGER PRIMARY KEY, at TIMESTAMP, size INT);
            INSERT INTO a VALUES (1, '2024-01-31T10:00:00Z', 1.5), (2, '1999', 'abc')
            """, in: file)
        let create = ["CREATE TABLE a (id INTEGER PRIMARY KEY, at DATETIME, size INTEGER)"]
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        try pool.migrate(schema(create, version: 1, adoptable: [AdoptableVersion(1)]), adopting: 1)
        #expect(
            try texts(pool, "SELECT quote(at) || quote(size) FROM a ORDER BY id") == [
                "'2024-01-31T10:00:00Z'1.5", "1999'abc'",
            ])
    }

    // MARK: A change of the mode

    private static let table = "CREATE TABLE a (id INTEGER PRIMARY KEY, t TEXT, n TEXT)"

    private static func fullText(_ columns: String) -> [String] {
        let new = columns.split(separator: ",").map { "new.\($0)" }.joined(separator: ",")
        return [
            "CREATE VIRTUAL TABLE a_fts USING fts5(\(columns), content='a', content_rowid='id')",
            "CREATE TRIGGER a_fts_insert AFTER INSERT ON a BEGIN INSERT INTO a_fts (rowid, \(columns)) VALUES (new.id, \(new)); END",
        ]
    }

    private static let changes: [(old: [String], new: [String])] = [
        (["CREATE VIEW v AS SELECT id FROM a"], ["CREATE VIEW v AS SELECT id, t FROM a"]),
        (["CREATE UNIQUE INDEX a_unique_t ON a (t)"], []), (["CREATE INDEX a_on_t ON a (t)"], []),
        (["CREATE INDEX by_t ON a (t)"], ["CREATE UNIQUE INDEX by_t ON a (t)"]),
        (["CREATE INDEX by_t ON a (t)"], ["CREATE INDEX by_t ON a (t, n)"]),
        (["CREATE INDEX BY_T ON a (n)"], ["CREATE INDEX by_t ON a (t)"]),
        (fullText("t,n"), fullText("t")), (fullText("t"), fullText("t,n")), (fullText("t"), fullText("t")),
        (
            ["CREATE TRIGGER x AFTER INSERT ON a BEGIN SELECT 1; END"],
            ["CREATE TRIGGER x AFTER INSERT ON a BEGIN SELECT 2; END"]
        ),
    ]

    struct Past: Sendable {
        /// Whether the mode was `auto` before it was `versioned`.
        var wasAutomatic: Bool
        /// Whether the table is rebuilt as well.
        var isRebuilt: Bool
    }

    private static let pasts = [false, true].flatMap { automatic in
        [false, true].map { Past(wasAutomatic: automatic, isRebuilt: $0) }
    }

    @Test(
        "a file that steps have made gets the views, indexes and triggers of now",
        arguments: changes.indices, pasts)
    func modes(_ index: Int, _ past: Past) throws {
        let change = Self.changes[index]
        let table = past.isRebuilt ? Self.table.replacingOccurrences(of: "n TEXT", with: "n INTEGER") : Self.table
        var pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        if past.wasAutomatic {
            try pool.migrate(schema([Self.table] + change.new, version: 1))
            pool.closeAndWait()
            // The steps to version 2.
            pool = try DatabasePool(.file(file))
            let own = """
                SELECT type || ' ' || name FROM sqlite_master WHERE sql NOT LIKE 'CREATE TABLE %' AND sql IS NOT NULL
                """
            for object in try texts(pool, own) { try pool.write { db in try db.run(SQL(trusted: "DROP \(object)")) } }
            try pool.write { (db: Database) throws in
                for sql in change.old { try db.run(SQL(trusted: sql)) }
                try db.run("PRAGMA user_version = 2")
            }
        } else {
            try pool.migrate(schema([Self.table] + change.old, .versioned))
        }
        try pool.write { db in try db.run("INSERT INTO a VALUES (1, 'one', '1'), (2, 'two', '2')") }
        for version in [3, 4] {
            try pool.migrate(schema([table] + change.new, version: version))
            let new = try DatabasePool(.memory)
            try new.migrate(schema([table] + change.new))
            let objects = "SELECT replace(sql, '\"', '') FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name"
            #expect(try texts(pool, objects) == texts(new, objects))
            try pool.write { (db: Database) throws in
                try db.run("INSERT INTO a (t, n) VALUES (\("new \(version)"), '3')")
                if change.new.contains(where: { $0.contains("fts5") }) {
                    try db.run("INSERT INTO a_fts (a_fts, rank) VALUES ('integrity-check', 1)")
                }
            }
        }
    }

    @Test(
        "a table with the name of a full-text index is never dropped: the error names it",
        arguments: [
            "CREATE TABLE a_fts (id INTEGER PRIMARY KEY, t TEXT)", "CREATE VIRTUAL TABLE a_fts USING fts5(t)",
            "CREATE VIRTUAL TABLE a_fts USING fts5(t, content='b')",
        ])
    func taken(_ other: String) throws {
        let pool = try DatabasePool(.memory)
        let old = [Self.table, "CREATE TABLE b (id INTEGER PRIMARY KEY, t TEXT)"]
        try pool.migrate(schema(old))
        try pool.write { (db: Database) throws in
            try db.run(SQL(trusted: other))
            try db.run("INSERT INTO b VALUES (1, 'kept')")
            try db.run("INSERT INTO a_fts (rowid, t) VALUES (1, 'kept')")
        }
        let error = #expect(throws: SQLiteError.self) { try pool.migrate(schema(old + Self.fullText("t"), version: 3)) }
        guard case .migration(.notMatching(let found))? = error?.kind else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(found[3]?.map(\.name) == ["a_fts"])
        #expect(error?.message.contains("the file has the table a_fts") == true)
        #expect(try texts(pool, "SELECT t FROM a_fts") == ["kept"])
    }

    // MARK: Columns that the schema no longer has

    private static let parents = "CREATE TABLE p (id INTEGER PRIMARY KEY)"
    private static let columns = [
        "old INTEGER REFERENCES p (id) ON DELETE CASCADE", "old INTEGER NOT NULL REFERENCES p (id) ON DELETE SET NULL",
        "old INTEGER CHECK (old < 9) DEFAULT 1", "old INTEGER NOT NULL DEFAULT (1 + 0) CONSTRAINT x REFERENCES p",
        "old INTEGER COLLATE NOCASE UNIQUE NOT DEFERRABLE",
    ]

    @Test(
        "a column of ours that the schema no longer has keeps its values and restricts nothing", arguments: columns)
    func removed(_ column: String) throws {
        let pool = try DatabasePool(.memory)
        let old = "CREATE TABLE a (id INTEGER PRIMARY KEY /* Int64 */, \(column) /* Int64? */)"
        let new = "CREATE TABLE a (id INTEGER PRIMARY KEY /* Int64 */)"
        try pool.migrate(schema([Self.parents, old]))
        try pool.write { (db: Database) throws in
            try db.run("INSERT INTO p VALUES (1), (2)")
            try db.run("INSERT INTO a VALUES (1, 1), (2, 2)")
        }
        try pool.migrate(schema([Self.parents, new], version: 3))
        try pool.write { (db: Database) throws in
            try db.run("DELETE FROM p WHERE id = 1")
            try db.run("INSERT INTO a (id) VALUES (3)")
            try db.run("UPDATE a SET old = 99 WHERE id = 3")
        }
        #expect(try texts(pool, "SELECT id || ' ' || old FROM a ORDER BY id") == ["1 1", "2 2", "3 99"])
        // Nothing is left to change, so the table is not copied again.
        let sql = try texts(pool, "SELECT sql FROM sqlite_master WHERE name = 'a'")
        try pool.migrate(schema([Self.parents, new, "CREATE INDEX a_on_id ON a (id)"], version: 4))
        #expect(try texts(pool, "SELECT sql FROM sqlite_master WHERE name = 'a'") == sql)
    }

    @Test("one of another program keeps what restricts it, through a rebuild")
    func others() throws {
        let pool = try DatabasePool(.memory)
        let old = "CREATE TABLE a (id INTEGER PRIMARY KEY /* Int64 */, t TEXT /* String? */)"
        try pool.migrate(schema([Self.parents, old]))
        try pool.write { (db: Database) throws in
            try db.run("ALTER TABLE a ADD COLUMN theirs INTEGER REFERENCES p (id) ON DELETE CASCADE CHECK (theirs > 0)")
            try db.run("INSERT INTO p VALUES (1)")
            try db.run("INSERT INTO a VALUES (1, 'x', 1)")
        }
        let new = old.replacingOccurrences(of: "TEXT /* String? */", with: "INTEGER /* String? */")
        try pool.migrate(schema([Self.parents, new], version: 3))
        #expect(throws: SQLiteError.self) { try pool.write { db in try db.run("UPDATE a SET theirs = -1") } }
        try pool.write { db in try db.run("DELETE FROM p") }
        #expect(try texts(pool, "SELECT id FROM a").isEmpty)
    }
}
